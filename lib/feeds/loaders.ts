import { createHash } from 'node:crypto';
import { connection } from 'next/server';
import { viewer } from '../auth/viewer.ts';
import { now } from '../clock.ts';
import { type ContextKind, contextFolders } from '../contexts/model.ts';
import { contextNamed } from '../contexts/queries.ts';
import { reader } from '../db/store.ts';
import { env } from '../env.ts';
import { arrivalsOf } from '../search/arrivals.ts';
import { nameOfSearch, searchFrom, worksQuery } from '../search/model/saved.ts';
import type { Feed } from '../works/model/feeds.ts';
import { citationsByKey } from '../works/queries/citations.ts';
import { type FeedPage, placeFrom, top } from './model.ts';
import { arrivalsAt, seenOf } from './queries/heads.ts';
import { feedPage } from './queries/page.ts';

const aPage = 30;

/** A page of the reader's own feed; null for a reader who is not signed in. */
export async function loadFeed(cursor: string | undefined): Promise<FeedPage | null> {
  await connection();
  const actor = await viewer();
  return actor && feedPage(reader(), actor.accountId, { from: placeFrom(cursor), limit: aPage });
}

const mostFed = 50;
const everything = { below: top.work, above: 0 };

/** The last works to arrive in a topic, venue or institution, for a feed; the slug to redirect to for ever; or null where there is none. */
export async function loadContextFeed(kind: ContextKind, slug: string): Promise<Feed | { redirect: string } | null> {
  await connection();
  const row = await contextNamed(reader(), kind, slug);
  if (!row) return null;
  const folder = contextFolders[kind];
  const path = `/${folder}/${row.slug}`;
  if (row.slug !== slug) return { redirect: path };
  const keys = await arrivalsAt(reader(), { of: 'context', key: row.key }, everything, mostFed);
  const works = await citationsByKey(reader(), keys);
  return { kind: folder, id: row.id, path, name: row.name, updatedAt: row.updatedAt, works, base: env().PUBLIC_URL };
}

/** The last works to arrive that a search finds, for a feed; null where it looks for nothing. */
export async function loadSearchFeed(query: string): Promise<Feed | null> {
  await connection();
  const asked = searchFrom(query);
  if (!asked) return null;
  const kept = worksQuery(asked);
  const keys = await seenOf(reader(), await arrivalsOf(reader(), asked, { ...everything, limit: mostFed }));
  const works = await citationsByKey(reader(), keys);
  // A search itself does not change: its feed does when a work does. One that finds nothing is as old as the moment.
  const updatedAt = works.length > 0 ? new Date(0) : now();
  const id = createHash('sha256').update(kept).digest('hex').slice(0, 16);
  return { kind: 'searches', id, path: '/search', query: kept, name: nameOfSearch(asked), updatedAt, works, base: env().PUBLIC_URL };
}
