import { now } from '#lib/platform/clock.ts';
import { storedJson } from '#lib/platform/db/rows.ts';
import type { Store } from '#lib/platform/db/store.ts';
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
    if (work.date !== null) signals.set(work.key, { date: work.date, citations: citationsIn(work.indicators), codeState: work.code_state });
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

interface WorkRow {
  key: number;
  year: number | null;
  title: string | null;
  date: string | null;
  code_state: string | null;
  indicators: unknown;
}

/** A code link whose probe succeeded counts as reachable, whatever the source states. */
const worksQuery = `select w.key, w.year, w.title, w.date, w.indicators,
    case when c.outcome = 'reachable' and c.url = w.code_url then 'reachable' else w.code_state end as code_state
  from works w left join code_checks c on c.work_key = w.key where w.key > ? and not w.is_volume order by w.key limit ${batchSize}`;

async function* readWorks({ reader }: Store): AsyncGenerator<WorkRow> {
  for (let lastKey = 0; ; ) {
    const rows = await reader.query<WorkRow>(worksQuery, [], [lastKey]);
    yield* rows;
    const lastRow = rows.at(-1);
    if (!lastRow) return;
    lastKey = lastRow.key;
  }
}

function citationsIn(stored: unknown): number | null {
  if (stored === '[]') return null;
  const indicators = storedJson<{ kind: string; value: number }[]>(stored);
  const counts = indicators.filter(({ kind }) => kind === 'citations').map(({ value }) => value);
  return counts.length > 0 ? Math.max(...counts) : null;
}

async function computeAuthors(store: Store): Promise<void> {
  for (let lastKey = 0; ; ) {
    const query = `select key from authors where key > ? order by key limit ${batchSize}`;
    const rows = await store.reader.query<{ key: number }>(query, [], [lastKey]);
    const lastRow = rows.at(-1);
    if (!lastRow) return;
    lastKey = lastRow.key;
    const keys = rows.map(({ key }) => key);
    await store.transact(async (tx) => {
      for (const method of indicatorMethods) await storeAuthorIndicators(tx, method, keys, now());
    });
  }
}
