import { hash } from 'node:crypto';
import { connection } from 'next/server';
import { type ContextKind, contextPathSegments } from '#lib/catalog/contexts/model/context.ts';
import { findContext } from '#lib/catalog/contexts/queries/contexts.ts';
import { formatWorksQuery, nameOfSearch, parseSavedSearch } from '#lib/catalog/search-index/model/saved.ts';
import { findNewMatches } from '#lib/catalog/search-index/new-matches.ts';
import type { Feed } from '#lib/catalog/works/model/feeds.ts';
import { citationsByKey } from '#lib/catalog/works/queries/citations.ts';
import { type FeedPage, parseFeedCursor, topFeedPosition } from '#lib/community/feeds/model.ts';
import { arrivalKeysOf, selectListableKeys } from '#lib/community/feeds/queries/cursors.ts';
import { feedPage } from '#lib/community/feeds/queries/page.ts';
import { viewer } from '#lib/platform/auth/viewer.ts';
import { now } from '#lib/platform/clock.ts';
import { reader } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import { site } from '#lib/platform/site.ts';

const itemsPerPage = 12;

/** Loads a page of the viewer's own feed; null without an account. */
export async function loadFeed(cursor: string | undefined): Promise<FeedPage | null> {
  await connection();
  const actor = await viewer();
  return actor && feedPage(reader(), actor.accountId, { from: parseFeedCursor(cursor), limit: itemsPerPage });
}

/** Returns the origin of feeds and the licence of their content. */
export const feedOrigin = () => ({ base: env().PUBLIC_URL, licence: site().licence });

const maxInFeed = 50;
const allArrivals = { below: topFeedPosition.work, above: 0 };

/**
 * Loads the latest arrivals in a topic, venue or institution for a feed. Returns the path for a permanent redirect, or null if it does not
 * exist.
 */
export async function loadContextFeed(kind: ContextKind, slug: string): Promise<Feed | { redirect: string } | null> {
  await connection();
  const row = await findContext(reader(), kind, slug);
  if (!row) return null;
  const folder = contextPathSegments[kind];
  const path = `/${folder}/${row.slug}`;
  if (row.slug !== slug) return { redirect: path };
  const keys = await arrivalKeysOf(reader(), { of: 'context', key: row.key }, allArrivals, maxInFeed);
  const works = await citationsByKey(reader(), keys);
  return { kind: folder, id: row.id, path, name: row.name, updatedAt: row.updatedAt, works, ...feedOrigin() };
}

/** Loads the latest arrivals that a search finds for a feed; null for an empty search. */
export async function loadSearchFeed(query: string): Promise<Feed | null> {
  await connection();
  const search = parseSavedSearch(query);
  if (!search) return null;
  const canonical = formatWorksQuery(search);
  const keys = await selectListableKeys(reader(), await findNewMatches(reader(), search, { ...allArrivals, limit: maxInFeed }));
  const works = await citationsByKey(reader(), keys);
  // A search itself never changes, so the feed is dated by its newest work. Without results, the current time is used.
  const updatedAt = works.length > 0 ? new Date(0) : now();
  const id = hash('sha256', canonical, 'hex').slice(0, 16);
  return {
    kind: 'searches',
    id,
    path: '/search',
    query: canonical,
    requestedQuery: query,
    name: nameOfSearch(search),
    updatedAt,
    works,
    ...feedOrigin(),
  };
}
