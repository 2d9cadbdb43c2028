import type { ImportedWork } from '#lib/catalog/sources/model.ts';
import { nameKey } from '#lib/platform/names/name-key.ts';
import { plainText } from '#lib/platform/text/rich-text.ts';
import { tokenize } from '#lib/platform/text/tokenizer.ts';

const shortest = 20;

/** A title without its case, signs and accents. */
export const foldedTitle = (title: string): string => tokenize(title).join(' ');

/** The folded title that finds the same work in another source; undefined where it is too short to say anything. */
export function titleKey({ title }: Pick<ImportedWork, 'title'>): string | undefined {
  const key = title === null ? '' : foldedTitle(plainText(title));
  return key.length >= shortest ? key : undefined;
}

type Identifier = ImportedWork['identifiers'][number];
type Scheme = Identifier['scheme'];

/** The identifiers that some records of one work give it: where a correction gives one, it replaces those of its scheme. */
export function identifiersOf(records: readonly ImportedWork[]): Identifier[] {
  const corrected = records.flatMap(({ source, identifiers }) => (source === 'correction' ? identifiers : []));
  const replaced = new Set(corrected.map(({ scheme }) => scheme));
  const stated = records.flatMap(({ source, identifiers }) => (source === 'correction' ? [] : identifiers));
  return [...corrected, ...stated.filter(({ scheme }) => !replaced.has(scheme))];
}

const valuesOf = (records: readonly ImportedWork[], scheme: Scheme): Set<string> =>
  new Set(identifiersOf(records).flatMap((each) => (each.scheme === scheme ? each.value : [])));

/** True where both sides have an identifier of the scheme, and none in common. */
function contradicts(record: ImportedWork, known: readonly ImportedWork[], schemes: readonly Scheme[]): boolean {
  return schemes.some((scheme) => {
    const mine = valuesOf([record], scheme);
    const theirs = valuesOf(known, scheme);
    return mine.size > 0 && theirs.size > 0 && mine.isDisjointFrom(theirs);
  });
}

/**
 * True where a record shares a DOI, an arXiv id or an Anthology id with a work. Two Anthology ids or two arXiv ids are two works even
 * under one DOI (a source's slip); two DOIs may belong to one work (a preprint's and the publisher's).
 */
export function sharedIdentity(record: ImportedWork, known: readonly ImportedWork[]): boolean {
  const shares = (['doi', 'arxiv', 'acl'] as const).some((scheme) => !valuesOf([record], scheme).isDisjointFrom(valuesOf(known, scheme)));
  return shares && !contradicts(record, known, ['arxiv', 'acl']);
}

const yearOf = ({ date, year }: ImportedWork): number | undefined => (date ? Number(date.slice(0, 4)) : year);
const namesOf = (records: readonly ImportedWork[]): Set<string> =>
  new Set(records.flatMap(({ authors }) => authors.map(({ name }) => nameKey(name))));

/**
 * True where a record of another source has the same long title as a work, no identifier contradicts it, the years are at most one
 * apart, and the lists share a name (a list that a source does not give cannot contradict). Within one source, or one instance
 * of research objects, a title is no identity; an owner is asked.
 */
export function mayBeOneWork(record: ImportedWork, known: readonly ImportedWork[]): boolean {
  const title = titleKey(record);
  if (title === undefined || !known.some((other) => titleKey(other) === title)) return false;
  if (record.source === 'owner' || known.some(({ source, origin }) => source === record.source && origin === record.origin)) return false;
  if (contradicts(record, known, ['doi', 'arxiv', 'acl'])) return false;
  const year = yearOf(record);
  const years = known.map(yearOf).filter((each) => each !== undefined);
  if (year !== undefined && years.length > 0 && !years.some((each) => Math.abs(each - year) <= 1)) return false;
  const mine = namesOf([record]);
  const theirs = namesOf(known);
  return mine.size === 0 || theirs.size === 0 || !mine.isDisjointFrom(theirs);
}
