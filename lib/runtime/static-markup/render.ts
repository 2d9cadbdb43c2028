import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { valuesByName } from '#lib/platform/form.ts';
import { describeFault } from '#lib/platform/log/fault-text.ts';
import { log } from '#lib/platform/log/log.ts';
import type { PageRequest } from '#lib/runtime/routes/page-request.ts';
import { staticMarkupFile } from './build.ts';
import type { StaticPage, StaticPageRequest } from './rendered-page.ts';
import { isDrawnStatically } from './routes.ts';

type Render = (requested: StaticPageRequest) => Promise<StaticPage | null>;

const file = resolve(staticMarkupFile);
let render: Render | undefined;
let isBuilt: boolean | undefined;

/** Renders a page to static markup. @returns null if Next.js must render it */
export async function renderStatically(request: PageRequest): Promise<StaticPage | null> {
  isBuilt ??= process.env.NODE_ENV !== 'development' && existsSync(file);
  const requested = isBuilt ? toStaticRequest(request) : null;
  if (!requested) return null;
  render ??= ((await import(pathToFileURL(file).href)) as { renderStaticPage: Render }).renderStaticPage;
  return render(requested).catch((error: unknown) => {
    // Next.js encounters the same error and responds with an error page.
    log.warn({ error: describeFault(error) }, 'a page could not be rendered: the framework tries');
    return null;
  });
}

function toStaticRequest(request: PageRequest): StaticPageRequest | null {
  const { route, method, path, headers, url } = request;
  if (route === null || method !== 'GET' || headers.rsc || headers['next-action'] || !isDrawnStatically(request)) return null;
  return { route: route.name, params: route.params, path, headers, query: queryFrom(url.slice(path.length + 1)) };
}

/** Repeated parameters have several values. */
function queryFrom(search: string): StaticPageRequest['query'] {
  const params = [...valuesByName(new URLSearchParams(search))];
  return Object.fromEntries(params.map(([name, [first = '', ...more]]) => [name, more.length > 0 ? [first, ...more] : first]));
}
