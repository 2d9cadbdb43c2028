import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { PageRequest } from '#lib/runtime/routes/page-request.ts';
import { pageVersion } from '../development/reload.ts';
import { pageScriptName, scriptFolder } from '../processes/browser-scripts.ts';
import { isDevelopment } from '../processes/development-mode.ts';
import type { PageResponse } from './page-response.ts';

interface BuiltScript {
  path: string;
  plain: Buffer;
  br: Buffer;
  gzip: Buffer;
}

let cached: BuiltScript | undefined;

/** Reads the script of pages without scripts of Next.js. Its name contains a hash of its content. */
function readScript(): BuiltScript {
  const file = readdirSync(scriptFolder).find((name) => pageScriptName.test(name));
  if (!file) throw new Error(`There is no built script in ${scriptFolder}: run npm run build.`);
  if (cached?.path === `/${file}`) return cached;
  const plain = readFileSync(join(scriptFolder, file));
  return { path: `/${file}`, plain, br: brotliCompressSync(plain), gzip: gzipSync(plain) };
}

const currentScript = (): BuiltScript => {
  // In development, the script is rebuilt while the process runs.
  if (!cached || isDevelopment) cached = readScript();
  return cached;
};

const searchBox = 'id="site-search"';

/** Adds the script to a page with a search box, as all pages have. It is outside what React renders, so that hydration is not affected. */
export const withPageScript = (html: string): string =>
  html.includes(searchBox) && !html.includes(currentScript().path) ? addPageScript(html) : html;

/** @param html a page with a search box, or its beginning up to the end of its head */
export function addPageScript(html: string): string {
  const source = isDevelopment ? `${currentScript().path}?${pageVersion()}` : currentScript().path;
  return html.replace('</head>', `<script type="module" src="${source}"></script></head>`);
}

/** Returns the script; null for any other path. */
export function pageScriptResponse({ path, headers }: PageRequest): PageResponse | null {
  if (!pageScriptName.test(path.slice(1)) || path !== currentScript().path) return null;
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
    body: currentScript()[coding],
  };
}
