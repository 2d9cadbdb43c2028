import { expect, test } from '@playwright/test';
import { checkActions } from './matrix/action-checks.ts';
import { changedTables } from './matrix/database-watch.ts';
import { discoverActions, discoverInlineActions, discoverRoutes } from './matrix/discovery.ts';
import { checkHiddenFields } from './matrix/hidden-field-checks.ts';
import { createMatrixInstance, truncateFaults } from './matrix/matrix-instance.ts';
import { checkQueries, checkRedirects } from './matrix/query-checks.ts';
import { checkMethods, checkRequestVariants, checkSignInRedirects } from './matrix/request-checks.ts';
import type { Role } from './matrix/roles.ts';
import {
  checkRoute,
  collectFaults,
  createRequestBody,
  createRouteCases,
  isAnsweredAsAnonymous,
  isPostgres,
  type RouteCase,
  responseKinds,
  securityHeaderFaults,
  seenCanaries,
  selectOnePerObject,
} from './matrix/route-checks.ts';
import type { RouteRow } from './matrix/routes.ts';
import { actionRowFaults, routeRowFaults } from './matrix/row-faults.ts';

/**
 * Permissions: every route, server action, parameter and object, requested over HTTP by every role, on a separate instance. The
 * rows are in matrix/routes.ts and matrix/actions.ts, which explain how to add one. PostgreSQL is checked less (`isPostgres` in
 * matrix/route-checks.ts).
 */
test.describe.configure({ mode: 'serial' });
// About a minute in total on an idle machine; thousands of requests take much longer on a busy one.
test.setTimeout(900_000);

const matrix = createMatrixInstance('matrix');

/** Returns the cases of all matching rows and roles; on PostgreSQL, one for each object. */
function createCases(
  matchesRow: (row: RouteRow) => boolean,
  matchesRole: (role: Role, row: RouteRow) => boolean = () => true,
): RouteCase[] {
  const cases = createRouteCases(matrix.fixture, matchesRow).filter(({ role, row }) => matchesRole(role, row));
  return isPostgres ? selectOnePerObject(cases) : cases;
}

test('every route, query and action has a row', () => {
  const [routes, actions] = [discoverRoutes(), discoverActions()];
  expect([...routeRowFaults(routes), ...actionRowFaults(actions.map(({ name }) => name))]).toEqual([]);
  expect(discoverInlineActions(), 'an inline action has no row here: move it to the actions.ts of its module').toEqual([]);
  matrix.summary.push(`${routes.length} routes`, `${actions.length} actions`);
});

test('every route answers each role as its row states, reveals no data of others, and a GET changes nothing', async () => {
  const isGet = (row: RouteRow) => row.method !== 'POST';
  await matrix.database.waitForIdle();
  const before = await matrix.database.digests();
  const hasSideEffect = ({ row, role }: { row: RouteRow; role: Role }) => row.sideEffects?.[role] !== undefined;
  const cases = createCases(isGet);
  const faults = await collectFaults(
    cases.filter((one) => !hasSideEffect(one)),
    (one) => checkRoute(matrix.fixture, one),
  );
  expect(truncateFaults(faults)).toEqual([]);
  const heads = await collectFaults(
    cases.filter(
      (one) =>
        !isPostgres &&
        !hasSideEffect(one) &&
        !/malformed/.test(one.variant) &&
        (one.role === 'anonymous' || (one.role === 'stranger' && !isAnsweredAsAnonymous(one))),
    ),
    async ({ path, role }) => {
      const response = await matrix.fixture.client.request(role, path, { method: 'HEAD' });
      return response.status >= 500 ? [`HEAD ${path} for ${role}: ${response.status}`] : [];
    },
  );
  expect(truncateFaults(heads)).toEqual([]);
  await matrix.database.waitForIdle();
  expect(changedTables(before, await matrix.database.digests()), 'tables that a GET has changed').toEqual([]);
  const after = await collectFaults(cases.filter(hasSideEffect), (one) => checkRoute(matrix.fixture, one));
  expect(truncateFaults(after)).toEqual([]);
  expect(changedTables(before, await matrix.database.digests())).toEqual(['invitations', 'notifications', 'thread_members']);
  matrix.summary.push(`${cases.length} tries of routes`);
});

test('a private text is seen by its readers, so that its absence elsewhere means something', { tag: '@one-engine' }, () => {
  const unseen = matrix.fixture.seed.canaries
    .filter(({ text, readers }) => readers.length > 0 && !seenCanaries.has(text))
    .map(({ text }) => text.replace(/-\w{12}/, ''));
  // No page shows the recipient of a visibility link, or the reason of a completed split. Of the other kinds only one object is opened.
  expect(unseen.filter((text) => !/^canary-(contact|reason|invitation-(accept|withdraw)|report-2|proof-token)/.test(text))).toEqual([]);
});

test('any query string is answered with a page or an error, and never redirects elsewhere', async () => {
  await matrix.database.waitForIdle();
  const before = await matrix.database.digests();
  const { faults, asked, cursors } = await checkQueries(matrix.fixture);
  expect(truncateFaults(faults)).toEqual([]);
  // Redirects are decided before any database query.
  if (!isPostgres) expect(truncateFaults(await checkRedirects(matrix.fixture))).toEqual([]);
  await matrix.database.waitForIdle();
  expect(
    changedTables(before, await matrix.database.digests()).filter((table) => !['invitations', 'thread_members'].includes(table)),
  ).toEqual([]);
  expect(cursors, 'cursors that pages gave out, to be tried on others').toBeGreaterThan(0);
  matrix.summary.push(`${asked} queries, ${cursors} cursors of pages`);
});

test('private data is not revealed by any other form of request for a page', { tag: '@one-engine' }, async () => {
  const { faults, asked } = await checkRequestVariants(matrix.fixture);
  expect(truncateFaults(faults)).toEqual([]);
  matrix.summary.push(`${asked} by other ways`);
});

test('where no proof allows an objection, the page of a claim names the report instead', { tag: '@one-engine' }, async () => {
  const { text } = await matrix.fixture.client.request('anonymous', '/claim/mara-lindqvist');
  expect(text).toContain('Report that its owner is somebody else');
  expect(text).not.toMatch(/Object to this claim|What happens next/);
});

test('signing in with a next URL on another site leads to the own page', { tag: '@one-engine' }, async () => {
  await checkSignInRedirects(matrix.instance);
});

test('a route takes the methods that it has, and no others', { tag: '@one-engine' }, async () => {
  await matrix.database.waitForIdle();
  const before = await matrix.database.digests();
  expect(truncateFaults(await checkMethods(matrix.fixture, discoverRoutes()))).toEqual([]);
  expect(changedTables(before, await matrix.database.digests())).toEqual([]);
});

test('a hidden field is in no answer to anybody else, nor in their archives', { tag: '@one-engine' }, async () => {
  const { faults, asked, shown } = await checkHiddenFields(matrix.fixture, matrix.instance, matrix.database.waitForIdle);
  expect(truncateFaults(faults)).toEqual([]);
  const answers = Object.values(shown).reduce((sum, count) => sum + count, 0);
  matrix.summary.push(`${asked} outputs of a person, of which ${answers} showed one of ${Object.keys(shown).length} hideable fields`);
});

test('posts of others to a record change nothing, and those of its owner do', async () => {
  await matrix.database.waitForIdle();
  const before = await matrix.database.digests();
  const [theirs, others] = [true, false].map((isOwner) =>
    createCases(
      ({ changedBy }) => changedBy !== undefined,
      (role, row) => row.changedBy?.includes(role) === isOwner,
    ),
  );
  expect(truncateFaults(await collectFaults(others ?? [], (one) => checkRoute(matrix.fixture, one)))).toEqual([]);
  expect(changedTables(before, await matrix.database.digests())).toEqual([]);
  expect(truncateFaults(await collectFaults(theirs ?? [], (one) => checkRoute(matrix.fixture, one), 1))).toEqual([]);
  expect(changedTables(before, await matrix.database.digests())).toContain('owner_statements');
});

test('every server action is rejected or executed as its row states, and a rejected action changes nothing', async () => {
  const faults = await checkActions({ ...matrix.fixture, watch: matrix.database }, discoverActions());
  expect(truncateFaults(faults)).toEqual([]);
});

test('sign-in forms answer as their rows state, and reject posts from other sites', async () => {
  await matrix.database.waitForIdle();
  const before = await matrix.database.digests();
  const posts = createCases((row) => row.method === 'POST');
  const foreign = await collectFaults(isPostgres ? [] : posts, async ({ name, path, role, row }) => {
    if (name.startsWith('/unsubscribe/')) return [];
    const body = createRequestBody(row, matrix.fixture);
    const ways: Record<string, string>[] = [
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      { Origin: matrix.instance.url, 'Sec-Fetch-Site': 'cross-site' },
    ];
    const statuses = await Promise.all(
      ways.map(async (headers) => (await matrix.fixture.client.request(role, path, { method: 'POST', body, headers })).status),
    );
    return statuses.every((status) => status === 403) ? [] : [`${name} from elsewhere, for ${role}: ${statuses}`];
  });
  expect(truncateFaults(foreign)).toEqual([]);
  expect(changedTables(before, await matrix.database.digests())).toEqual([]);
  const own = await collectFaults(posts, (one) => checkRoute(matrix.fixture, one), 1);
  expect(truncateFaults(own)).toEqual([]);
});

test('every answer has the security headers of its kind: pages, files, errors and redirects', { tag: '@one-engine' }, async () => {
  const { fixture } = matrix;
  const { slug } = fixture.seed.records.recipient;
  const more = [
    '/healthz',
    '/readyz',
    '/icon.svg',
    '/favicon.ico',
    '/apple-touch-icon.png',
    '/no/such/page',
    `/${'x'.repeat(9_000)}`,
    '/_next/static/none.js',
  ]
    .concat(['/authors//x', '/authors?after=%00', `/authors/${slug}?as-of=2026-01-01`])
    .concat(['tex', 'docx', 'html', 'exe'].map((ending) => `/authors/${slug}/cv/cv.${ending}`))
    .concat(`/oembed.json?url=${encodeURIComponent(`${fixture.url}/authors/${slug}`)}`);
  const found = (await fixture.client.request('anonymous', '/authors')).text.match(/(?:src|href)="\/[^"]+\.(?:js|css|svg|woff2)/g) ?? [];
  const files = found.map((link) => link.replace(/^\w+="/, ''));
  expect(files.length).toBeGreaterThan(0);
  const faults = await collectFaults([...more, ...files], async (path) => {
    const response = await fixture.client.request('anonymous', path);
    return securityHeaderFaults(response, path).map((fault) => `${path.slice(0, 80)} (${response.status}): ${fault}`);
  });
  expect(truncateFaults(faults)).toEqual([]);
  // The previous tests checked the responses of every route to every role.
  expect([...responseKinds]).toEqual(
    expect.arrayContaining(['2 text/html', '4 text/html', '3 nothing', '2 application/json', '2 image/svg+xml']),
  );
  matrix.summary.push(`headers of ${responseKinds.size} kinds of answers`);
});
