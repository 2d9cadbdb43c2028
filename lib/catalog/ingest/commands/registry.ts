import { eq } from 'drizzle-orm';
import { storeOrganisations } from '#lib/catalog/contexts/commands/organisations.ts';
import { refreshContexts } from '#lib/catalog/contexts/commands/refresh.ts';
import { rematchAffiliations } from '#lib/catalog/contexts/commands/rematch.ts';
import { refreshAuthors } from '#lib/catalog/refresh/commands/authors.ts';
import type { ImportedOrganisation } from '#lib/catalog/sources/organisations.ts';
import type { RorEvent } from '#lib/catalog/sources/ror.ts';
import { now } from '#lib/platform/clock.ts';
import { imports } from '#lib/platform/db/schema/imports.ts';
import type { Store } from '#lib/platform/db/store.ts';
import { newId } from '#lib/platform/id.ts';
import { completeJob, enqueue } from '#lib/platform/jobs/queue.ts';
import { storeQuarantined } from './quarantine.ts';

const pageSize = 1000;
const refreshBatchSize = 1000;

export interface RegistryProgress {
  phase: 'organisations' | 'affiliations' | 'authors' | 'contexts';
  bytes: number;
  done: number;
}

export interface RegistryResult {
  added: number;
  changed: number;
  unchanged: number;
  quarantined: { recordId: string; reason: string }[];
  /** False if the run was stopped before the end; run it again to continue. */
  finished: boolean;
}

/**
 * Imports the ROR registry, one page of organisations per transaction. Then matches all affiliations against it, and refreshes authors and
 * institutions. Can be killed and run again: stored organisations are then unchanged, and a job remains queued until the affiliations are
 * matched.
 */
export async function importRegistry(
  store: Store,
  run: { input: string; events: AsyncIterable<RorEvent>; signal?: AbortSignal; onProgress?: (progress: RegistryProgress) => void },
): Promise<RegistryResult> {
  const { input, events, signal, onProgress } = run;
  const id = newId();
  const startedAt = now();
  const progress: RegistryProgress = { phase: 'organisations', bytes: 0, done: 0 };
  const result: RegistryResult = { added: 0, changed: 0, unchanged: 0, quarantined: [], finished: false };
  await store.transact((tx) => tx.insert(imports).values({ id, source: 'ror', input, state: 'running', startedAt }));
  const closeRun = (state: string): Promise<unknown> => {
    const { quarantined, ...counts } = result;
    const summary = { ...counts, quarantined: quarantined.length };
    return store.transact((tx) => tx.update(imports).set({ state, summary, finishedAt: now() }).where(eq(imports.id, id)));
  };
  let page: ImportedOrganisation[] = [];
  const flush = async (): Promise<void> => {
    if (page.length === 0) return;
    const batch = page;
    page = [];
    const counts = await store.transact(async (tx) => {
      await tx.lock('imports');
      const stored = await storeOrganisations(tx, batch, startedAt);
      if (stored.added + stored.changed > 0)
        for (const kind of ['match-affiliations', 'match-stated-places'] as const) await enqueue(tx, { kind, payload: {}, onceKey: kind });
      return stored;
    });
    for (const key of ['added', 'changed', 'unchanged'] as const) result[key] += counts[key];
    progress.done += batch.length;
    onProgress?.(progress);
  };
  try {
    for await (const event of events) {
      if (event.kind === 'organisation') page.push(event.organisation);
      else if (event.kind === 'quarantined') {
        result.quarantined.push(event.record);
        const row = { ...event.record, source: 'ror', input, importId: id, observedAt: startedAt };
        await store.transact((tx) => storeQuarantined(tx, row));
      } else progress.bytes += event.bytes;
      if (page.length >= pageSize) await flush();
      if (signal?.aborted) break;
    }
    await flush();
    if (!signal?.aborted) await matchAndRefresh(store, progress, signal, onProgress);
    result.finished = !signal?.aborted;
    await closeRun(result.finished ? 'finished' : 'stopped');
    return result;
  } catch (fault) {
    await closeRun('failed').catch(() => undefined);
    throw fault;
  }
}

/** Matches the affiliations, then refreshes the affected authors and institutions. */
async function matchAndRefresh(
  store: Store,
  progress: RegistryProgress,
  signal: AbortSignal | undefined,
  onProgress: ((progress: RegistryProgress) => void) | undefined,
): Promise<void> {
  const reportProgress = (phase: RegistryProgress['phase'], done: number): void => {
    progress.phase = phase;
    progress.done = done;
    onProgress?.(progress);
  };
  const startedAt = now();
  await rematchAffiliations(store, { onProgress: (works) => reportProgress('affiliations', works), ...(signal && { signal }) });
  if (signal?.aborted) return;
  await store.transact((tx) => completeJob(tx, 'match-affiliations', startedAt));
  for (const [phase, refresh] of [
    ['authors', refreshAuthors],
    ['contexts', refreshContexts],
  ] as const) {
    for (let total = 0, done = refreshBatchSize; done === refreshBatchSize && !signal?.aborted; reportProgress(phase, total)) {
      done = await store.transact((tx) => refresh(tx, refreshBatchSize));
      total += done;
    }
  }
}
