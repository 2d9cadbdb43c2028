import type { AuthorCard } from '#lib/catalog/authors/model/author.ts';
import type { ContextCard, ContextPerson } from '#lib/catalog/contexts/model/context.ts';
import type { NameMatch } from '#lib/catalog/search-index/model/closeness.ts';
import type { FilterName, ResultKind, SearchQuery, WorksOrder } from '#lib/catalog/search-index/model/search-query.ts';
import type { WorkView } from '#lib/catalog/works/model/views.ts';

/** A person in search results, with facts that distinguish namesakes. */
export interface PersonResult {
  card: AuthorCard;
  /** How the name matches the query; null if no stored name variant does. */
  matched: NameMatch | null;
  /** The newest works, at most two. */
  recent: { id: string; title: string; language: string | null; year: number | null }[];
}

/** A filter with the values that occur in the matches. */
export interface Facet {
  name: FilterName;
  options: { value: string; name: string; count: number }[];
}

export interface Total {
  count: number;
  /** False if counting stopped at its upper bound, and there may be more. */
  exact: boolean;
}

type KindResults =
  | { kind: 'people'; people: PersonResult[] }
  | { kind: 'works'; works: WorkView[]; order: WorksOrder }
  | { kind: 'topics' | 'venues' | 'institutions'; contexts: ContextCard[] };

export type SectionView = KindResults & { total: Total };

/** Additional results if a topic has exactly the name searched for: its people with most works. */
export interface MatchedTopic {
  topic: ContextCard;
  people: ContextPerson[];
}

export interface SearchView {
  requested: SearchQuery;
  /** Results for an identifier: a DOI, an arXiv, Anthology or OpenAlex id, or an ORCID iD. */
  identified: { works: WorkView[]; people: PersonResult[] };
  /** Number of matches by kind, without filters of other kinds. */
  totals: Partial<Record<ResultKind, Total>>;
  /** A few results of each kind, or one page of the requested kind. */
  sections: SectionView[];
  topic: MatchedTopic | null;
  /** For a single kind: its filters, the number of matches among which they were counted, and the cursor of the next page. */
  facets: Facet[];
  countedAmong: number | null;
  next: string | null;
  /** If no result contains all words: works that contain one of them, rarest word first. */
  partial: { word: string; works: WorkView[]; total: Total }[];
}

/** One suggestion below the search box while typing. */
export interface Suggestion {
  kind: ResultKind;
  label: string;
  href: string;
  /** Text that distinguishes it from others of the same name. */
  hint: string;
}
