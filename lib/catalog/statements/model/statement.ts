import { z } from 'zod';
import { isFullyVisible, type Visibility } from '#lib/catalog/visibility/model.ts';
import { checkedValues, idField } from '#lib/platform/form.ts';
import { nameFault } from '#lib/platform/names/name-variant.ts';
import { parseJson } from '#lib/platform/text/json.ts';
import { safeHref, withoutUnsafeCharacters } from '#lib/platform/text/rich-text.ts';
import type { CareerEntry, CareerPart } from './career.ts';
import type { CreditRole } from './contributions.ts';
import { formerGroups, type HiddenField, hideableFieldNames } from './hidden-fields.ts';
import { normaliseLinks, type StatedLink } from './links.ts';

/** Fields that the owner of a record can state about themselves, as text. */
export const statedFields = [
  ...(['name', 'family', 'role', 'affiliation', 'biography', 'homepage', 'links'] as const),
  ...(['pronouns', 'pronunciation', 'languages'] as const),
] as const;
export type StatedField = (typeof statedFields)[number];

/** Maximum length of each field in characters. */
export const maxLengths: Record<StatedField, number> = {
  ...{ name: 120, family: 80, role: 80, affiliation: 200, biography: 600, homepage: 300, links: 2_100 },
  ...{ pronouns: 40, pronunciation: 120, languages: 200 },
};

/** Maximum number of pinned works. */
export const maxPinned = 5;

const normalizeText = (text: string): string => withoutUnsafeCharacters(text).normalize('NFC');
const oneLine = (text: string): string => normalizeText(text).replace(/\s+/g, ' ').trim();
/** Keeps line breaks and reduces several empty lines to one: a biography has one or two paragraphs. */
const normalizeLines = (text: string): string =>
  normalizeText(text)
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

const limitedText = (field: StatedField) => z.string().max(maxLengths[field], `Up to ${maxLengths[field]} characters.`);

/** Normalises a URL: absolute, http or https, with a host name and without credentials; null if it is invalid. */
export function normaliseHomepage(typed: string): string | null {
  const href = safeHref(/^[a-z][a-z0-9+.-]*:/i.test(typed) ? typed : `https://${typed}`);
  if (href === null) return null;
  const { hostname, username, password } = new URL(href);
  const isNamed = /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*[a-z0-9]$/i.test(hostname);
  return isNamed && !username && !password && !/\s/.test(typed) ? href : null;
}

const refineWith = (test: (text: string) => string | null) => (text: string, refine: z.RefinementCtx<string>) => {
  const message = test(text);
  if (message) refine.addIssue({ code: 'custom', message });
};

/** A name that people state about themselves; empty for none. */
export const nameInput = z.string().max(1000).transform(oneLine).pipe(limitedText('name')).superRefine(refineWith(nameFault)).default('');

/** The statements of an owner by field; an empty field withdraws the earlier statement. */
export const statementsInput = z.object({
  authorId: idField,
  name: nameInput,
  family: z.string().max(1000).transform(oneLine).pipe(limitedText('family')).default(''),
  role: z.string().max(1000).transform(oneLine).pipe(limitedText('role')).default(''),
  affiliation: z.string().max(1000).transform(oneLine).pipe(limitedText('affiliation')).default(''),
  biography: z.string().max(4000).transform(normalizeLines).pipe(limitedText('biography')).default(''),
  homepage: z
    .string()
    .max(1000)
    .transform((typed) => normalizeText(typed).trim())
    .pipe(limitedText('homepage'))
    .superRefine(
      refineWith((typed) => (typed === '' || normaliseHomepage(typed) ? null : 'Give a whole address, such as https://name.example.org/.')),
    )
    .transform((typed) => normaliseHomepage(typed) ?? '')
    .default(''),
  links: z
    .string()
    .max(4000)
    .transform(normalizeLines)
    .pipe(limitedText('links'))
    .transform((typed, refine) => {
      const links = normaliseLinks(typed, normaliseHomepage);
      if ('text' in links) return links.text;
      refine.addIssue({ code: 'custom', message: links.fault });
      return z.NEVER;
    })
    .pipe(limitedText('links'))
    .default(''),
  pronouns: z.string().max(1000).transform(oneLine).pipe(limitedText('pronouns')).default(''),
  pronunciation: z.string().max(1000).transform(oneLine).pipe(limitedText('pronunciation')).default(''),
  languages: z.string().max(1000).transform(oneLine).pipe(limitedText('languages')).default(''),
  /** Marks the statements from which the form was made (`OwnRecord.seen`). */
  seen: z.string().max(60).default(''),
});
export type StatementsInput = z.infer<typeof statementsInput>;

export const pinInput = z.object({ authorId: idField, workId: idField, operation: z.enum(['pin', 'unpin', 'up']) });
export type PinInput = z.infer<typeof pinInput>;

/** What a claimed profile still lacks; an empty field leaves it as it is. */
export const missingPartsInput = z.object({
  authorId: idField,
  affiliation: statementsInput.shape.affiliation,
  biography: statementsInput.shape.biography,
  works: checkedValues(idField, maxPinned),
});
export type MissingParts = z.infer<typeof missingPartsInput>;

const hiddenFieldSchema = z.enum(hideableFieldNames as [HiddenField, ...HiddenField[]]);

export const privacyInput = z.object({
  authorId: idField,
  hidden: checkedValues(hiddenFieldSchema, hideableFieldNames.length),
  indexed: z.enum(['yes', 'no']).default('yes'),
});
export type PrivacyInput = z.infer<typeof privacyInput>;

/** The record whose photo its owner removes. */
export const photoInput = z.object({ authorId: idField });

/** An earlier address of a record, to be disabled or enabled by its owner. */
export const addressInput = z.object({ authorId: idField, address: z.string().min(1).max(300) });
export type AddressInput = z.infer<typeof addressInput>;

/**
 * Pseudo-field that is hidden when an address is disabled: names that sources print are not shown anywhere, including the works' own pages,
 * because each would connect the old name with the record.
 */
export const printedNamesField = 'printed';

/** The hidden fields of a record, as stored with it. */
export type Privacy = z.infer<typeof privacySchema>;
const privacySchema = z.object({ hidden: z.array(z.string()).catch([]), indexed: z.boolean().catch(true) });
const pinnedIdsSchema = z.array(z.string()).max(maxPinned);

/** Parses a stored statement; null if this version cannot read it. */
export const parsePrivacy = (value: string): Privacy | null => privacySchema.safeParse(parseJson(value)).data ?? null;
export const parsePinned = (value: string): string[] => pinnedIdsSchema.safeParse(parseJson(value)).data ?? [];

/** Parses the disabled addresses of a statement. */
export const parseDisabledAddresses = (value: string): string[] => z.array(z.string()).safeParse(parseJson(value)).data ?? [];

/** Returns the hidden fields of a record with a disabled address: other names are hidden too, whatever the owner has selected. */
export const withDisabledAddress = (privacy: Privacy | null): Privacy => ({
  hidden: [...new Set([...(privacy?.hidden ?? []), 'names', printedNamesField])].sort(),
  indexed: privacy?.indexed ?? true,
});

/** True if the owner hides a field from public pages. */
export function isHidden(privacy: Privacy | null, field: HiddenField | typeof printedNamesField): boolean {
  const group = field === printedNamesField ? undefined : formerGroups[field];
  return privacy !== null && (privacy.hidden.includes(field) || (group !== undefined && privacy.hidden.includes(group)));
}

/** Returns the fields that an owner hides. */
export const hiddenFieldsOf = (privacy: Privacy | null): HiddenField[] => hideableFieldNames.filter((each) => isHidden(privacy, each));

/** False if the owner asks search engines not to index the record. */
const isIndexed = (privacy: Privacy | null): boolean => privacy?.indexed ?? true;

/** True if a record appears in lists and may be indexed by search engines. */
export const isListed = (row: { visibility: Visibility; privacy: Privacy | null }): boolean =>
  isFullyVisible(row) && isIndexed(row.privacy);

/** A stated value and the time of the statement. */
export interface StatedValue {
  text: string;
  since: Date;
}

/** The public statements of a record's owner about themselves. */
export interface PublicStatements {
  /** `isShown`: it is the record's name. Otherwise it is shown beside the record's name, as another form of it. */
  name: (StatedValue & { isShown: boolean }) | null;
  role: StatedValue | null;
  affiliation: StatedValue | null;
  biography: StatedValue | null;
  homepage: StatedValue | null;
  /** Web pages listed beside the home page. */
  links: { entries: StatedLink[]; since: Date } | null;
  pronouns: StatedValue | null;
  pronunciation: StatedValue | null;
  languages: StatedValue | null;
  positions: StatedList | null;
  education: StatedList | null;
  /** Notes beside pinned works, by work id. */
  notes: Record<string, string>;
  /** When the photo was uploaded; null if there is none. */
  photoSince: Date | null;
  /** Whether web pages are links. Without proved control of the record they are texts. */
  linksPages: boolean;
}

/** A list that the owner states, and when it was last changed. */
export interface StatedList {
  entries: CareerEntry[];
  since: Date;
}

/** A work that is pinned or can be pinned. */
export interface PinChoice {
  id: string;
  title: string;
  year: number | null;
}

/** An earlier address of a record, which redirects unless it is disabled. */
export interface EarlierAddress {
  slug: string;
  isDisabled: boolean;
}

/** A record as its owner edits it. */
export interface OwnRecord {
  id: string;
  slug: string;
  /** The displayed name, and the name in the sources if it differs. */
  name: string;
  sourceName: string | null;
  statements: Partial<Record<StatedField, StatedValue>>;
  /** Where the stated name is shown: as the record's name, beside it, or not yet. Null if no name is stated. */
  nameShown: 'name' | 'additional' | 'no' | null;
  /** The matched organisation of the registry for the stated affiliation. */
  rorId: string | null;
  /** The organisations that the stated affiliation may mean, if it is an acronym. */
  affiliationMayBe: { name: string; city: string | null; country: string | null }[];
  pinned: PinChoice[];
  /** Works that can be pinned, newest first. */
  choices: PinChoice[];
  privacy: Privacy;
  /** Notes beside pinned works, by work id. */
  notes: Record<string, string>;
  credits: { work: PinChoice; roles: CreditRole[]; since: Date }[];
  photoSince: Date | null;
  career: Record<CareerPart, CareerEntry[]> & { seen: string };
  /** Addresses that the record had under other names, each with whether it is disabled. */
  addresses: EarlierAddress[];
  /** Why a rule doubts that all works are by one person. */
  doubts: string[];
  /** The level whose powers the owner has now (lib/catalog/powers). */
  level: number;
  /** Marks the statements from which the form was made, so that one tab does not overwrite another. */
  seen: string;
}

/** Returns a mark of the statements from which a form was made: their number, and the time of the latest. */
export const statementsVersionOf = (statements: readonly { since: Date }[]): string =>
  statements.length === 0 ? '' : `${statements.length}-${Math.max(...statements.map(({ since }) => since.getTime()))}`;
