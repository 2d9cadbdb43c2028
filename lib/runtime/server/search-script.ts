import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import { resolve } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/** The one script for readers without a session: suggestions in the search box. Its name changes with its content. */
function read() {
  const text = withoutTypes(readFileSync(resolve('components/search/search-box.ts'), 'utf8'))
    .replace(/^\s*\/\*\*?[\s\S]*?\*\/$/gm, '')
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{2,}/g, '\n');
  const name = createHash('sha256').update(text).digest('hex').slice(0, 12);
  return { path: `/search-box-${name}.js`, plain: Buffer.from(text), br: brotliCompressSync(text), gzip: gzipSync(text) };
}

/** As Node itself runs the rest of the project; what it says of that each time is not for operators. */
function withoutTypes(typed: string): string {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return stripTypeScriptTypes(typed);
  } finally {
    process.emitWarning = emitWarning;
  }
}

let kept: ReturnType<typeof read> | undefined;
const script = (): ReturnType<typeof read> => {
  kept ??= read();
  return kept;
};

const box = 'action="/search"';

/** A page with a search box, told where the box's script is. Outside what React draws, so that nothing has to agree with it. */
export const withSearchScript = (html: string): string =>
  html.includes(box) && !html.includes(script().path)
    ? html.replace('</head>', `<script type="module" src="${script().path}"></script></head>`)
    : html;

/** Sends the script where it is asked for; false of any other path. */
export function sendSearchScript(request: IncomingMessage, response: ServerResponse, path: string): boolean {
  if (path !== script().path) return false;
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const coding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : 'plain';
  const body = script()[coding];
  response.writeHead(200, {
    'Content-Type': 'text/javascript; charset=utf-8',
    'Cache-Control': 'public, max-age=31536000, immutable',
    Vary: 'Accept-Encoding',
    'Content-Length': body.length,
    ...(coding === 'plain' ? {} : { 'Content-Encoding': coding }),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
  return true;
}
