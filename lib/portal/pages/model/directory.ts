import type { AuthorCard } from '#lib/catalog/authors/model/author.ts';

/** Entry of the author directory, with facts that distinguish namesakes. */
export interface DirectoryEntry {
  card: AuthorCard;
  /** "Zhang, Yunquan"; organisations as written. */
  listedName: string;
  /** Affiliation, main topic or newest work; null if none is known. */
  about: string | null;
  /** Whether another entry on this page has the same name. */
  hasNamesake: boolean;
}

export interface Directory {
  /** People; organisations that are authors are listed separately. */
  people: DirectoryEntry[];
  organisations: DirectoryEntry[];
  /** Numbers of the whole directory, not of this page. */
  counts: { people: number; organisations: number };
  /** Number of people and organisations by first letter. */
  letters: Map<string, number>;
  next: string | null;
}
