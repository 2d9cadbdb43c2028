import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { type Instance, startInstance } from '../instance.ts';
import { ownDatabase } from './beside.ts';
import { asker, requests } from './matrix/ask.ts';
import { changedIn, type Watch, watch } from './matrix/database.ts';
import { actionsWithoutRow, tryActions } from './matrix/deeds.ts';
import { actionsFound, inlineActions, routesFound } from './matrix/found.ts';
import { isPostgres, tryQueries, tryRedirects } from './matrix/queries.ts';
import type { roles, World } from './matrix/roles.ts';
import { type RouteRow, routeRows } from './matrix/routes.ts';
import { each, type Ground, leaks, routesWithoutRow, routeTries, said, seen, tryRoute } from './matrix/tries.ts';

/**
 * Who may what: every route, server action, parameter and object, asked for over HTTP by every role, on an instance of its own. What is
 * tried stands in matrix/routes.ts and matrix/actions.ts, which say how a row is added.
 */
test.describe.configure({ mode: 'serial' });
// A minute in all where the machine has nothing else to do; thousands of requests take long where it has.
test.setTimeout(900_000);

let instance: Instance;
let ground: Ground;
let database: Watch;
const figures: string[] = [];

test.beforeAll(async () => {
  test.setTimeout(400_000);
  instance = await startInstance({ ...(await ownDatabase('matrix')), ORCID_CLIENT_ID: '', ORCID_CLIENT_SECRET: '' });
  const { E2E_DATABASE_URL: DATABASE_URL = '', E2E_DATA_DIR: DATA_DIR = '' } = instance.env;
  const env = { ...process.env, DATABASE_URL, DATA_DIR, PUBLIC_URL: instance.url };
  const made = execFileSync(process.execPath, ['--conditions=react-server', 'tests/e2e/matrix/world.ts'], { env });
  const world = JSON.parse(made.toString()) as World;
  ground = { url: instance.url, world, asker: asker(instance.url, world) };
  database = await watch(DATABASE_URL);
});
test.afterAll(async () => {
  console.log(`The matrix: ${figures.join('; ')}; ${requests()} requests in all.`);
  await database?.close();
  await instance?.stop();
});

/** At most some of many sentences, so that a report can be read. */
const some = (faults: readonly string[]): string[] =>
  faults.length > 40 ? [...faults.slice(0, 40), `and ${faults.length - 40} more`] : [...faults];

test('every route, query and action has a row', () => {
  const [routes, actions] = [routesFound(), actionsFound()];
  expect([...routesWithoutRow(routes), ...actionsWithoutRow(actions)]).toEqual([]);
  expect(inlineActions(), 'an action inside a page cannot be named here: put it into the actions.ts of its room').toEqual([]);
  figures.push(`${routes.length} routes`, `${actions.length} actions`);
});

test('every route answers each role as its row states, reveals no data of others, and a GET changes nothing', async () => {
  const reads = (row: RouteRow) => row.method !== 'POST';
  await database.quiet();
  const before = await database.digests();
  const noted = ({ row, role }: { row: RouteRow; role: (typeof roles)[number] }) => row.notes?.[role] !== undefined;
  const tries = routeTries(ground, reads);
  const faults = await each(
    tries.filter((one) => !noted(one)),
    (one) => tryRoute(ground, one),
  );
  expect(some(faults)).toEqual([]);
  const heads = await each(
    tries.filter((one) => !noted(one) && ['anonymous', 'stranger'].includes(one.role)),
    async ({ path, role }) => {
      const came = await ground.asker.ask(role, path, { method: 'HEAD' });
      return came.status >= 500 ? [`HEAD ${path} for ${role}: ${came.status}`] : [];
    },
  );
  expect(some(heads)).toEqual([]);
  await database.quiet();
  expect(changedIn(before, await database.digests()), 'tables that a GET has changed').toEqual([]);
  const after = await each(tries.filter(noted), (one) => tryRoute(ground, one));
  expect(some(after)).toEqual([]);
  expect(changedIn(before, await database.digests())).toEqual(['invitations', 'notifications', 'thread_members']);
  figures.push(`${tries.length} tries of routes`);
});

test('private data is not revealed by any other form of request for a page', async () => {
  test.skip(isPostgres, 'no form of request asks the database anything else');
  const ways: readonly Record<string, string>[] = [
    { RSC: '1' },
    { RSC: '1', 'Next-Router-Prefetch': '1' },
    { RSC: '1', 'Next-Router-Segment-Prefetch': '/_tree' },
    { 'x-middleware-subrequest': 'middleware:middleware:middleware:middleware:middleware' },
    { 'x-forwarded-host': 'evil.example', 'x-original-url': '/admin', 'x-rewrite-url': '/admin' },
    { 'x-http-method-override': 'GET', accept: 'application/json' },
  ];
  const spelled = [
    (path: string) => path,
    (path: string) => path.replace(/^\/(.)/, (_, letter: string) => `/%${letter.charCodeAt(0).toString(16)}`),
    (path: string) => `/${path}`,
    (path: string) => `${path}/`,
    (path: string) => `${path}.rsc`,
    (path: string) => path.toUpperCase(),
  ];
  const isPrivate = (row: RouteRow) => row.method !== 'POST' && Object.values(row.answers).some((answer) => typeof answer === 'object');
  const others: readonly string[] = ['anonymous', 'stranger', 'owner', 'reviewer'];
  const tries = routeTries(ground, isPrivate).filter(
    ({ variant, row, role }) => others.includes(role) && !/malformed|unknown|by id/.test(variant) && !row.notes?.[role],
  );
  const asked = tries.flatMap((one) => [
    ...ways.map((way) => ({ ...one, way })),
    ...spelled.slice(1).map((spell) => ({ ...one, path: spell(one.path), way: {} })),
  ]);
  const faults = await each(asked, async ({ name, path, role, way }) => {
    const came = await ground.asker.ask(role, path, { headers: way });
    const wrong = came.status >= 500 ? [`${path} for ${role} with ${JSON.stringify(way)}: ${came.status}`] : [];
    return [
      ...wrong,
      ...leaks(ground, role, came).map((text) => `${name} as ${path} with ${JSON.stringify(way)} tells ${role} of ${text}`),
    ];
  });
  expect(some(faults)).toEqual([]);
  expect(spelled.length).toBeGreaterThan(1);
  figures.push(`${asked.length} by other ways`);
});

test('a text that is kept from others is seen by whom it is for, so that looking for it means something', () => {
  const unseen = ground.world.canaries
    .filter(({ text, readers }) => readers.length > 0 && !seen.has(text))
    .map(({ text }) => text.replace(/-\w{12}/, ''));
  // Nobody is shown an address that a link went to, nor why a split was asked for once it is made; of the others one of the kind is opened.
  expect(unseen.filter((text) => !/^canary-(contact|reason|invitation-(accept|withdraw)|report-2|proof-token)/.test(text))).toEqual([]);
});

test('any query string is answered with a page or an error, and never redirects elsewhere', async () => {
  await database.quiet();
  const before = await database.digests();
  const { faults, asked, cursors } = await tryQueries(ground);
  expect(some(faults)).toEqual([]);
  expect(some(await tryRedirects(ground))).toEqual([]);
  await database.quiet();
  expect(changedIn(before, await database.digests()).filter((table) => !['invitations', 'thread_members'].includes(table))).toEqual([]);
  expect(cursors, 'cursors that pages gave out, to be tried on others').toBeGreaterThan(1);
  figures.push(`${asked} queries, ${cursors} cursors of pages`);
});

test('who signs in with a next that leads elsewhere comes to their own page', async () => {
  const { url } = instance;
  const headers = { Origin: url, 'Sec-Fetch-Site': 'same-origin' };
  for (const [at, next] of ['//evil.example/x', 'https://evil.example', '/\\evil.example'].entries()) {
    const email = `nowhere-${at}@example.org`;
    const asked = await fetch(`${url}/api/auth/ask`, {
      method: 'POST',
      redirect: 'manual',
      headers,
      body: new URLSearchParams({ email, next }),
    });
    const cookie = asked.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    const folder = join(instance.dataDir, 'outbox');
    let code = '';
    await expect
      .poll(
        () => {
          const mails = readdirSync(folder)
            .filter((name) => name.endsWith('.json'))
            .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
          const mail = mails.find(({ to }) => to === email);
          code = /code=(\w+)/.exec(mail?.text ?? '')?.[1] ?? '';
          return code;
        },
        { timeout: 20_000 },
      )
      .not.toBe('');
    const body = new URLSearchParams({ code, next });
    const entered = await fetch(`${url}/api/auth/confirm`, { method: 'POST', redirect: 'manual', headers: { ...headers, cookie }, body });
    expect([entered.status, new URL(entered.headers.get('location') ?? '', url).href]).toEqual([303, `${url}/me`]);
  }
});

test('a route takes the methods that it has, and no others', async () => {
  test.skip(isPostgres, 'methods are told apart before the database is asked');
  await database.quiet();
  const before = await database.digests();
  const tries = routesFound().flatMap(({ path, kind, methods }) => {
    const row = routeRows[path];
    const [address = '/'] = row ? Object.values(row.paths(ground.world)) : [];
    const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((method) => !methods.includes(method));
    return others.flatMap((method) => (['anonymous', 'admin'] as const).map((role) => ({ path, kind, address, method, role })));
  });
  const faults = await each(tries, async ({ path, kind, address, method, role }) => {
    const came = await ground.asker.ask(role, address, {
      method,
      ...(method === 'GET' ? {} : { body: 'x=y', headers: { Origin: instance.url, 'Content-Type': 'application/x-www-form-urlencoded' } }),
    });
    const isRefused = kind === 'route' ? came.status === 405 : came.status < 500;
    return isRefused ? [] : [`${method} ${path} for ${role}: ${said(came, instance.url)}`];
  });
  expect(some(faults)).toEqual([]);
  expect(changedIn(before, await database.digests())).toEqual([]);
});

test('every server action is refused or done as its row states, and a refused action changes nothing', async () => {
  const faults = await tryActions({ ...ground, watch: database }, actionsFound());
  expect(some(faults)).toEqual([]);
});

test('forms of the sign-in answer as their rows state, and reject posts from other sites', async () => {
  await database.quiet();
  const before = await database.digests();
  const posts = routeTries(ground, (row) => row.method === 'POST');
  const foreign = await each(posts, async ({ name, path, role, row }) => {
    if (name.startsWith('/unsubscribe/')) return [];
    const body = new URLSearchParams(row.form?.(ground.world));
    const ways: Record<string, string>[] = [
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      { Origin: instance.url, 'Sec-Fetch-Site': 'cross-site' },
    ];
    const statuses = await Promise.all(
      ways.map(async (headers) => (await ground.asker.ask(role, path, { method: 'POST', body, headers })).status),
    );
    return statuses.every((status) => status === 403) ? [] : [`${name} from elsewhere, for ${role}: ${statuses}`];
  });
  expect(some(foreign)).toEqual([]);
  expect(changedIn(before, await database.digests())).toEqual([]);
  const own = await each(posts, (one) => tryRoute(ground, one), 1);
  expect(some(own)).toEqual([]);
});
