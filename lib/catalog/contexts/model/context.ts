import type { AuthorCard } from '#lib/catalog/authors/model/author.ts';
import type { SourceLabel, WorkView } from '#lib/catalog/works/model/views.ts';
import type { AffiliationRule } from './affiliations.ts';
import { rorAddress } from './ror.ts';
import type { YearCount } from './years.ts';

/** Kinds of pages that group works and people. */
export const contextKinds = ['topic', 'venue', 'institution'] as const;
export type ContextKind = (typeof contextKinds)[number];

/** URL path segment of each kind: /topics/<slug>. */
export const contextPathSegments = { topic: 'topics', venue: 'venues', institution: 'institutions' } as const satisfies Record<
  ContextKind,
  string
>;

/** A topic, venue or institution in a list or link. */
export interface ContextCard {
  kind: ContextKind;
  slug: string;
  name: string;
  worksCount: number;
  peopleCount: number;
  firstYear: number | null;
  lastYear: number | null;
}

export type WorkContext = Pick<ContextCard, 'kind' | 'slug' | 'name'>;

/** One context of an author, with the number and years of their works in it. */
export interface AuthorContext {
  kind: ContextKind;
  slug: string;
  name: string;
  /** The bare ROR id of a matched institution. */
  rorId: string | null;
  /** The rule that matched it to ROR, and the source that states the affiliation. */
  rule: AffiliationRule | null;
  source: SourceLabel | null;
  works: number;
  firstYear: number | null;
  lastYear: number | null;
}

/** The contexts of an author: those with most works, and the total number. */
export interface AuthorContexts {
  topics: { shown: AuthorContext[]; all: number };
  venues: { shown: AuthorContext[]; all: number };
  institutions: { shown: AuthorContext[]; all: number };
}

/** An owner who states that they work at an institution, and why the statement is shown there. */
export interface StatedMember {
  person: AuthorCard;
  /** 'address': a confirmed address or login of the institution; 'control': proved control of the profile. */
  by: 'address' | 'control';
}

/** An institution that an acronym may mean. */
export interface NamedInstitution {
  /** Null if it has no page here. */
  slug: string | null;
  name: string;
  city: string | null;
  country: string | null;
}

/** The page of a context. Each of its lists has its own cursor. */
/** Number of years, the newest included: people with a work of these years are listed first. */
export const recentYears = 5;

/** A person in the list of a context. */
export type ContextPerson = AuthorCard & { worksHere: number };

export interface ContextView extends ContextCard {
  id: string;
  facts: Record<string, string>;
  worksPerYear: YearCount[];
  /** For an institution: some affiliations as sources write them, each with the rule that matched it to ROR. */
  written: { text: string; rule: AffiliationRule | null }[];
  /** For an institution: those that may be the same, by an acronym (`institutionsByAcronym`). */
  mayBeSame: NamedInstitution[];
  /** Contexts that its newest works share, most frequent first. */
  related: ContextCard[];
  relatedAmong: number;
  people: ContextPerson[];
  nextPeople: string | null;
  /** For an institution: the owners who state that they work there. */
  statedMembers: StatedMember[];
  works: WorkView[];
  nextWorks: string | null;
}

/** Returns the schema.org description of a topic, venue or institution. */
export function contextLinkedData(context: Pick<ContextView, 'kind' | 'id' | 'slug' | 'name' | 'facts'>, base: string): object {
  const { kind, slug, name, facts } = context;
  const address = facts.ror && rorAddress(facts.ror);
  const about = { topic: 'DefinedTerm', venue: 'CreativeWorkSeries', institution: 'Organization' }[kind];
  return {
    '@context': 'https://schema.org',
    '@type': 'CollectionPage',
    url: `${base}/${contextPathSegments[kind]}/${slug}`,
    about: {
      '@type': about,
      name,
      alternateName: facts.acronym,
      termCode: facts.code,
      sameAs: address && [address],
    },
  };
}
