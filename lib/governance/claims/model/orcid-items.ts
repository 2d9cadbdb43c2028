import { tokenize } from '#lib/platform/text/tokenizer.ts';
import { bearsFullName } from './address-names.ts';
import { isSameName, matchesSpelledFirstName } from './claim-names.ts';

/** A name beside an iD in the author list of a registry. */
export interface RegistryEntry {
  name: string;
  /** Whether the holder of the iD has signed in at ORCID for it (Crossref: `authenticated-orcid`). */
  isAuthenticated: boolean;
}

/** A work of the record on the ORCID record, as the party that put it there describes it. */
export interface OrcidItem {
  /** The work of the record; two items of one work count once. */
  work: string;
  /** Who put it there; null if the holder of the iD did, also by a search tool. */
  assertedBy: string | null;
  /** Whether anybody can publish such items: a preprint, a data set, a deposit. */
  isPosted: boolean;
  /** For DataCite: whether the operator trusts the repository that deposited it. */
  isTrustedRepository: boolean;
  /** The names beside the iD. */
  entries: readonly RegistryEntry[];
  /** The other authors of the work as its sources list them; null if no source lists all. */
  coauthors: readonly string[] | null;
}

/** Whom the asserting parties tie an iD to. */
type Signer = 'this_author' | 'alone_in_two' | 'other' | 'not_told';

/** Whether the entries of an item name this author, or somebody else; null if the item has no entry for the iD. */
function entrySigner({ entries, coauthors }: OrcidItem, names: readonly string[]): 'this_author' | 'other' | null {
  if (entries.length === 0) return null;
  const others = coauthors ?? [];
  // A name that a co-author can have too is this author's only if it spells out their given name and no co-author's.
  const isOwn = ({ name }: RegistryEntry): boolean =>
    matchesSpelledFirstName([name], names) &&
    (!matchesSpelledFirstName([name], others) || (bearsFullName([name], names) && !bearsFullName([name], others)));
  return entries.every(isOwn) ? 'this_author' : 'other';
}

/** Whether an entry beside this author binds the iD: a publisher’s, or one for which the holder has signed in. */
const isBindingEntry = ({ assertedBy, isPosted, isTrustedRepository, entries }: OrcidItem): boolean =>
  (assertedBy === 'Crossref' && (!isPosted || entries.some(({ isAuthenticated }) => isAuthenticated))) ||
  (assertedBy === 'DataCite' && isTrustedRepository);

/** Whether one of two works can count as asserted by others: nobody can publish it alone, and its author list is known. */
const isCountable = (item: OrcidItem, names: readonly string[]): boolean =>
  item.coauthors !== null &&
  (item.assertedBy === 'Crossref'
    ? !item.isPosted
    : item.assertedBy === 'DataCite'
      ? item.isTrustedRepository
      : item.assertedBy !== null && !item.isPosted && entrySigner(item, names) === 'this_author');

const reversed = (name: string): string => tokenize(name).reverse().join(' ');

/** Whether two author lists can have a person in common: their names are equal, or share the family name and an initial. */
const haveCommonAuthor = (one: readonly string[], other: readonly string[]): boolean =>
  one.some((name) => other.some((each) => isSameName(name, each) || isSameName(reversed(name), each) || isSameName(name, reversed(each))));

/**
 * Returns the item that ties an iD to an author best, and whom it is tied to. An iD is this author's by an entry beside their name, or by
 * two works that this author alone has in common: every co-author lists the same works and can set any name at ORCID.
 * @param names the record's names in sources
 */
export function signerOf<Item extends OrcidItem>(items: readonly Item[], names: readonly string[]): { item: Item; signer: Signer } | null {
  const asserted = items.filter(({ assertedBy }) => assertedBy !== null);
  const named = asserted.find((item) => isBindingEntry(item) && entrySigner(item, names) === 'this_author');
  if (named) return { item: named, signer: 'this_author' };
  const isContradicted = asserted.some((item) => entrySigner(item, names) === 'other');
  const countable = isContradicted ? [] : asserted.filter((item) => isCountable(item, names));
  for (const [at, one] of countable.entries())
    for (const other of countable.slice(at + 1))
      if (one.work !== other.work && !haveCommonAuthor(one.coauthors ?? [], other.coauthors ?? []))
        return { item: one, signer: 'alone_in_two' };
  const untold = asserted.find((item) => entrySigner(item, names) !== 'other');
  if (untold) return { item: untold, signer: 'not_told' };
  // An item of the holder says less than one by another party, and more than one that names somebody else.
  const [first] = [...items.filter(({ assertedBy }) => assertedBy === null), ...asserted];
  return first ? { item: first, signer: first.assertedBy === null ? 'not_told' : 'other' } : null;
}

/** A work of the record without identifiers, as its source describes it. */
export interface DescribedWork {
  title: string | null;
  year: number | null;
  venue: string | null;
  /** The listed authors in order. */
  authors: readonly string[];
  isComplete: boolean;
}

/** An item of a registry, as far as it is compared. */
export interface DescribedItem {
  title: string | null;
  years: readonly number[];
  venues: readonly string[];
  authors: readonly string[];
}

const ignoredWords = new Set('a an and at for in of on the proc proceedings annual international conference'.split(' '));

/** Returns the words that identify a title or venue, without years, ordinals and words that sources abbreviate or omit. */
const keyWords = (text: string): string =>
  tokenize(text)
    .filter((word) => !ignoredWords.has(word) && !/^\d+(st|nd|rd|th)?$/.test(word))
    .join(' ');

/** What of a work differs from an item or is not stated, in the order of comparison; null if all of it is the same. */
export function descriptionMismatch(work: DescribedWork, item: DescribedItem): 'title' | 'year' | 'authors' | 'venue' | null {
  const minTitleWords = 3;
  const titleWords = tokenize(work.title ?? '');
  if (titleWords.length < minTitleWords || titleWords.join(' ') !== tokenize(item.title ?? '').join(' ')) return 'title';
  if (work.year === null || !item.years.includes(work.year)) return 'year';
  const isSameList =
    work.authors.length > 0 &&
    (work.isComplete ? work.authors.length === item.authors.length : work.authors.length <= item.authors.length) &&
    work.authors.every((name, at) => {
      const other = item.authors[at] ?? '';
      return isSameName(name, other) || isSameName(reversed(name), other);
    });
  if (!isSameList) return 'authors';
  const venue = keyWords(work.venue ?? '');
  return venue !== '' && item.venues.some((each) => keyWords(each) === venue) ? null : 'venue';
}
