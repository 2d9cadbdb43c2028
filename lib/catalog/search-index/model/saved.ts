import { withoutSigns } from '#lib/platform/text/rich-text.ts';
import { searchTokens } from '#lib/platform/text/tokenizer.ts';
import { addressOf, parseSearchQuery, type SearchQuery } from './asked.ts';

/** A search for works out of a query string, from its first page; null where it looks for nothing. */
export function searchFrom(query: string): SearchQuery | null {
  // An escape of a query can hold what no form lets through, and PostgreSQL refuses some of it as text.
  const plain = Object.fromEntries([...new URLSearchParams(query)].map(([name, value]) => [name, withoutSigns(value)]));
  const { q, filters, kind } = parseSearchQuery({ ...plain, kind: 'works' });
  return searchTokens(q).length === 0 ? null : { q, filters, kind };
}

/** The query string of a search for works in its one form, whatever order it came in. */
export const worksQuery = ({ q, filters }: SearchQuery): string => addressOf({ q, kind: 'works', filters }).replace(/^[^?]*\?/, '');

/** What a search is called in a list: its words, and its filters by their values. */
export function nameOfSearch({ q, filters }: SearchQuery): string {
  const { from, to, ...others } = filters;
  const years = from || to ? [from && to ? `${from}–${to}` : from ? `from ${from}` : `until ${to}`] : [];
  const rest = Object.entries(others).map(([name, value]) => (name === 'code' ? 'with code' : `${name} ${value}`));
  return [`“${q}”`, ...years, ...rest].join(', ');
}
