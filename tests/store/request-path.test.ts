import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { Session } from 'node:inspector/promises';
import type { AddressInfo } from 'node:net';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { createHttpServer } from '#lib/runtime/server/http/http-server.ts';
import { databasePerFile, shareStore } from './test-database.ts';

/**
 * The way of a GET and of a POST through the server, as V8 counts the functions that it runs, compared with the files that
 * docs/architecture.md names. The framework and the renderer process are replaced.
 */
const database = databasePerFile();
shareStore(database);
let server: Server;
const session = new Session();

beforeAll(async () => {
  server = createHttpServer(
    async (message, response) => {
      for await (const _ of message);
      await database.store.reader.select({ name: accounts.name }).from(accounts);
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      response.end('<html><head></head><body>Ada</body></html>');
    },
    () => true,
  );
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
});
afterAll(async () => {
  session.disconnect();
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});

const rooms = /^lib\/runtime\/(?:server\/(?:http|pages|cache)|routes|static-markup)\//;

/** Returns the files of the response path whose functions run during some work. */
async function filesRunning(work: () => Promise<unknown>): Promise<string[]> {
  await session.post('Profiler.takePreciseCoverage');
  await work();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const isRun = ({ functions }: (typeof result)[number]) =>
    functions.some(({ ranges: [whole] }) => whole !== undefined && whole.startOffset > 0 && whole.count > 0);
  const paths = result.filter(isRun).map(({ url }) => relative('.', url.startsWith('file:') ? fileURLToPath(url) : url));
  return [...new Set(paths)].filter((path) => rooms.test(path)).sort();
}

const url = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
const get = () => fetch(url('/authors/ada-byron'), { headers: { accept: 'text/html' } }).then((answer) => answer.text());
const post = () =>
  fetch(url('/invite/ada-byron'), {
    method: 'POST',
    headers: { accept: 'text/html', origin: url(''), 'sec-fetch-site': 'same-origin' },
    body: new FormData(),
  }).then((answer) => answer.text());

const architecture = readFileSync('docs/architecture.md', 'utf8');
/** Returns the files that a section names; names without a folder are in that of the name before. */
function filesOf(heading: string): string[] {
  const section = new RegExp(`^## ${heading}\\n([\\s\\S]*?)(?=^## )`, 'm').exec(architecture)?.[1] ?? '';
  let folder = '';
  const names = [...section.matchAll(/`([\w/.-]+\.ts)`/g)].map(([, name = '']) => {
    if (name.startsWith('lib/')) return name;
    if (name.includes('/')) folder = name.replace(/[^/]*$/, '');
    const base = /^(?:http|pages|cache)\//.test(name) || !name.includes('/') ? 'lib/runtime/server/' : 'lib/runtime/';
    return name.includes('/') ? base + name : base + folder + name;
  });
  return names.filter((name) => rooms.test(name));
}

/** In another process, for members, or only after a build. */
const elsewhere = [
  ...['pages/renderers.ts', 'pages/renderer.ts', 'cache/member-pages.ts'].map((name) => `lib/runtime/server/${name}`),
  'lib/runtime/static-markup/render.ts',
];
/** Values and small parts that the files of the way use. */
const parts =
  /\/(?:static-markup\/routes|browser-scripts|page-response|compression|content-security-policy|next-output|page-dependencies|page-files|page-index|open-page-files|recompress|signposting|fallback-pages|page-shell|connection-limit|tracking-parameters|health-check|fault-page|collect|form-body|slot\w*|change-tracker|render-queue)\.ts$/;

test('a GET takes the way that the documentation describes, and no file beside it', async () => {
  const ran = await filesRunning(get);
  const named = filesOf('The way of a GET');
  expect(named.length).toBeGreaterThan(18);
  expect(ran.filter((path) => !parts.test(path) && !named.includes(path))).toEqual([]);
  expect(named.filter((path) => !ran.includes(path) && !elsewhere.includes(path))).toEqual([]);
});

test('a POST takes it too, but for the cache and the queue', async () => {
  const ran = await filesRunning(post);
  const named = [...filesOf('The way of a GET'), ...filesOf('The way of a POST')];
  expect(ran.filter((path) => !parts.test(path) && !named.includes(path))).toEqual([]);
  expect(filesOf('The way of a POST').filter((path) => !ran.includes(path))).toEqual([]);
  expect(ran).not.toContain('lib/runtime/server/pages/render-queue.ts');
  expect(ran).not.toContain('lib/runtime/server/cache/page-cache.ts');
});
