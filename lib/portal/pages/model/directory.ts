import type { AuthorCard } from '#lib/catalog/authors/model/author.ts';
import { headingOf } from '#lib/catalog/bibliography/listed-names.ts';

/** Entry of the author directory, with facts that distinguish namesakes. */
export interface DirectoryEntry {
  card: AuthorCard;
  /** "Zhang, Yunquan"; organisations as written. */
  listedName: string;
  /** The letter under which it is listed. */
  heading: string;
  /** Affiliation, main topic or newest work; null if none is known. */
  about: string | null;
  /** Whether another entry on this page has the same name. */
  hasNamesake: boolean;
}

/** A link to the entries of a list under a letter. */
interface LetterLink {
  heading: string;
  /** The first letter of the entries: where the link begins. */
  from: string;
  count: number;
}

/** Returns the headings of a list in the order of its keys, from the number of keys with each first letter. */
export function letterLinksOf(counts: Iterable<readonly [letter: string, count: number]>): LetterLink[] {
  const links = new Map<string, LetterLink>();
  for (const [from, count] of [...counts].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const heading = headingOf(from);
    const link = links.get(heading);
    if (link) link.count += count;
    else links.set(heading, { heading, from, count });
  }
  return [...links.values()];
}

export interface Directory {
  /** People; organisations that are authors are listed separately. */
  people: DirectoryEntry[];
  organisations: DirectoryEntry[];
  /** Numbers of the whole directory, not of this page. */
  counts: { people: number; organisations: number };
  letters: LetterLink[];
  next: string | null;
}
