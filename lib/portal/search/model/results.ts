import type { AuthorCard } from '#lib/catalog/authors/model/author.ts';
import type { ContextCard } from '#lib/catalog/contexts/model/context.ts';
import type { FilterName, Kind, SearchQuery, WorksOrder } from '#lib/catalog/search-index/model/asked.ts';
import type { NameMatch } from '#lib/catalog/search-index/model/closeness.ts';
import type { WorkView } from '#lib/catalog/works/model/views.ts';

/** A person as a search shows one: with what tells namesakes apart. */
export interface PersonFound {
  card: AuthorCard;
  /** How the name answers the query; null where no spelling that is kept does. */
  matched: NameMatch | null;
  /** The newest works, two at most. */
  recent: { id: string; title: string; year: number | null }[];
}

/** One filter with the values that the matches have. */
export interface Facet {
  name: FilterName;
  options: { value: string; name: string; count: number }[];
}

/** How many match. */
export interface Total {
  count: number;
  /** False where counting stopped: there are more. */
  exact: boolean;
}

type Found =
  | { kind: 'people'; people: PersonFound[] }
  | { kind: 'works'; works: WorkView[]; order: WorksOrder }
  | { kind: 'topics' | 'venues' | 'institutions'; contexts: ContextCard[] };

export type SectionView = Found & { total: Total };

/** What a topic of just this name adds: who wrote under it lately. */
export interface TopicFound {
  topic: ContextCard;
  people: AuthorCard[];
}

export interface SearchView {
  asked: SearchQuery;
  /** What the query leads to where it is an identifier: a DOI, an arXiv, Anthology or OpenAlex id, an ORCID iD. */
  identified: { works: WorkView[]; people: PersonFound[] };
  /** How many of each kind match, without filters of other kinds. */
  totals: Partial<Record<Kind, Total>>;
  /** A few of each kind, or one page of the kind asked for. */
  sections: SectionView[];
  topic: TopicFound | null;
  /** Of one kind: its filters, how many of the matches they were counted among, and the next page. */
  facets: Facet[];
  countedAmong: number | null;
  next: string | null;
  /** Where no result has all words: works that have one of them, the rarest word first. */
  partial: { word: string; works: WorkView[]; total: Total }[];
}

/** One line below the box while somebody types. */
export interface Suggestion {
  kind: Kind;
  label: string;
  href: string;
  /** What tells it from others of its name. */
  hint: string;
}
