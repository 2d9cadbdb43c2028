import { withoutUnsafeCharacters } from '#lib/platform/text/rich-text.ts';
import { searchTokens } from '#lib/platform/text/tokenizer.ts';
import { parseSearchQuery, type SearchQuery, searchUrlOf } from './search-query.ts';

/** Parses the first page of a search for works from a query string; null if it has no search words. */
export function parseSavedSearch(query: string): SearchQuery | null {
  // Percent-encoding can contain control characters that no form submits; PostgreSQL rejects some of them in text.
  const plain = Object.fromEntries([...new URLSearchParams(query)].map(([name, value]) => [name, withoutUnsafeCharacters(value)]));
  const { q, filters, kind } = parseSearchQuery({ ...plain, kind: 'works' });
  return searchTokens(q).length === 0 ? null : { q, filters, kind };
}

/** Formats a search for works as its canonical query string. */
export const formatWorksQuery = ({ q, filters }: SearchQuery): string => searchUrlOf({ q, kind: 'works', filters }).replace(/^[^?]*\?/, '');

/** Returns the name of a search in a list: its words, and the values of its filters. */
export function nameOfSearch({ q, filters }: SearchQuery): string {
  const { from, to, ...others } = filters;
  const years = from || to ? [from && to ? `${from}–${to}` : from ? `from ${from}` : `until ${to}`] : [];
  const rest = Object.entries(others).map(([name, value]) => (name === 'code' ? 'with code' : `${name} ${value}`));
  return [`“${q}”`, ...years, ...rest].join(', ');
}
