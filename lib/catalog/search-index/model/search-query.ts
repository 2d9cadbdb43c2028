import { z } from 'zod';
import { firstText, type QueryParameters } from '#lib/platform/form.ts';

/** Kinds of results, as the URL names them. */
export const resultKinds = ['people', 'topics', 'venues', 'institutions', 'works'] as const;
export type ResultKind = (typeof resultKinds)[number];

/** Filters of each kind, in URL order. */
const filterNames = {
  people: ['claim', 'open', 'topic', 'institution'],
  topics: [],
  venues: [],
  institutions: [],
  works: ['from', 'to', 'type', 'source', 'topic', 'venue', 'code'],
} as const satisfies Record<ResultKind, readonly string[]>;
export type FilterName = (typeof filterNames)[ResultKind][number];
export type SearchFilters = Partial<Record<FilterName, string>>;

/** Orders of works; the best match by default. */
export type WorksSort = 'best' | 'newest';

/** A search as its URL states it. Equal searches have equal URLs. */
export interface SearchQuery {
  q: string;
  /** Null: a few results of each kind. */
  kind: ResultKind | null;
  filters: SearchFilters;
  /** Works, newest first. */
  sort?: 'newest' | undefined;
  after?: string | undefined;
}

const yearSchema = z.string().regex(/^\d{4}$/);
const slugSchema = z.string().regex(/^[\p{L}\p{N}-]{1,200}$/u);
const filterSchemas: Record<FilterName, z.ZodType<string>> = {
  claim: z.enum(['unclaimed', 'pending', 'claimed', 'disputed']),
  open: z.string().regex(/^[a-z-]{1,20}$/),
  topic: slugSchema,
  institution: slugSchema,
  venue: slugSchema,
  from: yearSchema,
  to: yearSchema,
  type: z.string().regex(/^[a-z]{1,20}$/),
  source: z.string().regex(/^[a-z0-9-]{1,40}$/),
  code: z.literal('yes'),
};

/** Parses a search from a URL. Never fails: invalid values are ignored, years in reverse order are swapped, and the page shows the search. */
export function parseSearchQuery(params: QueryParameters): SearchQuery {
  const kind = resultKinds.find((each) => each === firstText(params.kind)) ?? null;
  const names: readonly FilterName[] = kind ? filterNames[kind] : [];
  const filters = Object.fromEntries(
    names.flatMap((name) => {
      const parsed = filterSchemas[name].safeParse(firstText(params[name]));
      return parsed.success ? [[name, parsed.data]] : [];
    }),
  );
  const { from, to } = filters;
  if (from && to && from > to) [filters.from, filters.to] = [to, from];
  const after = firstText(params.after).slice(0, 100);
  return {
    q: firstText(params.q).replace(/\s+/g, ' ').trim().slice(0, 200),
    kind,
    filters,
    ...(kind === 'works' && firstText(params.sort) === 'newest' ? { sort: 'newest' } : {}),
    ...(kind && after ? { after } : {}),
  };
}

/** Formats the URL of a search, with parameters in a fixed order. */
export function searchUrlOf({ q, kind, filters, sort, after }: SearchQuery): string {
  const query = new URLSearchParams();
  if (q) query.set('q', q);
  if (kind) {
    query.set('kind', kind);
    for (const name of filterNames[kind]) {
      const value = filters[name];
      if (value) query.set(name, value);
    }
    if (sort) query.set('sort', sort);
    if (after) query.set('after', after);
  }
  return `/search${query.size > 0 ? `?${query}` : ''}`;
}

/** Returns the first page of the same search with one filter set or removed. */
export function withFilter({ q, kind, filters, sort }: SearchQuery, name: FilterName, value: string | null): SearchQuery {
  const { [name]: _, ...others } = filters;
  return { q, kind, sort, filters: value === null ? others : { ...others, [name]: value } };
}

/**
 * How works are ordered by match.
 * - 'relevance': by BM25 score and year.
 * - 'names': the query is the name of people; their works come first, newest first.
 * - 'titles': many matches; the best of those with the words in the title, then the newest.
 * - 'newest': as 'titles', but there are so many matches that filters apply only to the newest.
 * - 'begun': no work contains the last word; works with a word that starts with it, newest first.
 * - 'forms': few works contain the words; they come first, then works with other forms and spellings, newest first.
 */
export type WorksOrder = 'relevance' | 'names' | 'titles' | 'newest' | 'begun' | 'forms';
