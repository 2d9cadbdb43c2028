import { setTimeout as wait } from 'node:timers/promises';
import { and, eq, gt, isNotNull, isNull, lte, ne, or, sql } from 'drizzle-orm';
import { addMs, now } from '#lib/platform/clock.ts';
import { columnsOf } from '#lib/platform/db/rows.ts';
import { codeChecks, works } from '#lib/platform/db/schema/works.ts';
import type { Reader, RowsOf, Store, Writer } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import { probeUrl } from '#lib/platform/safe-fetch.ts';
import { checkAfterProbe, codeCheckIntervalMs, isProbeDue, type ProbeStatus, type StoredCheck } from '../model/code.ts';
import type { CodeCheck } from '../model/views.ts';

/** Links per batch, concurrent hosts, and the delay between two requests to one host. */
const batchSize = 40;
const maxConcurrentHosts = 4;
const requestIntervalMs = 500;
/** Time after which no further probe starts, so that other jobs need not wait. */
const maxDurationMs = 8_000;

/** Links without a current probe, in the order of their works. */
const selectCandidates = (reader: Reader) => {
  const { url, checkedAt } = codeChecks;
  const isOld = lte(checkedAt, sql.param(sql.placeholder('before'), checkedAt));
  return reader
    .select({
      ...{ workKey: works.key, codeUrl: sql<string>`${works.codeUrl}` },
      ...columnsOf(codeChecks, 'url', 'outcome', 'status', 'checkedAt', 'failures'),
    })
    .from(works)
    .leftJoin(codeChecks, eq(codeChecks.workKey, works.key))
    .where(
      and(
        ...[isNotNull(works.codeUrl), gt(works.key, sql.placeholder('after'))],
        or(isNull(codeChecks.workKey), ne(url, works.codeUrl), isOld),
      ),
    )
    .orderBy(works.key)
    .limit(batchSize)
    .prepare();
};
type CodeLinkRow = RowsOf<ReturnType<typeof selectCandidates>>[number];

const previousCheckOf = ({ url, outcome, status, checkedAt, failures }: CodeLinkRow): StoredCheck | null =>
  url === null || outcome === null || checkedAt === null
    ? null
    : { url, outcome: outcome as CodeCheck['outcome'], status, at: checkedAt, failures: failures ?? 0 };

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '');

/** Probes a URL. Returns the HTTP status; null if there was no response, or if the URL may not be requested. */
type CodeProbe = (url: string) => Promise<ProbeStatus>;

const probeRepository: CodeProbe = async (url) => {
  const { PUBLIC_URL, CODE_CHECKS_LOOPBACK } = env();
  const probed = await probeUrl(url, { userAgent: `Peergraph (+${PUBLIC_URL})`, allowLoopback: CODE_CHECKS_LOOPBACK === 'on' });
  return probed.ok ? probed.value.status : null;
};

/**
 * Probes the next due code links, several hosts concurrently and one request at a time for each, and stores the results. Each link is
 * probed at most once a week. After a response 429, the remaining links of a host are skipped in this pass.
 * @param after key of the work after which to start
 * @returns the key after which to continue, or null at the end
 */
export async function checkCodeLinks(store: Store, after: number, probe: CodeProbe = probeRepository): Promise<number | null> {
  const at = now();
  const rows = await store.reader.prepared(selectCandidates, { after, before: addMs(at, -codeCheckIntervalMs) });
  const last = rows.at(-1)?.workKey;
  if (last === undefined) return null;
  const due = rows.filter((row) => isProbeDue(previousCheckOf(row), row.codeUrl, at));
  const unreached = await probeHosts([...Map.groupBy(due, ({ codeUrl }) => hostOf(codeUrl)).values()], async (row) => {
    const status = await probe(row.codeUrl);
    await store.transact((tx) => storeCheck(tx, row.workKey, checkAfterProbe(previousCheckOf(row), row.codeUrl, status, now())));
    return status !== 429;
  });
  if (unreached.length > 0) return Math.min(...unreached) - 1;
  return rows.length < batchSize ? null : last;
}

/** Probes several hosts concurrently, with the links of each in sequence. Returns the keys of works that were not reached in time. */
async function probeHosts(hosts: CodeLinkRow[][], probeLink: (row: CodeLinkRow) => Promise<boolean>): Promise<number[]> {
  const endsAt = performance.now() + maxDurationMs;
  const unreached: number[] = [];
  const queue = [...hosts];
  const probeQueuedHosts = async () => {
    for (let links = queue.shift(); links; links = queue.shift()) {
      for (const [index, row] of links.entries()) {
        if (performance.now() > endsAt) unreached.push(row.workKey);
        else {
          if (index > 0) await wait(requestIntervalMs);
          if (!(await probeLink(row))) break;
        }
      }
    }
  };
  await Promise.all(Array.from({ length: maxConcurrentHosts }, probeQueuedHosts));
  return unreached;
}

async function storeCheck(tx: Writer, workKey: number, { url, outcome, status, at, failures }: StoredCheck): Promise<void> {
  const check = { url, outcome, status, checkedAt: at, failures };
  const row = tx.insert(codeChecks).values({ workKey, ...check });
  await row.onConflictDoUpdate({ target: codeChecks.workKey, set: check });
}
