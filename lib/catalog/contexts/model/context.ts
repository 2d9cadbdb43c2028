import type { AuthorCard } from '#lib/catalog/authors/model/author.ts';
import type { SourceLabel, WorkView } from '#lib/catalog/works/model/views.ts';
import type { AffiliationRule } from './affiliations.ts';
import type { YearCount } from './years.ts';

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

/** A topic or the venue of a work. */
export type WorkContext = Pick<ContextCard, 'kind' | 'slug' | 'name'>;

/** One context of an author: how many of their works are in it, and when. */
export interface AuthorContext {
  kind: ContextKind;
  slug: string;
  name: string;
  /** Of an institution that was matched: its bare ROR id. */
  rorId: string | null;
  /** The rule that matched it to ROR, and the source that states the affiliation. */
  rule: AffiliationRule | null;
  source: SourceLabel | null;
  works: number;
  firstYear: number | null;
  lastYear: number | null;
}

/** The contexts of an author: the ones with most works, and how many there are. */
export interface AuthorContexts {
  topics: { shown: AuthorContext[]; all: number };
  venues: { shown: AuthorContext[]; all: number };
  institutions: { shown: AuthorContext[]; all: number };
}

/** The page of a context. Its lists are paged apart, each by a cursor. */
export interface ContextView extends ContextCard {
  id: string;
  facts: Record<string, string>;
  worksPerYear: YearCount[];
  /** Of an institution: some of the ways that sources write it, each with the rule that matched it to ROR. */
  written: { text: string; rule: AffiliationRule | null }[];
  /** What else its newest works are in, the most frequent first. */
  related: ContextCard[];
  relatedAmong: number;
  people: AuthorCard[];
  nextPeople: string | null;
  works: WorkView[];
  nextWorks: string | null;
}

/** A topic, venue or institution in the words of schema.org. */
export function linkedContext(context: Pick<ContextView, 'kind' | 'id' | 'slug' | 'name' | 'facts'>, base: string): object {
  const { kind, slug, name, facts } = context;
  const about = { topic: 'DefinedTerm', venue: 'CreativeWorkSeries', institution: 'Organization' }[kind];
  return {
    '@context': 'https://schema.org',
    '@type': 'CollectionPage',
    url: `${base}/${contextFolders[kind]}/${slug}`,
    about: {
      '@type': about,
      name,
      alternateName: facts.acronym,
      termCode: facts.code,
      sameAs: facts.ror ? [`https://ror.org/${facts.ror}`] : undefined,
    },
  };
}
