import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { collectDependencies, type Dependencies } from '#lib/platform/db/dependencies.ts';
import { clientSignal } from '#lib/platform/http/client-signal.ts';
import { withRequest } from '#lib/platform/request-context.ts';
import { readPageRequest } from '#lib/runtime/routes/page-request.ts';
import { startRenderers } from '#lib/runtime/server/pages/renderers.ts';
import { endProcess, superviseProcess } from '#lib/runtime/server/processes/supervise-process.ts';

const script = 'tests/servers/renderer.ts';
let state = { isStopping: false };
let renderers = startRenderers(0, () => true);
let read: Dependencies | null | undefined;

/** Renders each page in a renderer process, and answers here if that does not render it. */
const server = createServer((request, response) =>
  withRequest({ id: 'one', isOverloaded: false }, () =>
    collectDependencies(async () => {
      const rendered = await renderers.render(readPageRequest(request), clientSignal(response));
      read = rendered?.dependencies;
      if (rendered) response.writeHead(rendered.page.status, rendered.page.headers).end(rendered.page.body);
      else response.end('made here');
    }),
  ),
);
const requestPage = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, { headers });
  return { status: answer.status, text: await answer.text(), cookies: answer.headers.getSetCookie() };
};
const isRendered = async () => (await requestPage('/')).text !== 'made here';

beforeEach(async () => {
  const mine = { isStopping: false };
  state = mine;
  renderers = startRenderers(1, () => mine.isStopping, script);
  renderers.start();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  await expect.poll(isRendered, { timeout: 20_000 }).toBe(true);
});

afterEach(async () => {
  state.isStopping = true;
  renderers.close();
  await new Promise((closed) => server.close(closed));
});

test('a page comes with its headers and dependencies, for each reader separately', async () => {
  expect(await requestPage('/', { cookie: 'ada' })).toEqual({ status: 200, text: 'asked by ada', cookies: ['one=1', 'two=2'] });
  expect([...(read?.shapes.keys() ?? [])].map(({ text }) => text)).toEqual(['select name from authors']);
  expect((await requestPage('/')).text).toBe('asked by a visitor');
});

test('an aborted render is repeated in this process, as are all until another renderer is ready', async () => {
  expect(await requestPage('/cut')).toMatchObject({ status: 200, text: 'made here', cookies: [] });
  expect((await requestPage('/ends')).text).toBe('made here');
  await expect.poll(isRendered, { timeout: 20_000 }).toBe(true);
});

test('a server whose renderer has ended stops in order', async () => {
  state.isStopping = true;
  expect((await requestPage('/ends')).text).toBe('made here');
  await expect.poll(isRendered).toBe(false);
  expect(() => renderers.close()).not.toThrow();
});

test('a process that cannot be started is retried', async () => {
  let tries = 0;
  const kept = superviseProcess(
    () => {
      tries += 1;
      return spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], { cwd: tries === 1 ? '/no/such/folder' : '/' });
    },
    () => state.isStopping,
  );
  await expect.poll(() => tries, { timeout: 10_000 }).toBe(2);
  state.isStopping = true;
  await endProcess(kept.current());
});
