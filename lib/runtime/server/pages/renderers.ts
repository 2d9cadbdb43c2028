import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Dependencies } from '#lib/platform/db/dependencies.ts';
import { env } from '#lib/platform/env.ts';
import { describeFault } from '#lib/platform/log/fault-text.ts';
import { log } from '#lib/platform/log/log.ts';
import { databaseFlag, spawnBoundToParent } from '#lib/platform/processes/child-process.ts';
import { noteOverload, requestId, traceparent } from '#lib/platform/request-context.ts';
import { measureChildProcess } from '#lib/runtime/monitoring/metrics.ts';
import { beginSpan } from '#lib/runtime/monitoring/traces.ts';
import { superviseProcess } from '../processes/supervise-process.ts';
import { splitMetadata } from './rendered-page.ts';

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
    const child = spawnBoundToParent([databaseFlag(), '--max-old-space-size=512', resolve(script), renderer.socket], {
      // The IPC channel closes when this process ends, however it ends; then the renderer ends too.
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: { ...process.env, PRELOAD_PAGES: 'on' },
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
     * @returns false if none is ready or it fails; the page is then rendered in this process, as a second attempt
     */
    async render(request: IncomingMessage, response: ServerResponse, dependencies: Dependencies | undefined): Promise<boolean> {
      const [renderer] = renderers.filter(({ isReady }) => isReady).sort((one, other) => one.busy - other.busy);
      if (!renderer) return false;
      renderer.busy += 1;
      const span = beginSpan('render', 'internal', traceparent());
      let isRendered = false;
      try {
        const { answer, body, ...metadata } = await requestPage(renderer, request, response);
        if (metadata.isOverloaded) noteOverload();
        if (dependencies && metadata.dependencies) Object.assign(dependencies, metadata.dependencies);
        response.statusCode = answer.statusCode ?? 500;
        for (const [name, value] of Object.entries(answer.headers)) if (value && !hopByHop.has(name)) response.setHeader(name, value);
        response.end(body);
        isRendered = true;
        return true;
      } catch (error) {
        if (response.destroyed) return true;
        log.warn({ error: describeFault(error) }, 'a renderer failed: the page is rendered again');
        return false;
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

/** Responses without a body (RFC 9110, sections 15.3.5 and 15.4.5). No metadata follows them, and they are never cached. */
const bodilessStatuses: ReadonlySet<number | undefined> = new Set([204, 304]);

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
async function requestPage({ socket, agent, current }: Renderer, request: IncomingMessage, response: ServerResponse) {
  const passedHeaders = Object.entries(request.headers).filter(([name]) => !hopByHop.has(name));
  const headers = { ...Object.fromEntries(passedHeaders), 'x-request-id': requestId() };
  const sentRequest = ask({ socketPath: socket, agent, path: request.url, headers, timeout: renderTimeoutMs });
  const abort = () => sentRequest.destroy();
  response.once('close', abort);
  // Errors are reported by the promises below.
  sentRequest.on('error', () => undefined);
  sentRequest.once('timeout', () => {
    // A hanging renderer is killed and replaced.
    current?.().kill('SIGKILL');
    sentRequest.destroy(new Error('A renderer took too long.'));
  });
  try {
    sentRequest.end();
    const [answer] = (await once(sentRequest, 'response')) as [IncomingMessage];
    const content = Buffer.concat((await answer.toArray()) as Buffer[]);
    return {
      answer,
      ...(bodilessStatuses.has(answer.statusCode) ? { body: content, dependencies: null, isOverloaded: false } : splitMetadata(content)),
    };
  } finally {
    response.off('close', abort);
  }
}
