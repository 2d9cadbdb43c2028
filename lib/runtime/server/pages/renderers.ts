import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request as ask, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { env } from '#lib/platform/env.ts';
import { describeFault } from '#lib/platform/log/fault-text.ts';
import { log } from '#lib/platform/log/log.ts';
import { databaseFlag, oneArena, spawnBoundToParent } from '#lib/platform/processes/child-process.ts';
import { requestId, traceparent } from '#lib/platform/request-context.ts';
import { measureChildProcess } from '#lib/runtime/monitoring/metrics.ts';
import { beginSpan } from '#lib/runtime/monitoring/traces.ts';
import type { PageRequest } from '#lib/runtime/routes/page-request.ts';
import { superviseProcess } from '../processes/supervise-process.ts';
import { decodeRenderedPage, type RenderedPage } from './page-response.ts';

/** Timeout of a renderer. A page takes tens of milliseconds, and a database that does not respond ends it earlier. */
const renderTimeoutMs = 30_000;

interface Renderer {
  socket: string;
  agent: Agent;
  isReady: boolean;
  /** Number of pages being rendered. */
  busy: number;
  current?: () => ChildProcess;
}

/** The young generation would take 128 MB. */
const memoryFlags = ['--max-old-space-size=512', '--max-semi-space-size=8'];

const program = 'lib/runtime/server/pages/renderer.ts';

/** Starts child processes that render pages for this server (docs/decisions/0061-render-processes.md). */
export function startRenderers(count: number, isStopping: () => boolean, script = program) {
  // Not used with replicas: only the process that listens for commits knows what a replica has replayed.
  const folder = count > 0 && env().DATABASE_REPLICA_URL.length === 0 ? privateFolder() : null;
  const renderers = Array.from({ length: folder === null ? 0 : count }, (_, index): Renderer => {
    const socket = process.platform === 'win32' ? `\\\\.\\pipe\\peergraph-${process.pid}-${index}` : join(folder ?? '', String(index));
    return { socket, agent: new Agent({ keepAlive: true }), isReady: false, busy: 0 };
  });

  const spawnRenderer = (renderer: Renderer): ChildProcess => {
    if (process.platform !== 'win32') rmSync(renderer.socket, { force: true });
    const child = spawnBoundToParent([databaseFlag(), ...memoryFlags, resolve(script), renderer.socket], {
      // The IPC channel closes when this process ends, however it ends; then the renderer ends too.
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: { ...oneArena, ...process.env, PRELOAD_PAGES: 'on' },
    });
    child.once('message', () => {
      renderer.isReady = true;
    });
    child.once('exit', (code, signal) => {
      renderer.isReady = false;
      if (!isStopping()) log.warn({ code, signal }, 'a renderer ended and is replaced');
    });
    return child;
  };

  return {
    start(): void {
      for (const [at, renderer] of renderers.entries()) {
        const { current } = superviseProcess(() => spawnRenderer(renderer), isStopping);
        renderer.current = current;
        measureChildProcess(`renderer ${at + 1}`, () => current().pid);
      }
    },

    /**
     * Renders a page in the least busy renderer.
     * @returns null if none is ready or it fails; the page is then rendered in this process, as a second attempt
     * @throws the reason of the signal, which is aborted when the client has left
     */
    async render(request: PageRequest, signal: AbortSignal): Promise<RenderedPage | null> {
      const [renderer] = renderers.filter(({ isReady }) => isReady).sort((one, other) => one.busy - other.busy);
      if (!renderer) return null;
      renderer.busy += 1;
      const span = beginSpan('render', 'internal', traceparent());
      let isRendered = false;
      try {
        const rendered = await requestPage(renderer, request, signal);
        isRendered = true;
        return rendered;
      } catch (error) {
        signal.throwIfAborted();
        log.warn({ error: describeFault(error) }, 'a renderer failed: the page is rendered again');
        return null;
      } finally {
        renderer.busy -= 1;
        span.end({}, !isRendered);
      }
    },

    close(): void {
      for (const { current, agent } of renderers) {
        const child = current?.();
        // A renderer that has already ended has no channel.
        if (child?.connected) child.disconnect();
        agent.destroy();
      }
      if (folder !== null) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Hop-by-hop headers (RFC 9110, section 7.6.1), and the length, which differs from that of the page. */
const hopByHop = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'te', 'trailer', 'expect', 'content-length', 'date']);

/** Creates a folder accessible to this user only. Returns null if that fails; pages are then rendered in this process. */
function privateFolder(): string | null {
  try {
    return mkdtempSync(join(tmpdir(), 'peergraph-render-'));
  } catch (error) {
    log.warn({ error: describeFault(error) }, 'no folder for renderer sockets: pages are rendered in the server');
    return null;
  }
}

/** @throws if the renderer does not respond, or ends in the meantime */
async function requestPage({ socket, agent, current }: Renderer, request: PageRequest, signal: AbortSignal): Promise<RenderedPage> {
  const passedHeaders = Object.entries(request.headers).filter(([name]) => !hopByHop.has(name));
  const headers = { ...Object.fromEntries(passedHeaders), 'x-request-id': requestId() };
  const sentRequest = ask({ socketPath: socket, agent, path: request.requestedUrl, headers, timeout: renderTimeoutMs, signal });
  // Errors are reported by the promises below.
  sentRequest.on('error', () => undefined);
  sentRequest.once('timeout', () => {
    // A hanging renderer is killed and replaced.
    current?.().kill('SIGKILL');
    sentRequest.destroy(new Error('A renderer took too long.'));
  });
  sentRequest.end();
  const [answer] = (await once(sentRequest, 'response')) as [IncomingMessage];
  return decodeRenderedPage(Buffer.concat((await answer.toArray()) as Buffer[]));
}
