import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { RoutePolicy } from '#lib/portal/pages/model/route-policy.ts';
import type { PageRequest } from '#lib/runtime/routes/page-request.ts';
import { pageVersion } from '../development/reload.ts';
import { type BrowserScript, browserScriptFile, browserScripts, scriptFolder } from '../processes/browser-scripts.ts';
import { isDevelopment } from '../processes/development-mode.ts';
import type { PageResponse } from './page-response.ts';

interface BuiltScript {
  path: string;
  plain: Buffer;
  br: Buffer;
  gzip: Buffer;
}

const cached = new Map<BrowserScript, BuiltScript>();

/** Reads a script of pages without scripts of Next.js. Its name contains a hash of its content. */
function readScript(name: BrowserScript): BuiltScript {
  const file = readdirSync(scriptFolder).find((each) => browserScriptFile.exec(each)?.[1] === name);
  if (!file) throw new Error(`There is no built script in ${scriptFolder}: run npm run build.`);
  const known = cached.get(name);
  if (known?.path === `/${file}`) return known;
  const plain = readFileSync(join(scriptFolder, file));
  const script = { path: `/${file}`, plain, br: brotliCompressSync(plain), gzip: gzipSync(plain) };
  cached.set(name, script);
  return script;
}

// In development, the script is rebuilt while the process runs.
const currentScript = (name: BrowserScript): BuiltScript => (isDevelopment ? undefined : cached.get(name)) ?? readScript(name);

const searchBox = 'id="site-search"';

/** Adds the scripts to a page with a search box, as all pages have. They are outside what React renders, so that hydration is not affected. */
export const withPageScript = (html: string, further: RoutePolicy['script']): string =>
  html.includes(searchBox) && !html.includes(currentScript('page').path) ? addPageScript(html, further) : html;

const scriptTag = (name: BrowserScript, attributes = ''): string => {
  const source = isDevelopment ? `${currentScript(name).path}?${pageVersion()}` : currentScript(name).path;
  return `<script type="module" src="${source}"${attributes}></script>`;
};

/**
 * @param html a page with a search box, or its beginning up to the end of its head
 * @param further the page's own script; that of the graph learns from its element where its worker is
 */
export function addPageScript(html: string, further: RoutePolicy['script']): string {
  const attributes = further === 'graph' ? ` data-worker="${currentScript('graph-worker').path}"` : '';
  return html.replace('</head>', `${scriptTag('page')}${further ? scriptTag(further, attributes) : ''}</head>`);
}

const isBrowserScript = (name: string | undefined): name is BrowserScript => name !== undefined && Object.hasOwn(browserScripts, name);

/** Returns a script; null for any other path. */
export function pageScriptResponse({ path, headers }: PageRequest): PageResponse | null {
  const name = browserScriptFile.exec(path.slice(1))?.[1];
  if (!isBrowserScript(name) || path !== currentScript(name).path) return null;
  const accepted = String(headers['accept-encoding'] ?? '');
  const coding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : 'plain';
  return {
    status: 200,
    headers: {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
      ...(coding === 'plain' ? {} : { 'content-encoding': coding }),
    },
    head: '',
    body: currentScript(name)[coding],
  };
}
