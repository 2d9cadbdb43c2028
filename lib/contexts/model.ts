import type { AuthorCard } from '../authors/model.ts';
import type { WorkView } from '../works/model/views.ts';

/** What works and people have in common besides each other. */
export const contextKinds = ['topic', 'venue', 'institution'] as const;
export type ContextKind = (typeof contextKinds)[number];

/** The folder of a kind's pages: /topics/<slug>. */
export const contextFolders = { topic: 'topics', venue: 'venues', institution: 'institutions' } as const satisfies Record<
  ContextKind,
  string
>;

/** A topic, venue or institution as a list or a link shows it. */
export interface ContextCard {
  kind: ContextKind;
  slug: string;
  name: string;
  worksCount: number;
  peopleCount: number;
  firstYear: number | null;
  lastYear: number | null;
}

/** One context of an author: how many of their works stand in it, and when. */
export interface AuthorContext {
  kind: ContextKind;
  slug: string;
  name: string;
  /** Of an institution that was matched: its bare ROR id. */
  rorId: string | null;
  works: number;
  firstYear: number | null;
  lastYear: number | null;
}

/** The page of a context. Its lists are paged apart, each by a cursor. */
export interface ContextView extends ContextCard {
  id: string;
  facts: Record<string, string>;
  people: AuthorCard[];
  nextPeople: string | null;
  works: WorkView[];
  nextWorks: string | null;
}
