import { setTimeout as wait } from 'node:timers/promises';
import { later, now } from '#lib/platform/clock.ts';
import { changingRows } from '#lib/platform/db/changes.ts';
import { codeChecks } from '#lib/platform/db/schema/works.ts';
import type { Store, Writer } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import { probeUrl } from '#lib/platform/safe-fetch.ts';
import { afterProbe, codeCheckIntervalMs, type Found, isDue, type StoredCheck } from '../model/code.ts';
import type { CodeCheck } from '../model/views.ts';

/** Links per batch, concurrent hosts, and the delay between two requests to one host. */
const portion = 40;
const hostsAtOnce = 4;
const pauseMs = 500;
/** Time after which no further probe starts, so that other jobs need not wait. */
const enoughMs = 8_000;

interface Row {
  work_key: number;
  code_url: string;
  url: string | null;
  outcome: CodeCheck['outcome'] | null;
  status: number | null;
  checked_at: Date | number | null;
  failures: number | null;
}

const candidates = `select w.key as work_key, w.code_url, c.url, c.outcome, c.status, c.checked_at, c.failures
  from works w left join code_checks c on c.work_key = w.key
  where w.code_url is not null and w.key > ? and (c.work_key is null or c.url <> w.code_url or c.checked_at <= ?)
  order by w.key limit ?`;

const before = ({ url, outcome, status, checked_at, failures }: Row): StoredCheck | null =>
  url === null || outcome === null || checked_at === null
    ? null
    : { url, outcome, status, at: new Date(checked_at), failures: failures ?? 0 };

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '');

/** Probes a URL. Returns the HTTP status; null if there was no response, or if the URL may not be requested. */
type CodeProbe = (url: string) => Promise<Found>;

const probeRepository: CodeProbe = async (url) => {
  const { PUBLIC_URL, CODE_CHECKS_LOOPBACK } = env();
  const found = await probeUrl(url, { userAgent: `Peergraph (+${PUBLIC_URL})`, allowLoopback: CODE_CHECKS_LOOPBACK === 'on' });
  return found.ok ? found.value.status : null;
};

/**
 * Probes the next due code links, several hosts concurrently and one request at a time for each, and stores the results. Each link is
 * probed at most once a week. After a response 429, the remaining links of a host are skipped in this pass.
 * @param after key of the work after which to start
 * @returns the key after which to continue, or null at the end
 */
export async function checkCodeLinks(store: Store, after: number, probe: CodeProbe = probeRepository): Promise<number | null> {
  const at = now();
  const rows = await store.reader.query<Row>(candidates, [], [after, later(at, -codeCheckIntervalMs), portion]);
  const last = rows.at(-1)?.work_key;
  if (last === undefined) return null;
  const due = rows.filter((row) => isDue(before(row), row.code_url, at));
  const left = await askHosts([...Map.groupBy(due, ({ code_url }) => hostOf(code_url)).values()], async (row) => {
    const found = await probe(row.code_url);
    await store.transact((tx) => storeCheck(tx, row.work_key, afterProbe(before(row), row.code_url, found, now())));
    return found !== 429;
  });
  if (left.length > 0) return Math.min(...left) - 1;
  return rows.length < portion ? null : last;
}

/** Probes several hosts concurrently, with the links of each in sequence. Returns the keys of works that were not reached in time. */
async function askHosts(hosts: Row[][], ask: (row: Row) => Promise<boolean>): Promise<number[]> {
  const endsAt = performance.now() + enoughMs;
  const left: number[] = [];
  const queue = [...hosts];
  const walk = async () => {
    for (let host = queue.shift(); host; host = queue.shift()) {
      for (const [place, row] of host.entries()) {
        if (performance.now() > endsAt) left.push(row.work_key);
        else {
          if (place > 0) await wait(pauseMs);
          if (!(await ask(row))) break;
        }
      }
    }
  };
  await Promise.all(Array.from({ length: hostsAtOnce }, walk));
  return left;
}

async function storeCheck(tx: Writer, workKey: number, { url, outcome, status, at, failures }: StoredCheck): Promise<void> {
  const found = { url, outcome, status, checkedAt: at, failures };
  const row = tx.insert(codeChecks).values({ workKey, ...found });
  await changingRows(
    'code_checks',
    () => row.onConflictDoUpdate({ target: codeChecks.workKey, set: found }),
    () => [workKey],
  );
}
