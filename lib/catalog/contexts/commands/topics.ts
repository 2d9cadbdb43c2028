import { setImmediate as turn } from 'node:timers/promises';
import { and, count, eq, gt, isNotNull, max, min, sql } from 'drizzle-orm';
import { markAuthorsStale } from '#lib/catalog/authors/commands/mark-changed.ts';
import type { RecordDetails } from '#lib/catalog/bibliography/record.ts';
import type { SourceId } from '#lib/catalog/sources/model.ts';
import { sortDate } from '#lib/catalog/works/model/resolve.ts';
import { nextNight } from '#lib/platform/clock.ts';
import { isAnyOf } from '#lib/platform/db/prepared.ts';
import { columnsOf, keysOf } from '#lib/platform/db/rows.ts';
import { authorships, works } from '#lib/platform/db/schema/works.ts';
import type { Reader, Store, Writer } from '#lib/platform/db/store.ts';
import { enqueue } from '#lib/platform/jobs/queue.ts';
import { type NamedContext, sourcesStating, topicsOfKeywords } from '../model/names.ts';
import { type FoundTopic, PhraseCounts, PhraseFilter, topicsMethod, topicsOf } from '../model/topics.ts';
import { contextIdentityOf, findOrCreateContexts } from './rows.ts';
import { joinTopicVariants } from './topic-variants.ts';
import { type DesiredContexts, type StoredContext, selectStoredContexts, updateWorkContexts } from './works.ts';

/** Batch sizes for titles read and works written: small enough that a follow or a claim need not wait long. */
const titlesPerBatch = 5000;
const worksPerBatch = 1000;

interface TitleRow {
  key: number;
  title: string;
  firstAuthor: number | null;
}

interface TopicsProgress {
  /** Works done in the last pass, of `all`. */
  works: number;
  all: number;
}

/**
 * Finds the topics of all titles (see `topicsMethod`) and assigns the works to them: three passes over the titles, in bounded memory. Works
 * and authors that this changes are marked as stale. Can be interrupted and run again; a second run changes nothing.
 */
export async function findTopics(
  store: Store,
  { onProgress, signal }: { onProgress?: (progress: TopicsProgress) => void; signal?: AbortSignal } = {},
): Promise<void> {
  const [row] = await store.reader
    .select({ count: count() })
    .from(works)
    .where(and(isNotNull(works.title), eq(works.isVolume, false)));
  const all = row?.count ?? 0;
  const filter = new PhraseFilter(all);
  for await (const titles of titleBatches(store.reader)) for (const { title } of titles) filter.addTitle(title);
  const counts = new PhraseCounts(filter);
  for await (const titles of titleBatches(store.reader)) for (const { title, firstAuthor } of titles) counts.addTitle(title, firstAuthor);
  const topics = new Map(counts.topics().map((topic) => [topic.nameKey, topic]));
  await store.transact(joinTopicVariants);
  const keys = await store.transact((tx) => insertTopics(tx, [...topics.values()]));
  let done = 0;
  for await (const titles of titleBatches(store.reader)) {
    for (let start = 0; start < titles.length; start += worksPerBatch) {
      if (signal?.aborted) return;
      const batch = titles.slice(start, start + worksPerBatch);
      await store.transact((tx) => assignTopics(tx, batch, topics, keys));
      done += batch.length;
      onProgress?.({ works: done, all });
      await turn();
    }
  }
}

/**
 * Enqueues a search for topics, after some works were added or changed: at once if they are a large share of all, otherwise for the night.
 * Until then, works are assigned to the topics that are known.
 */
export async function enqueueTopics(tx: Writer, changedWorks: number): Promise<void> {
  const isLarge = await isLargeShare(tx, changedWorks);
  const onceKey = isLarge ? topicsNowKey : 'find-topics night';
  await enqueue(tx, { kind: 'find-topics', payload: {}, onceKey, ...(!isLarge && { runAt: nextNight() }) });
}

/** The key of a search for topics that does not wait for the night. */
export const topicsNowKey = 'find-topics';

/** One of so many works: from this share on, new works may change what the topics and indicators of others are. */
const largeShare = 10;

/** Returns whether works are so many that topics, indicators and indexes are worth computing again at once. */
export async function isLargeShare(reader: Reader, changedWorks: number): Promise<boolean> {
  const [newest] = await reader.select({ key: max(works.key) }).from(works);
  return changedWorks * largeShare >= (newest?.key ?? 0);
}

/** Yields all titles in the order of work keys, each with the first author, in batches. */
async function* titleBatches(reader: Reader): AsyncGenerator<TitleRow[]> {
  for (let after = 0; ; ) {
    const titles = (await reader.prepared(selectTitles, { after })) as TitleRow[];
    if (titles.length === 0) return;
    yield titles;
    after = titles.at(-1)?.key ?? after;
  }
}

const selectTitles = (reader: Reader) => {
  const isFirst = and(eq(authorships.workKey, works.key), sql`${authorships.position} = 1`);
  const first = reader
    .select({ key: min(authorships.authorKey) })
    .from(authorships)
    .where(isFirst);
  return reader
    .select({ ...columnsOf(works, 'key', 'title'), firstAuthor: sql<number | null>`(${first})` })
    .from(works)
    .where(and(gt(works.key, sql.placeholder('after')), isNotNull(works.title), sql`not ${works.isVolume}`))
    .orderBy(works.key)
    .limit(titlesPerBatch)
    .prepare();
};

const topicsPerBatch = 1000;

/** Returns the keys of the topics by name key. Inserts missing topics. */
async function insertTopics(tx: Writer, topics: readonly FoundTopic[]): Promise<Map<string, number>> {
  await tx.lock('imports');
  const keys = new Map<string, number>();
  for (let start = 0; start < topics.length; start += topicsPerBatch) {
    const contexts = topics.slice(start, start + topicsPerBatch).map(({ nameKey, name }): NamedContext => {
      return { kind: 'topic', nameKey, name, facts: { method: topicsMethod.name } };
    });
    const batchKeys = await findOrCreateContexts(tx, contexts);
    for (const context of contexts) keys.set(context.nameKey, batchKeys.get(contextIdentityOf(context)) ?? 0);
  }
  return keys;
}

/** Assigns works to the topics of their titles, and removes them from topics that their titles no longer contain. */
async function assignTopics(
  tx: Writer,
  titles: readonly TitleRow[],
  topics: ReadonlyMap<string, FoundTopic>,
  keys: ReadonlyMap<string, number>,
): Promise<void> {
  await tx.lock('imports');
  const details = await selectDetails(tx, titles);
  const stored = await selectStoredContexts(tx, [...details.keys()]);
  const keywordKeys = await findOrCreateContexts(
    tx,
    [...details.values()].flatMap(({ stated }) => stated),
  );
  const fixedContexts = Map.groupBy(stored.filter(isNotFromTitle), ({ workKey }) => workKey);
  const desired = titles.flatMap(({ key, title }): DesiredContexts[] => {
    const work = details.get(key);
    if (work === undefined) return [];
    const { sortDate, stated } = work;
    const statedTopics = stated.flatMap((topic) => keywordKeys.get(contextIdentityOf(topic)) ?? []);
    const others = (fixedContexts.get(key) ?? []).map(({ contextKey }) => contextKey);
    const titleTopics = topicsOf(title, topics).flatMap((topic) => keys.get(topic) ?? []);
    return [{ workKey: key, sortDate, contextKeys: new Set([...others, ...statedTopics, ...titleTopics]) }];
  });
  const changed = await updateWorkContexts(tx, desired, stored);
  await markAuthorsOfWorksStale(tx, changed);
}

/**
 * True for a context that does not come from titles alone: a venue, an institution, or a topic that a source states. Titles may contain the
 * latter too.
 */
const isNotFromTitle = ({ kind, facts }: StoredContext): boolean => {
  const { method, code } = kind === 'topic' ? facts : {};
  return method === undefined || code !== undefined || sourcesStating(facts).length > 0;
};

interface WorkDetails {
  sortDate: number;
  /** The topics of its keywords. */
  stated: NamedContext[];
}

/** Returns the sort dates and stated topics of works that still exist, by work key. */
async function selectDetails(tx: Writer, titles: readonly TitleRow[]): Promise<Map<number, WorkDetails>> {
  const rows = await tx
    .select(columnsOf(works, 'key', 'date', 'details', 'sources'))
    .from(works)
    .where(isAnyOf(works.key, keysOf(titles)));
  return new Map(
    rows.map(({ key, date, details, sources }) => [
      key,
      { sortDate: sortDate(date), stated: topicsOfKeywords((details as RecordDetails).keywords ?? [], sources as SourceId[]) },
    ]),
  );
}

/** Marks the authors of works with changed contexts as stale, for a recount. */
export async function markAuthorsOfWorksStale(tx: Writer, workKeys: ReadonlySet<number>): Promise<void> {
  if (workKeys.size === 0) return;
  const isOnWork = isAnyOf(authorships.workKey, [...workKeys]);
  const rows = await tx.selectDistinct({ key: authorships.authorKey }).from(authorships).where(isOnWork);
  await markAuthorsStale(tx, keysOf(rows));
}
