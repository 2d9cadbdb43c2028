import type { IncomingMessage } from 'node:http';
import type { Dependencies } from '#lib/platform/db/dependencies.ts';
import { networkOf } from '#lib/platform/http/network.ts';
import { countFallback, measureRenderQueue } from '#lib/runtime/monitoring/metrics.ts';
import type { PageRequest } from '#lib/runtime/routes/page-request.ts';
import type { Framework } from './framework.ts';
import { isFrameworkFile } from './next-output.ts';
import type { PageResponse, RenderedPage } from './page-response.ts';
import { onDemand } from './render-demand.ts';
import { renderPage } from './render-page.ts';
import { createRenderQueue } from './render-queue.ts';

/** Renders a page in another process. @returns null if this process must render it */
export type RenderElsewhere = (request: PageRequest, signal: AbortSignal) => Promise<RenderedPage | null>;

/**
 * Visitors and members have separate queues, so that a crowd of either does not block the other. So have files that take seconds, rendered one
 * at a time in a thread, and share pictures, which take as long as several pages, and which services that fetch them ask for again.
 */
const createQueues = () => ({
  visitors: createRenderQueue(),
  members: createRenderQueue(),
  slow: createRenderQueue({ running: 1, waiting: 32, waitMs: 20_000 }),
  pictures: createRenderQueue({ running: 1, waiting: 32 }),
});

export interface Renderers {
  framework: Framework;
  renderElsewhere: RenderElsewhere | undefined;
  queues: ReturnType<typeof createQueues>;
}

export function createRenderers(framework: Framework, renderElsewhere: RenderElsewhere | undefined): Renderers {
  const queues = createQueues();
  for (const name of ['visitors', 'members', 'slow', 'pictures'] as const) measureRenderQueue(name, queues[name].counts);
  return { framework, renderElsewhere, queues };
}

/**
 * Renders a response when it is its turn, in another process if one is ready.
 * @param dependencies receives what the page depends on
 */
export async function renderInTurn(
  { framework, renderElsewhere, queues }: Renderers,
  request: PageRequest,
  message: IncomingMessage,
  signal: AbortSignal,
  dependencies?: Dependencies,
): Promise<PageResponse> {
  const { hasSideEffect, isStreamed, queue } = request.route?.policy ?? {};
  const isPage = request.method === 'GET' && !isFrameworkFile(request.path) && !isStreamed;
  const render = async (): Promise<PageResponse> => {
    const rendered = isPage && !hasSideEffect ? await renderElsewhere?.(request, signal) : null;
    if (rendered && dependencies) Object.assign(dependencies, rendered.dependencies);
    const page = rendered?.page ?? (await renderPage(framework, request, message, signal));
    if (page.fallback) countFallback(page.fallback);
    return page;
  };
  // Files and forms do not wait: the body of a form may arrive slowly, and writes are limited elsewhere.
  if (!isPage) return render();
  const network = networkOf({ get: (name) => message.headers[name]?.toString() ?? null });
  return onDemand(() => queues[queue ?? (request.hasSession ? 'members' : 'visitors')](signal, network, render));
}
