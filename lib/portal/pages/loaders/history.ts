import { connection } from 'next/server';
import { cache } from 'react';
import { findAuthor } from '#lib/catalog/authors/queries/find.ts';
import { endOfDay, type PastRecord } from '#lib/catalog/history/model/as-of.ts';
import { type RecordChange, recordChangeLabels } from '#lib/catalog/history/model/record-changes.ts';
import { recordAsOf } from '#lib/catalog/history/queries/record-as-of.ts';
import { untitledWork } from '#lib/catalog/sources/model.ts';
import type { FactEntry, HistoryFeed } from '#lib/catalog/works/model/feeds.ts';
import type { WorkChange } from '#lib/catalog/works/model/history.ts';
import { historyOfWork, historyOfWorks } from '#lib/catalog/works/queries/history.ts';
import { dayOf, now } from '#lib/platform/clock.ts';
import { reader } from '#lib/platform/db/store.ts';
import { site } from '#lib/platform/site.ts';
import { plainText } from '#lib/platform/text/rich-text.ts';
import { recordChanges } from '../queries/record-changes.ts';
import { feedOrigin } from './feeds.ts';
import { loadWork } from './works.ts';

interface WorkHistory {
  id: string;
  name: string;
  changes: WorkChange[];
}

/** Loads what sources have stated about a work, newest first; null if the work does not exist. */
export async function loadWorkHistory(id: string): Promise<WorkHistory | null> {
  const work = await loadWork(id);
  if (!work) return null;
  const name = work.title ? plainText(work.title) : untitledWork;
  return { id, name, changes: await historyOfWork(reader(), id) };
}

/** Loads what sources have stated about a record's works; empty if the record does not exist or is suppressed. */
export async function loadWorkChanges(slug: string): Promise<WorkChange[]> {
  await connection();
  const result = await findAuthor(reader(), slug);
  return result.kind === 'here' ? historyOfWorks(reader(), result.author.key) : [];
}

/** Loads changes of a record's names, affiliation and trust, newest first; empty if the record does not exist or is suppressed. */
export async function loadRecordChanges(slug: string): Promise<RecordChange[]> {
  const result = await findAuthor(reader(), slug);
  return result.kind === 'here' ? recordChanges(reader(), result.author) : [];
}

const latestChangeOf = (changes: readonly WorkChange[]): Date => changes[0]?.at ?? new Date(0);

/** Loads the history of a work as a feed; null if the work does not exist. */
export async function loadWorkHistoryFeed(id: string): Promise<HistoryFeed | null> {
  const history = await loadWorkHistory(id);
  if (!history) return null;
  const { name, changes } = history;
  const feedPlace = { id: `works/${id}`, path: `/works/${id}/history`, ...feedOrigin() };
  return { kind: 'histories', ...feedPlace, name, changes, updatedAt: latestChangeOf(changes) };
}

/** Loads the history of a record's works as a feed. Returns the path for a redirect, or null if the record does not exist. */
export async function loadAuthorHistoryFeed(slug: string): Promise<HistoryFeed | { redirect: string } | null> {
  await connection();
  const result = await findAuthor(reader(), slug);
  if (result.kind === 'missing') return null;
  if (result.kind === 'moved') return { redirect: `/authors/${result.slug}/history` };
  const { id, key, name } = result.author;
  const [changes, facts] = await Promise.all([historyOfWorks(reader(), key), recordChanges(reader(), result.author)]);
  const feedPlace = { id: `authors/${id}`, path: `/authors/${slug}/history`, ...feedOrigin() };
  const factChanges = facts.map((change) => toFactEntry(id, change));
  return { kind: 'histories', ...feedPlace, name, changes, facts: factChanges, updatedAt: latestChangeOf(changes) };
}

const toFactEntry = (authorId: string, { id, field, at, source, before, after }: RecordChange): FactEntry => ({
  ...{ id: `authors/${authorId}/${id}`, at, by: source?.name ?? site().name },
  title: `${recordChangeLabels[field]}: ${after ?? 'nothing'}`,
  summary: `${after ?? 'nothing'}${before === null ? '' : ` (before: ${before})`}`,
});

/** A profile as of a day. */
export interface PastProfile {
  author: { slug: string; name: string };
  past: PastRecord;
  days: KnownDays;
}

/** First and last day for which a profile can be shown, as YYYY-MM-DD. */
interface KnownDays {
  first: string;
  today: string;
}

const knownDays = ({ createdAt }: { createdAt: Date }): KnownDays => ({ first: dayOf(createdAt), today: dayOf(now()) });

/** Loads the days for which a profile can be shown; null if it does not exist. */
export async function loadKnownDays(slug: string): Promise<KnownDays | null> {
  const result = await findAuthor(reader(), slug);
  return result.kind === 'here' ? knownDays(result.author) : null;
}

/** Reasons why a day cannot be shown, as query values of the history page. */
export const dayErrorCodes = ['unknown', 'early', 'future'] as const;
export type DayErrorCode = (typeof dayErrorCodes)[number];

function faultOf(day: string, { first, today }: KnownDays): DayErrorCode | null {
  if (!endOfDay(day)) return 'unknown';
  return day < first ? 'early' : day > today ? 'future' : null;
}

/**
 * Loads a profile as of a day. Returns the path for a redirect if the record has moved or the day cannot be shown, or null if the profile
 * does not exist.
 */
export const loadPastProfile = cache(async (slug: string, day: string): Promise<PastProfile | { redirect: string } | null> => {
  await connection();
  const result = await findAuthor(reader(), slug);
  if (result.kind === 'missing') return null;
  if (result.kind === 'moved') return { redirect: `/authors/${result.slug}?${new URLSearchParams({ 'as-of': day })}` };
  const { author } = result;
  const days = knownDays(author);
  const fault = faultOf(day, days);
  if (fault) return { redirect: `/authors/${author.slug}/history?day=${fault}#day` };
  if (day === days.today) return { redirect: `/authors/${author.slug}` };
  const past = await recordAsOf(reader(), author, endOfDay(day) ?? now());
  return { author: { slug: author.slug, name: author.name }, past, days };
});
