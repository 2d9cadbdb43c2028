import { and, eq, gt, sql } from 'drizzle-orm';
import { now } from '#lib/platform/clock.ts';
import { columnsOf, keysOf } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { codeChecks, works } from '#lib/platform/db/schema/works.ts';
import type { Reader, RowsOf, Store } from '#lib/platform/db/store.ts';
import { type IndicatorMethod, indicatorMethods, type WorkIndicator } from '../model/indicator.ts';
import { type DatedTitle, noveltyOf } from '../model/novelty.ts';
import { type SignalFacts, signalOf, startOfMonth } from '../model/signal.ts';
import { storeAuthorIndicators, storeWorkIndicators } from './store.ts';

const batchSize = 2000;

/**
 * Recomputes the indicators of every work, then of every author: one pass over the corpus, in small transactions. Writes only differences,
 * so it can be interrupted and run again.
 */
export async function computeIndicators(store: Store): Promise<void> {
  const titles: DatedTitle[] = [];
  const signals = new Map<number, SignalFacts>();
  for await (const work of readWorks(store)) {
    titles.push({ key: work.key, year: work.year, title: work.title });
    if (work.date !== null) signals.set(work.key, { date: work.date, citations: citationsIn(work.indicators), codeState: work.codeState });
  }
  const novelty = noveltyOf(titles);
  const at = startOfMonth(now());
  const keys = titles.map(({ key }) => key);
  const indicatorOf: Record<IndicatorMethod, (key: number) => WorkIndicator | null> = {
    'novelty-1': (key) => novelty.get(key) ?? null,
    'signal-1': (key) => signalOf(signals.get(key) ?? { date: null, citations: null, codeState: null }, at),
  };
  for (let start = 0; start < keys.length; start += batchSize) {
    const batch = keys.slice(start, start + batchSize);
    await store.transact(async (tx) => {
      for (const method of indicatorMethods) {
        await storeWorkIndicators(tx, method, new Map(batch.map((key) => [key, indicatorOf[method](key)])), now());
      }
    });
  }
  await computeAuthors(store);
}

/** A code link whose probe succeeded counts as reachable, whatever the source states. */
const selectBatch = (reader: Reader) => {
  const isReachable = sql`${codeChecks.outcome} = 'reachable' and ${codeChecks.url} = ${works.codeUrl}`;
  return reader
    .select({
      ...columnsOf(works, 'key', 'year', 'title', 'date', 'indicators'),
      codeState: sql<string | null>`case when ${isReachable} then 'reachable' else ${works.codeState} end`,
    })
    .from(works)
    .leftJoin(codeChecks, eq(codeChecks.workKey, works.key))
    .where(and(gt(works.key, sql.placeholder('after')), sql`not ${works.isVolume}`))
    .orderBy(works.key)
    .limit(batchSize)
    .prepare();
};

async function* readWorks({ reader }: Store): AsyncGenerator<RowsOf<ReturnType<typeof selectBatch>>[number]> {
  for (let lastKey = 0; ; ) {
    const rows = await reader.prepared(selectBatch, { after: lastKey });
    yield* rows;
    const lastRow = rows.at(-1);
    if (!lastRow) return;
    lastKey = lastRow.key;
  }
}

function citationsIn(indicators: readonly { kind: string; value: number }[]): number | null {
  const counts = indicators.filter(({ kind }) => kind === 'citations').map(({ value }) => value);
  return counts.length > 0 ? Math.max(...counts) : null;
}

async function computeAuthors(store: Store): Promise<void> {
  for (let lastKey = 0; ; ) {
    const isNext = gt(authors.key, lastKey);
    const rows = await store.reader.select({ key: authors.key }).from(authors).where(isNext).orderBy(authors.key).limit(batchSize);
    const lastRow = rows.at(-1);
    if (!lastRow) return;
    lastKey = lastRow.key;
    const keys = keysOf(rows);
    await store.transact(async (tx) => {
      for (const method of indicatorMethods) await storeAuthorIndicators(tx, method, keys, now());
    });
  }
}
