import { type WorkStore, workAsyncStorage } from 'next/dist/server/app-render/work-async-storage.external.js';
import { workUnitAsyncStorage } from 'next/dist/server/app-render/work-unit-async-storage.external.js';
import { createRequestStore } from 'next/dist/server/async-storage/request-store.js';
import { NextRequest } from 'next/server.js';

/**
 * Runs a route handler with the async context of Next.js, so that `cookies()` and `headers()` work, which the handler of next-auth calls.
 * Uses internal stores of Next.js, which may change with a new version.
 */
export function runInNextContext(request: Request, handler: (request: NextRequest) => Promise<Response>): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const store = createRequestStore({
    phase: 'action',
    headers: request.headers,
    url: { pathname, search },
    rootParams: {},
    implicitTags: { tags: [], expirationsByCacheKind: new Map() },
    resumeDataCache: null,
    onUpdateCookies: undefined,
    previewProps: undefined,
    isHmrRefresh: false,
    serverComponentsHmrCache: undefined,
    hmrRefreshHash: undefined,
    stagedFallbackParams: null,
  });
  const work = { route: pathname, forceStatic: false, dynamicShouldError: false } as WorkStore;
  return workAsyncStorage.run(work, () => workUnitAsyncStorage.run(store, () => handler(new NextRequest(request))));
}
