import type { ImportedWork } from '#lib/catalog/sources/model.ts';
import { nameKey } from '#lib/platform/names/name-key.ts';
import { plainText } from '#lib/platform/text/rich-text.ts';
import { tokenize } from '#lib/platform/text/tokenizer.ts';

const minTitleKeyCharacters = 20;

/** Folds a title: case, punctuation and diacritics are ignored. */
export const foldedTitle = (title: string): string => tokenize(title).join(' ');

/** Returns the folded title by which a work is matched across sources; undefined if it is too short to be distinctive. */
export function titleKey({ title }: Pick<ImportedWork, 'title'>): string | undefined {
  const key = title === null ? '' : foldedTitle(plainText(title));
  return key.length >= minTitleKeyCharacters ? key : undefined;
}

type Identifier = ImportedWork['identifiers'][number];
type Scheme = Identifier['scheme'];

/** Returns the identifiers of a work from its records. A corrected identifier replaces all others of its scheme. */
export function identifiersOf(records: readonly ImportedWork[]): Identifier[] {
  const corrected = records.flatMap(({ source, identifiers }) => (source === 'correction' ? identifiers : []));
  const replaced = new Set(corrected.map(({ scheme }) => scheme));
  const stated = records.flatMap(({ source, identifiers }) => (source === 'correction' ? [] : identifiers));
  return [...corrected, ...stated.filter(({ scheme }) => !replaced.has(scheme))];
}

const valuesOf = (records: readonly ImportedWork[], scheme: Scheme): Set<string> =>
  new Set(identifiersOf(records).flatMap((each) => (each.scheme === scheme ? each.value : [])));

/** True if both sides have an identifier of a scheme, but none in common. */
function hasConflictingIdentifier(record: ImportedWork, workRecords: readonly ImportedWork[], schemes: readonly Scheme[]): boolean {
  return schemes.some((scheme) => {
    const own = valuesOf([record], scheme);
    const others = valuesOf(workRecords, scheme);
    return own.size > 0 && others.size > 0 && own.isDisjointFrom(others);
  });
}

const isShared = (record: ImportedWork, workRecords: readonly ImportedWork[], scheme: Scheme): boolean =>
  !valuesOf([record], scheme).isDisjointFrom(valuesOf(workRecords, scheme));

/**
 * True if a record shares a DOI, an arXiv id or an Anthology id with a work. Different Anthology ids or arXiv ids mean different works,
 * even with the same DOI (an error in a source). Different DOIs may belong to one work (a preprint's and the publisher's). A DOI alone may
 * be that of the book or volume, which several works state: then their titles differ, and their authors or their entries in one source.
 */
export function hasSharedIdentifier(record: ImportedWork, workRecords: readonly ImportedWork[]): boolean {
  const isSharedId = (['arxiv', 'acl'] as const).some((scheme) => isShared(record, workRecords, scheme));
  if (!isSharedId && !isShared(record, workRecords, 'doi')) return false;
  if (hasConflictingIdentifier(record, workRecords, ['arxiv', 'acl'])) return false;
  return isSharedId || !workRecords.every((other) => isOtherWork(record, other));
}

/** True if two records with one DOI describe different works of one container. */
function isOtherWork(record: ImportedWork, other: ImportedWork): boolean {
  if (!haveDifferentTitles(record, other)) return false;
  if (record.source === other.source && record.origin === other.origin && record.source !== 'owner') return true;
  const [own, others] = [namesOf([record]), namesOf([other])];
  return own.size > 0 && others.size > 0 && own.isDisjointFrom(others);
}

/** Minimum share of common words of two titles of one work. */
const minCommonWords = 0.5;
const latinLetter = /\p{Script=Latin}/u;

/** True if two titles in one script have few words in common, and none begins with the other. A missing title differs from none. */
function haveDifferentTitles(one: ImportedWork, other: ImportedWork): boolean {
  const [a, b] = [one, other].map(({ title }) => (title === null ? '' : foldedTitle(plainText(title)))) as [string, string];
  if (a === '' || b === '' || a.startsWith(b) || b.startsWith(a) || latinLetter.test(a) !== latinLetter.test(b)) return false;
  const [words, others] = [new Set(a.split(' ')), new Set(b.split(' '))];
  return words.intersection(others).size < minCommonWords * words.union(others).size;
}

/** Returns the key of the family name of the first author, or else of the first contributor. */
export function firstFamilyKey({ authors, contributors = [] }: Pick<ImportedWork, 'authors' | 'contributors'>): string {
  const first = authors[0] ?? contributors[0];
  return nameKey(first?.family ?? first?.name.split(' ').at(-1) ?? '');
}

const yearOf = ({ date, year }: ImportedWork): number | undefined => (date ? Number(date.slice(0, 4)) : year);
const namesOf = (records: readonly ImportedWork[]): Set<string> =>
  new Set(records.flatMap(({ authors }) => authors.map(({ name }) => nameKey(name))));

/**
 * True if a record of another source has the same long title as a work and nothing contradicts it: no identifier differs, the years differ
 * by at most one, and the author lists share a name. A missing author list cannot contradict. Within one source, or one instance of
 * research objects, an equal title is not sufficient; owners are asked instead.
 */
export function isLikelySameWork(record: ImportedWork, workRecords: readonly ImportedWork[]): boolean {
  const title = titleKey(record);
  if (title === undefined || !workRecords.some((other) => titleKey(other) === title)) return false;
  if (record.source === 'owner' || workRecords.some(({ source, origin }) => source === record.source && origin === record.origin))
    return false;
  if (hasConflictingIdentifier(record, workRecords, ['doi', 'arxiv', 'acl'])) return false;
  const year = yearOf(record);
  const years = workRecords.map(yearOf).filter((each) => each !== undefined);
  if (year !== undefined && years.length > 0 && !years.some((each) => Math.abs(each - year) <= 1)) return false;
  const own = namesOf([record]);
  const others = namesOf(workRecords);
  return own.size === 0 || others.size === 0 || !own.isDisjointFrom(others);
}
