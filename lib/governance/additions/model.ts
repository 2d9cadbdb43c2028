import { z } from 'zod';
import type { EntryFault, ImportedWork } from '#lib/catalog/sources/model.ts';
import { nameInput } from '#lib/catalog/statements/model/statement.ts';
import type { Limit } from '#lib/platform/limits.ts';
import { nameKey } from '#lib/platform/names/name-key.ts';
import { nameSimilarity, type Similarity } from '#lib/platform/names/similar.ts';
import { safeHref, withoutUnsafeCharacters } from '#lib/platform/text/rich-text.ts';

/** Upper bound on an uploaded file or pasted text. */
export const maxPastedBytes = 200 * 1024;
export const maxEntries = 200;
export const maxLookups = 20;
export const readingsLimit: Limit = { times: 30, minutes: 60 };
export const additionsLimit: Limit = { times: 30, minutes: 24 * 60 };
export const creationsLimit: Limit = { times: 3, minutes: 24 * 60 };
const maxUrl = 2_000;

/** Replaces the id of a record that is not created yet. */
export const newProfileId = 'new';

const authorId = z.string().min(1).max(40);
const tooLong = `Up to ${maxPastedBytes / 1024} KB. Split it and add the parts.`;
const optionalText = (maxLength: number) =>
  z
    .string()
    .max(maxLength, `Up to ${maxLength.toLocaleString('en')} characters.`)
    .overwrite(withoutUnsafeCharacters)
    .default('');

/** A text of entries, and identifiers to look up. The file is read separately. */
export const pastedWorksInput = z.object({
  authorId,
  name: nameInput,
  text: z.string().max(maxPastedBytes, tooLong).default(''),
  lookups: optionalText(10_000),
});

/** The record for which the ORCID record is read. */
export const orcidReadingInput = z.object({ authorId, name: nameInput });

/** Years in which a work can be published. */
const years = { min: 1000, max: 2100 } as const;
const isDateWithin = (date: string): boolean => {
  const year = Number(/^(\d{4})(-\d{2}(-\d{2})?)?$/.exec(date)?.[1] ?? 0);
  return year >= years.min && year <= years.max;
};

/** The form for one work. */
export const typedWorkInput = z.object({
  authorId,
  name: nameInput,
  title: optionalText(2_000).pipe(z.string().trim().min(1, 'Enter the title.')),
  authors: optionalText(20_000).pipe(z.string().trim().min(1, 'Enter the authors, one name a line.')),
  date: optionalText(10).pipe(
    z
      .string()
      .refine(
        (date) => date === '' || isDateWithin(date),
        `Enter a year from ${years.min} to ${years.max}, or a date such as 2024-05 or 2024-05-17.`,
      ),
  ),
  venue: optionalText(1_000),
  type: z.string().max(40).default('other'),
  doi: optionalText(400),
  url: optionalText(maxUrl)
    .pipe(z.string().refine((url) => url === '' || safeHref(url) !== null, 'Enter an address that begins with https://'))
    .refine(
      (url) => (safeHref(url) ?? '').length <= maxUrl,
      `Encoded, the address has more than ${maxUrl.toLocaleString('en')} characters.`,
    ),
});

/** What happens to an entry: it is left out, added as a new work, or joined to a known work. */
export type EntryChoice = 'leave' | 'new' | { joins: string };

const entryPrefix = 'entry-';
export const entryFieldName = (index: number): string => `${entryPrefix}${index}`;

/** The chosen entries of a draft. */
export const chosenEntriesInput = z.looseObject({ authorId, seen: z.string().max(60) }).transform(({ authorId: id, seen, ...rest }) => {
  const chosen = Object.entries(rest).flatMap(([name, value]): [number, EntryChoice][] => {
    if (!name.startsWith(entryPrefix) || typeof value !== 'string' || value.length > 60) return [];
    const index = Number(name.slice(entryPrefix.length));
    const joins = /^work-([0-9a-z]{12})$/.exec(value)?.[1];
    return Number.isInteger(index) ? [[index, joins ? { joins } : value === 'new' ? 'new' : 'leave']] : [];
  });
  return { authorId: id, seen, chosen: new Map(chosen) };
});
export type ChosenEntriesInput = z.output<typeof chosenEntriesInput>;

/** The name and chosen entries of a new profile. */
export const createProfileInput = z
  .looseObject({ name: nameInput.pipe(z.string().min(1, 'Enter your name.')), namesakes: z.literal('none').optional().catch(undefined) })
  .transform(({ name, namesakes, ...rest }) => ({
    name,
    hasSeenNamesakes: namesakes === 'none',
    rest: { ...rest, authorId: newProfileId },
  }))
  .transform(({ rest, ...input }, context) => {
    const parsed = chosenEntriesInput.safeParse(rest);
    if (parsed.success) return { ...input, seen: parsed.data.seen, chosen: parsed.data.chosen };
    context.addIssue({ code: 'custom', message: 'Read your works again.' });
    return z.NEVER;
  });
export type CreateProfileInput = z.output<typeof createProfileInput>;

export const removeWorkInput = z.object({ authorId, workId: z.string().min(1).max(40) });
export type RemoveWorkInput = z.infer<typeof removeWorkInput>;

const similarityOrder: readonly Similarity[] = ['same', 'spaced', 'given', 'initial'];

/** Returns the people of a work who can add it: its authors, then its editors. */
export const peopleOf = ({
  authors,
  contributors = [],
}: Pick<ImportedWork, 'authors' | 'contributors'>): { name: string; isEditor: boolean }[] => [
  ...authors.map(({ name }) => ({ name, isEditor: false })),
  ...contributors.flatMap(({ name, role }) => (role === 'editor' ? { name, isEditor: true } : [])),
];

/** Returns the index of the person of a work (`peopleOf`) whom the names match best, or -1 if none matches. */
export function ownAuthorIndex(work: Pick<ImportedWork, 'authors' | 'contributors'>, names: readonly string[]): number {
  const keys = names.map(nameKey);
  const ranks = peopleOf(work).map(({ name }) => {
    const similarities = keys.flatMap((key) => nameSimilarity(key, nameKey(name)) ?? []);
    return Math.min(...similarities.map((each) => similarityOrder.indexOf(each)), similarityOrder.length);
  });
  const bestRank = Math.min(...ranks, similarityOrder.length);
  return bestRank === similarityOrder.length ? -1 : ranks.indexOf(bestRank);
}

/** A known work that an entry may be. */
export interface LikelyWork {
  id: string;
  title: string;
  /** Whether the record has an authorship of it. */
  isOwn: boolean;
  /** Whether the owner has stated that it is not theirs. */
  isNotMine: boolean;
}

/** An entry of a draft, as its owner sees it. */
export interface DraftEntry {
  at: number;
  title: string;
  authors: string[];
  /** Index of the owner among the authors and then the editors, or -1 if none of the names matches. */
  own: number;
  facts: string;
  /** The known work with a common identifier. */
  same: LikelyWork | null;
  /** Known works with the same title. */
  alike: LikelyWork[];
}

export interface Draft {
  entries: DraftEntry[];
  faults: EntryFault[];
  /** Identifies the version of the draft, so that nobody adds entries that they have not seen. */
  seen: string;
}

/** Returns the choices for an entry; the first one is the default. */
export function choicesOf({ own, same, alike }: DraftEntry): EntryChoice[] {
  if (same) return same.isOwn && !same.isNotMine ? [{ joins: same.id }, 'leave'] : ['leave'];
  if (own < 0) return ['leave'];
  const joins = alike.filter(({ isOwn, isNotMine }) => isOwn && !isNotMine).map(({ id }) => ({ joins: id }));
  return alike.length > 0 ? ['leave', ...joins, 'new'] : ['new', 'leave'];
}

export const isSameChoice = (one: EntryChoice, other: EntryChoice): boolean =>
  typeof one === 'string' || typeof other === 'string' ? one === other : one.joins === other.joins;
