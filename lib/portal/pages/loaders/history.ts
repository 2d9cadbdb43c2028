import { connection } from 'next/server';
import { findAuthor } from '#lib/catalog/authors/queries/find.ts';
import type { HistoryFeed } from '#lib/catalog/works/model/feeds.ts';
import type { WorkChange } from '#lib/catalog/works/model/history.ts';
import { historyOfWork, historyOfWorks } from '#lib/catalog/works/queries/history.ts';
import { reader } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import { site } from '#lib/platform/site.ts';
import { plainText } from '#lib/platform/text/rich-text.ts';
import { loadWork } from './works.ts';

interface WorkHistory {
  id: string;
  name: string;
  changes: WorkChange[];
}

/** What sources have said of a work, the newest first; null where there is no such work. */
export async function loadWorkHistory(id: string): Promise<WorkHistory | null> {
  const work = await loadWork(id);
  if (!work) return null;
  const name = work.title ? plainText(work.title) : 'A work without a title';
  return { id, name, changes: await historyOfWork(reader(), id) };
}

/** What sources have said of the works of a record; none where there is no such record, or it is suppressed. */
export async function loadWorkChanges(slug: string): Promise<WorkChange[]> {
  await connection();
  const found = await findAuthor(reader(), slug);
  return found.is === 'here' ? historyOfWorks(reader(), found.author.key) : [];
}

const latest = (changes: readonly WorkChange[]): Date => changes[0]?.at ?? new Date(0);

/** The history of a work as a feed; null where there is no such work. */
export async function loadWorkHistoryFeed(id: string): Promise<HistoryFeed | null> {
  const history = await loadWorkHistory(id);
  if (!history) return null;
  const { name, changes } = history;
  const place = { id: `works/${id}`, path: `/works/${id}/history`, base: env().PUBLIC_URL, licence: site().licence };
  return { kind: 'histories', ...place, name, changes, updatedAt: latest(changes) };
}

/** The history of a record’s works as a feed; the path to redirect to; null where there is no such record. */
export async function loadAuthorHistoryFeed(slug: string): Promise<HistoryFeed | { redirect: string } | null> {
  await connection();
  const found = await findAuthor(reader(), slug);
  if (found.is === 'missing') return null;
  if (found.is === 'moved') return { redirect: `/authors/${found.slug}/history` };
  const { id, key, name } = found.author;
  const changes = await historyOfWorks(reader(), key);
  const place = { id: `authors/${id}`, path: `/authors/${slug}/history`, base: env().PUBLIC_URL, licence: site().licence };
  return { kind: 'histories', ...place, name, changes, updatedAt: latest(changes) };
}
