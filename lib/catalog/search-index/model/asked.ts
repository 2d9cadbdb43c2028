import { z } from 'zod';
import { firstValue } from '#lib/platform/form.ts';

/** What a search can show one kind of, as its URL says it. */
export const kinds = ['people', 'topics', 'venues', 'institutions', 'works'] as const;
export type Kind = (typeof kinds)[number];

/** Filters of each kind, in the order of the URL. */
const filterNames = {
  people: ['claim', 'topic', 'institution'],
  topics: [],
  venues: [],
  institutions: [],
  works: ['from', 'to', 'type', 'source', 'topic', 'venue', 'code'],
} as const satisfies Record<Kind, readonly string[]>;
export type FilterName = (typeof filterNames)[Kind][number];
export type Filters = Partial<Record<FilterName, string>>;

/** One search, as its URL says it: the same URL for the same result. */
export interface SearchQuery {
  q: string;
  /** Null: a few of each. */
  kind: Kind | null;
  filters: Filters;
  after?: string | undefined;
}

const year = z.string().regex(/^\d{4}$/);
const slug = z.string().regex(/^[\p{L}\p{N}-]{1,200}$/u);
const filterForms: Record<FilterName, z.ZodType<string>> = {
  claim: z.enum(['unclaimed', 'pending', 'claimed', 'disputed']),
  topic: slug,
  institution: slug,
  venue: slug,
  from: year,
  to: year,
  type: z.string().regex(/^[a-z]{1,20}$/),
  source: z.string().regex(/^[a-z0-9-]{1,40}$/),
  code: z.literal('yes'),
};

export type Params = Record<string, string | string[] | undefined>;
const first = (value: string | string[] | undefined): string => firstValue(value) ?? '';

/** Reads a search out of a URL. Nothing in it is wrong: what means nothing is left out, and the page says what it shows. */
export function parseSearchQuery(params: Params): SearchQuery {
  const kind = kinds.find((each) => each === first(params.kind)) ?? null;
  const names: readonly FilterName[] = kind ? filterNames[kind] : [];
  const filters = Object.fromEntries(
    names.flatMap((name) => {
      const read = filterForms[name].safeParse(first(params[name]));
      return read.success ? [[name, read.data]] : [];
    }),
  );
  const after = first(params.after).slice(0, 100);
  return { q: first(params.q).replace(/\s+/g, ' ').trim().slice(0, 200), kind, filters, ...(kind && after ? { after } : {}) };
}

/** The address of a search, its parts always in one order. */
export function addressOf({ q, kind, filters, after }: SearchQuery): string {
  const query = new URLSearchParams();
  if (q) query.set('q', q);
  if (kind) {
    query.set('kind', kind);
    for (const name of filterNames[kind]) {
      const value = filters[name];
      if (value) query.set(name, value);
    }
    if (after) query.set('after', after);
  }
  return `/search${query.size > 0 ? `?${query}` : ''}`;
}

/** The same search with one filter set, or taken away; from its first page. */
export function filtered({ q, kind, filters }: SearchQuery, name: FilterName, value: string | null): SearchQuery {
  const { [name]: _, ...others } = filters;
  return { q, kind, filters: value === null ? others : { ...others, [name]: value } };
}

/**
 * 'relevance': best match first, by BM25; 'titles': many match, so the best of those with the words in the title come first, and then the
 * newest; 'newest': the same where so many match that filters apply to the newest alone; 'begun': nothing has the last word whole, so what has
 * a word that begins so is meant, the newest first; 'forms': few have the words, so other forms and spellings come after them, the newest first.
 */
export type WorksOrder = 'relevance' | 'titles' | 'newest' | 'begun' | 'forms';
