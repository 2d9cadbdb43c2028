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

/**
 * True if a record shares a DOI, an arXiv id or an Anthology id with a work. Different Anthology ids or arXiv ids mean different works,
 * even with the same DOI (an error in a source). Different DOIs may belong to one work (a preprint's and the publisher's).
 */
export function hasSharedIdentifier(record: ImportedWork, workRecords: readonly ImportedWork[]): boolean {
  const isShared = (['doi', 'arxiv', 'acl'] as const).some(
    (scheme) => !valuesOf([record], scheme).isDisjointFrom(valuesOf(workRecords, scheme)),
  );
  return isShared && !hasConflictingIdentifier(record, workRecords, ['arxiv', 'acl']);
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
