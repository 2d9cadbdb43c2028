import { z } from 'zod';
import { checkedValues, idField } from '#lib/platform/form.ts';
import { parseJson } from '#lib/platform/text/json.ts';
import { withoutUnsafeCharacters } from '#lib/platform/text/rich-text.ts';

/** The Contributor Role Taxonomy (CRediT, ANSI/NISO Z39.104-2022): the last path segment of each role's URL, and its name. */
export const creditRoles = {
  conceptualization: 'Conceptualization',
  'data-curation': 'Data curation',
  'formal-analysis': 'Formal analysis',
  'funding-acquisition': 'Funding acquisition',
  investigation: 'Investigation',
  methodology: 'Methodology',
  'project-administration': 'Project administration',
  resources: 'Resources',
  software: 'Software',
  supervision: 'Supervision',
  validation: 'Validation',
  visualization: 'Visualization',
  'writing-original-draft': 'Writing – original draft',
  'writing-review-editing': 'Writing – review & editing',
} as const;

export type CreditRole = keyof typeof creditRoles;
const isRole = (value: unknown): value is CreditRole => typeof value === 'string' && Object.hasOwn(creditRoles, value);
export const creditRoleIds = Object.keys(creditRoles) as CreditRole[];

/** The roles that an owner states in a work. */
export interface Credit {
  name: string;
  slug: string;
  roles: CreditRole[];
  since: Date;
}

const creditPrefix = 'credit:';
/** Returns the field of the statement about a work. */
export const creditField = (workId: string): string => `${creditPrefix}${workId}`;
/** Returns the id of the work to which a statement about roles refers; null for another statement. */
export const creditedWorkId = (field: string): string | null => (field.startsWith(creditPrefix) ? field.slice(creditPrefix.length) : null);

/** Parses the roles of a stored statement, in the order of the taxonomy. */
export function parseRoles(value: string): CreditRole[] {
  const parsed = parseJson(value);
  const roles = new Set(Array.isArray(parsed) ? parsed.filter(isRole) : []);
  return creditRoleIds.filter((role) => roles.has(role));
}

const notesSchema = z.record(z.string(), z.string());
/** Parses the notes beside pinned works, by work id. */
export const parseNotes = (value: string): Record<string, string> => notesSchema.safeParse(parseJson(value)).data ?? {};

/** The roles of an owner in a work; an empty list withdraws the statement. */
export const creditInput = z.object({
  authorId: idField,
  workId: idField,
  roles: checkedValues(z.string(), creditRoleIds.length).transform((roles) => roles.filter(isRole)),
});
export type CreditInput = z.infer<typeof creditInput>;

export const maxNoteLength = 200;

/** A note beside a pinned work; an empty note withdraws it. */
export const noteInput = z.object({
  authorId: idField,
  workId: idField,
  note: z
    .string()
    .max(2_000)
    .transform((text) => withoutUnsafeCharacters(text).normalize('NFC').replace(/\s+/g, ' ').trim())
    .pipe(z.string().max(maxNoteLength, `Up to ${maxNoteLength} characters.`))
    .default(''),
});
export type NoteInput = z.infer<typeof noteInput>;
