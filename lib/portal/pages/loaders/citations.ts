import { connection } from 'next/server';
import type { ContextKind } from '#lib/catalog/contexts/model/context.ts';
import { findContext } from '#lib/catalog/contexts/queries/contexts.ts';
import { contextWorkKeys } from '#lib/catalog/contexts/queries/page.ts';
import { formatWorksQuery, parseSavedSearch } from '#lib/catalog/search-index/model/saved.ts';
import { findNewMatches } from '#lib/catalog/search-index/new-matches.ts';
import type { CitedWork } from '#lib/catalog/works/model/citations/cited.ts';
import { maxPerFile } from '#lib/catalog/works/model/citations/formats.ts';
import { parseYear } from '#lib/catalog/works/model/list/selection.ts';
import { citationsByKey } from '#lib/catalog/works/queries/citations.ts';
import { topFeedPosition } from '#lib/community/feeds/model.ts';
import { selectListableKeys } from '#lib/community/feeds/queries/cursors.ts';
import { reader } from '#lib/platform/db/store.ts';

interface ListedCitations {
  /** File name without extension. */
  name: string;
  works: CitedWork[];
  /** Query of the next file; null at the end. */
  next: URLSearchParams | null;
}

/**
 * Loads works of a topic, venue or institution as citations, newest first. Returns the slug for a permanent redirect, or null if it does
 * not exist.
 */
export async function loadContextCitations(
  kind: ContextKind,
  slug: string,
  params: URLSearchParams,
): Promise<ListedCitations | { redirect: string } | null> {
  await connection();
  const row = await findContext(reader(), kind, slug);
  if (!row) return null;
  if (row.slug !== slug) return { redirect: row.slug };
  const [year, after] = [parseYear(params.get('year') ?? ''), params.get('after') ?? undefined];
  const { keys, next } = await contextWorkKeys(reader(), row.key, { after, year, limit: maxPerFile });
  const query = next && new URLSearchParams({ ...(year && { year: `${year}` }), after: next });
  return { name: row.slug, works: await citationsByKey(reader(), keys), next: query || null };
}

/** Loads works that a search finds as citations, latest arrivals first; null for an empty search. */
export async function loadSearchCitations(params: URLSearchParams): Promise<ListedCitations | null> {
  await connection();
  const search = parseSavedSearch(`${params}`);
  if (!search) return null;
  const [, after] = /^([1-9]\d{0,9})$/.exec(params.get('after') ?? '') ?? [];
  const below = Math.min(Number(after ?? topFeedPosition.work), topFeedPosition.work);
  const arrivals = await findNewMatches(reader(), search, { below, above: 0, limit: maxPerFile + 1 });
  const page = arrivals.slice(0, maxPerFile);
  const query = new URLSearchParams(formatWorksQuery(search));
  if (arrivals.length > maxPerFile) query.set('after', `${page.at(-1)}`);
  return {
    name: 'search',
    works: await citationsByKey(reader(), await selectListableKeys(reader(), page)),
    next: query.has('after') ? query : null,
  };
}
