import { expect, test } from '@playwright/test';
import { actionsWithoutRow, tryActions } from './matrix/attempts.ts';
import { changedIn } from './matrix/database.ts';
import { actionsFound, inlineActions, routesFound } from './matrix/found.ts';
import { tryHiddenFields } from './matrix/hidden.ts';
import { instanceWithEveryone, some } from './matrix/place.ts';
import { tryQueries, tryRedirects } from './matrix/queries.ts';
import { tryMethods, tryOtherRequests, trySignInsWithNext } from './matrix/requests.ts';
import type { Role } from './matrix/roles.ts';
import type { RouteRow } from './matrix/routes.ts';
import {
  bodyOf,
  each,
  insecure,
  isAnsweredAsAnonymous,
  isPostgres,
  kinds,
  onePerObject,
  type RouteTry,
  routesWithoutRow,
  routeTries,
  seen,
  tryRoute,
} from './matrix/tries.ts';

/**
 * Who may what: every route, server action, parameter and object, asked for over HTTP by every role, on an instance of its own. The
 * rows are in matrix/routes.ts and matrix/actions.ts, which say how one is added. PostgreSQL is asked less (`isPostgres` of
 * matrix/tries.ts).
 */
test.describe.configure({ mode: 'serial' });
// A minute in all where the machine has nothing else to do; thousands of requests take long where it has.
test.setTimeout(900_000);

const place = instanceWithEveryone('matrix');

/** Every try of the rows; on PostgreSQL, one for each object. */
function triesOf(of: (row: RouteRow) => boolean, by: (role: Role, row: RouteRow) => boolean = () => true): RouteTry[] {
  const tries = routeTries(place.ground, of).filter(({ role, row }) => by(role, row));
  return isPostgres ? onePerObject(tries) : tries;
}

test('every route, query and action has a row', () => {
  const [routes, actions] = [routesFound(), actionsFound()];
  expect([...routesWithoutRow(routes), ...actionsWithoutRow(actions)]).toEqual([]);
  expect(inlineActions(), 'an action inside a page cannot be named here: put it into the actions.ts of its room').toEqual([]);
  place.figures.push(`${routes.length} routes`, `${actions.length} actions`);
});

test('every route answers each role as its row states, reveals no data of others, and a GET changes nothing', async () => {
  const reads = (row: RouteRow) => row.method !== 'POST';
  await place.database.quiet();
  const before = await place.database.digests();
  const noted = ({ row, role }: { row: RouteRow; role: Role }) => row.notes?.[role] !== undefined;
  const tries = triesOf(reads);
  const faults = await each(
    tries.filter((one) => !noted(one)),
    (one) => tryRoute(place.ground, one),
  );
  expect(some(faults)).toEqual([]);
  const heads = await each(
    tries.filter(
      (one) =>
        !isPostgres &&
        !noted(one) &&
        !/malformed/.test(one.variant) &&
        (one.role === 'anonymous' || (one.role === 'stranger' && !isAnsweredAsAnonymous(one))),
    ),
    async ({ path, role }) => {
      const came = await place.ground.asker.ask(role, path, { method: 'HEAD' });
      return came.status >= 500 ? [`HEAD ${path} for ${role}: ${came.status}`] : [];
    },
  );
  expect(some(heads)).toEqual([]);
  await place.database.quiet();
  expect(changedIn(before, await place.database.digests()), 'tables that a GET has changed').toEqual([]);
  const after = await each(tries.filter(noted), (one) => tryRoute(place.ground, one));
  expect(some(after)).toEqual([]);
  expect(changedIn(before, await place.database.digests())).toEqual(['invitations', 'notifications', 'thread_members']);
  place.figures.push(`${tries.length} tries of routes`);
});

test('a private text is seen by its readers, so that its absence elsewhere means something', { tag: '@one-engine' }, () => {
  const unseen = place.ground.world.canaries
    .filter(({ text, readers }) => readers.length > 0 && !seen.has(text))
    .map(({ text }) => text.replace(/-\w{12}/, ''));
  // Nobody is shown an address that a link went to, nor why a split was asked for once it is made; of the others one of the kind is opened.
  expect(unseen.filter((text) => !/^canary-(contact|reason|invitation-(accept|withdraw)|report-2|proof-token)/.test(text))).toEqual([]);
});

test('any query string is answered with a page or an error, and never redirects elsewhere', async () => {
  await place.database.quiet();
  const before = await place.database.digests();
  const { faults, asked, cursors } = await tryQueries(place.ground);
  expect(some(faults)).toEqual([]);
  // Where a page leads is decided before a database is asked.
  if (!isPostgres) expect(some(await tryRedirects(place.ground))).toEqual([]);
  await place.database.quiet();
  expect(changedIn(before, await place.database.digests()).filter((table) => !['invitations', 'thread_members'].includes(table))).toEqual(
    [],
  );
  expect(cursors, 'cursors that pages gave out, to be tried on others').toBeGreaterThan(1);
  place.figures.push(`${asked} queries, ${cursors} cursors of pages`);
});

test('private data is not revealed by any other form of request for a page', { tag: '@one-engine' }, async () => {
  const { faults, asked } = await tryOtherRequests(place.ground);
  expect(some(faults)).toEqual([]);
  place.figures.push(`${asked} by other ways`);
});

test('signing in with a next URL on another site leads to the own page', { tag: '@one-engine' }, async () => {
  await trySignInsWithNext(place.instance);
});

test('a route takes the methods that it has, and no others', { tag: '@one-engine' }, async () => {
  await place.database.quiet();
  const before = await place.database.digests();
  expect(some(await tryMethods(place.ground, routesFound()))).toEqual([]);
  expect(changedIn(before, await place.database.digests())).toEqual([]);
});

test('a hidden field is in no answer to anybody else, nor in their archives', { tag: '@one-engine' }, async () => {
  const { faults, asked, shown } = await tryHiddenFields(place.ground, place.instance, place.database.quiet);
  expect(some(faults)).toEqual([]);
  const answers = Object.values(shown).reduce((sum, count) => sum + count, 0);
  place.figures.push(`${asked} outputs of a person, of which ${answers} showed one of ${Object.keys(shown).length} hideable fields`);
});

test('posts of others to a record change nothing, and those of its owner do', async () => {
  await place.database.quiet();
  const before = await place.database.digests();
  const [theirs, others] = [true, false].map((isOwner) =>
    triesOf(
      ({ changes }) => changes !== undefined,
      (role, row) => row.changes?.includes(role) === isOwner,
    ),
  );
  expect(some(await each(others ?? [], (one) => tryRoute(place.ground, one)))).toEqual([]);
  expect(changedIn(before, await place.database.digests())).toEqual([]);
  expect(some(await each(theirs ?? [], (one) => tryRoute(place.ground, one), 1))).toEqual([]);
  expect(changedIn(before, await place.database.digests())).toContain('owner_statements');
  expect((await place.ground.asker.ask('anonymous', `/authors/${place.ground.world.records.recipient.slug}/photo.jpg`)).status).toBe(200);
});

test('every server action is rejected or executed as its row states, and a rejected action changes nothing', async () => {
  const faults = await tryActions({ ...place.ground, watch: place.database }, actionsFound());
  expect(some(faults)).toEqual([]);
});

test('sign-in forms answer as their rows state, and reject posts from other sites', async () => {
  await place.database.quiet();
  const before = await place.database.digests();
  const posts = triesOf((row) => row.method === 'POST');
  const foreign = await each(isPostgres ? [] : posts, async ({ name, path, role, row }) => {
    if (name.startsWith('/unsubscribe/')) return [];
    const body = bodyOf(row, place.ground);
    const ways: Record<string, string>[] = [
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      { Origin: place.instance.url, 'Sec-Fetch-Site': 'cross-site' },
    ];
    const statuses = await Promise.all(
      ways.map(async (headers) => (await place.ground.asker.ask(role, path, { method: 'POST', body, headers })).status),
    );
    return statuses.every((status) => status === 403) ? [] : [`${name} from elsewhere, for ${role}: ${statuses}`];
  });
  expect(some(foreign)).toEqual([]);
  expect(changedIn(before, await place.database.digests())).toEqual([]);
  const own = await each(posts, (one) => tryRoute(place.ground, one), 1);
  expect(some(own)).toEqual([]);
});

test('every answer has the security headers of its kind: pages, files, errors and redirects', { tag: '@one-engine' }, async () => {
  const { ground } = place;
  const { slug } = ground.world.records.recipient;
  const more = ['/healthz', '/readyz', '/icon.svg', '/no/such/page', `/${'x'.repeat(9_000)}`, '/_next/static/none.js']
    .concat(['/authors//x', '/authors?after=%00', `/authors/${slug}?as-of=2026-01-01`])
    .concat(['tex', 'docx', 'html', 'exe'].map((ending) => `/authors/${slug}/cv/cv.${ending}`))
    .concat(`/oembed.json?url=${encodeURIComponent(`${ground.url}/authors/${slug}`)}`);
  const found = (await ground.asker.ask('anonymous', '/authors')).text.match(/(?:src|href)="\/[^"]+\.(?:js|css|svg|woff2)/g) ?? [];
  const files = found.map((link) => link.replace(/^\w+="/, ''));
  expect(files.length).toBeGreaterThan(1);
  const faults = await each([...more, ...files], async (path) => {
    const came = await ground.asker.ask('anonymous', path);
    return insecure(came, path).map((fault) => `${path.slice(0, 80)} (${came.status}): ${fault}`);
  });
  expect(some(faults)).toEqual([]);
  // The tests before this one have judged what every route answers every role.
  expect([...kinds]).toEqual(expect.arrayContaining(['2 text/html', '4 text/html', '3 nothing', '2 application/json', '2 image/svg+xml']));
  place.figures.push(`headers of ${kinds.size} kinds of answers`);
});
