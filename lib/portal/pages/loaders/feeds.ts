import { hash } from 'node:crypto';
import { connection } from 'next/server';
import { type ContextKind, contextFolders } from '#lib/catalog/contexts/model/context.ts';
import { contextNamed } from '#lib/catalog/contexts/queries/contexts.ts';
import { arrivalsOf } from '#lib/catalog/search-index/arrivals.ts';
import { nameOfSearch, searchFrom, worksQuery } from '#lib/catalog/search-index/model/saved.ts';
import type { Feed } from '#lib/catalog/works/model/feeds.ts';
import { citationsByKey } from '#lib/catalog/works/queries/citations.ts';
import { type FeedPage, placeFrom, top } from '#lib/community/feeds/model.ts';
import { arrivalsAt, seenOf } from '#lib/community/feeds/queries/cursors.ts';
import { feedPage } from '#lib/community/feeds/queries/page.ts';
import { viewer } from '#lib/platform/auth/viewer.ts';
import { now } from '#lib/platform/clock.ts';
import { reader } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import { site } from '#lib/platform/site.ts';

const aPage = 30;

/** A page of the reader's own feed; null for a reader who is not signed in. */
export async function loadFeed(cursor: string | undefined): Promise<FeedPage | null> {
  await connection();
  const actor = await viewer();
  return actor && feedPage(reader(), actor.accountId, { from: placeFrom(cursor), limit: aPage });
}

/** Where feeds are from, and the licence of what they say. */
export const feedOrigin = () => ({ base: env().PUBLIC_URL, licence: site().licence });

const maxFed = 50;
const everything = { below: top.work, above: 0 };

/** The last works to arrive in a topic, venue or institution, for a feed; the slug to redirect to for ever; or null where there is none. */
export async function loadContextFeed(kind: ContextKind, slug: string): Promise<Feed | { redirect: string } | null> {
  await connection();
  const row = await contextNamed(reader(), kind, slug);
  if (!row) return null;
  const folder = contextFolders[kind];
  const path = `/${folder}/${row.slug}`;
  if (row.slug !== slug) return { redirect: path };
  const keys = await arrivalsAt(reader(), { of: 'context', key: row.key }, everything, maxFed);
  const works = await citationsByKey(reader(), keys);
  return { kind: folder, id: row.id, path, name: row.name, updatedAt: row.updatedAt, works, ...feedOrigin() };
}

/** The last works to arrive that a search finds, for a feed; null where it looks for nothing. */
export async function loadSearchFeed(query: string): Promise<Feed | null> {
  await connection();
  const asked = searchFrom(query);
  if (!asked) return null;
  const kept = worksQuery(asked);
  const keys = await seenOf(reader(), await arrivalsOf(reader(), asked, { ...everything, limit: maxFed }));
  const works = await citationsByKey(reader(), keys);
  // A search itself does not change: its feed does when a work does. One that finds nothing is as old as the moment.
  const updatedAt = works.length > 0 ? new Date(0) : now();
  const id = hash('sha256', kept, 'hex').slice(0, 16);
  return { kind: 'searches', id, path: '/search', query: kept, name: nameOfSearch(asked), updatedAt, works, ...feedOrigin() };
}
