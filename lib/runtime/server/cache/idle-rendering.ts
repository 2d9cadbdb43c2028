import { randomUUID } from 'node:crypto';
import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { minutesMs } from '#lib/platform/clock.ts';
import { reader } from '#lib/platform/db/store.ts';
import { describeFault } from '#lib/platform/log/fault-text.ts';
import { log } from '#lib/platform/log/log.ts';
import { withRequest } from '#lib/platform/request-context.ts';
import { publicPaths } from '#lib/portal/sitemaps/queries.ts';
import { countIdleRendering } from '#lib/runtime/monitoring/metrics.ts';
import { idleMs, untilDemand } from '../pages/render-demand.ts';
import type { RenderElsewhere } from '../pages/render-in-turn.ts';
import { pagesByReads } from './page-reads.ts';
import { isInFiles, renderIntoFiles } from './shared-pages.ts';

/** After a start, the pages that are requested come first. */
const firstPauseMs = minutesMs(10);
const roundPauseMs = minutesMs(10);
/** How long nobody must have waited for a page. */
const minIdleMs = 1_000;
const busyPauseMs = 500;
/** Files that are found before requests have their turn. */
const maxFoundAtOnce = 100;
const foundPauseMs = 5;
/** Share of one core. */
export const maxCoreShare = 0.25;
/** Requested pages that come before each part of the others. */
const maxRead = 500;

/**
 * Renders public pages that are not in the page files, while nobody waits for a page and the machine has a free core: the most read first,
 * then people with most works. It needs a renderer, since the server would not answer meanwhile.
 */
export async function renderInIdleTime(render: RenderElsewhere, stopped: AbortSignal): Promise<void> {
  const pause = (ms: number) => wait(ms, undefined, { signal: stopped, ref: false });
  try {
    await pause(firstPauseMs);
    for (;;) {
      try {
        await renderMissing(render, pause);
      } catch (error) {
        stopped.throwIfAborted();
        log.warn({ error: describeFault(error) }, 'no pages are rendered in idle time for a while');
      }
      await pause(roundPauseMs);
    }
  } catch {
    // The server stops.
  }
}

async function renderMissing(render: RenderElsewhere, pause: (ms: number) => Promise<void>): Promise<void> {
  let found = 0;
  for await (const paths of publicPaths(reader())) {
    for (const path of [...pagesByReads(maxRead), ...paths]) {
      if (isInFiles(path)) {
        found += 1;
        if (found % maxFoundAtOnce === 0) await pause(foundPauseMs);
        continue;
      }
      while (idleMs() < minIdleMs || (loadavg()[0] ?? 0) > availableParallelism()) await pause(busyPauseMs);
      const startedAt = performance.now();
      const isRendered = await renderOne(path, render);
      if (isRendered === null) return;
      if (!isRendered) continue;
      countIdleRendering();
      await pause((performance.now() - startedAt) * (1 / maxCoreShare - 1));
    }
  }
}

/** @returns null if there is no room for more; false if the page was not rendered */
const renderOne = (path: string, render: RenderElsewhere): Promise<boolean | null> =>
  untilDemand((signal) =>
    withRequest({ id: randomUUID(), isOverloaded: false }, () =>
      renderIntoFiles(path, signal, render).catch((error: unknown) => {
        if (signal.aborted) return false;
        throw error;
      }),
    ),
  );
