import type { AuthorCard } from '#lib/catalog/authors/model/author.ts';

/** A person as the directory lists one: what tells them from others of the name. */
export interface DirectoryEntry {
  card: AuthorCard;
  /** "Zhang, Yunquan"; an organisation as written. */
  listed: string;
  /** Affiliation, main topic or newest work; null where none is known. */
  about: string | null;
  /** Another one of this part of the list has the same name. */
  hasNamesake: boolean;
}

export interface Directory {
  /** Organisations that are authors too are listed apart. */
  people: DirectoryEntry[];
  organisations: DirectoryEntry[];
  /** How many are listed in all, not on this page alone. */
  counts: { people: number; organisations: number };
  /** How many are listed under each letter, people and organisations. */
  letters: Map<string, number>;
  next: string | null;
}
