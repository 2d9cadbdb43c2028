import { execFileSync } from 'node:child_process';
import { expect, type Page, test } from '@playwright/test';
import type { Store } from '#lib/platform/db/store.ts';
import { databaseFlag } from '#lib/platform/processes/child-process.ts';
import { type Instance, startInstance } from '../instance.ts';
import { createDatabase, withInstanceStore } from './instance-database.ts';
import { type DiscoveredAction, discoverActions } from './matrix/discovery.ts';
import { actionOutcome, createRoleClient, type MatrixResponse, redirectTarget } from './matrix/role-client.ts';
import type { Role, SeedData } from './matrix/roles.ts';
import { collectFaults } from './matrix/route-checks.ts';
import { type RouteRow, routeRows } from './matrix/routes.ts';
import { expectAccessible } from './pages.ts';

/**
 * What somebody withdraws is gone at once: every public address of the matrix is read before, so that whatever is kept anywhere is kept,
 * and all are read again together directly afterwards. The addresses come from matrix/routes.ts: a new route is among them by itself.
 */
test.describe.configure({ mode: 'serial' });
test.setTimeout(600_000);

let instance: Instance;
let world: SeedData;
let ask: ReturnType<typeof createRoleClient>;
test.beforeAll(async () => {
  test.setTimeout(400_000);
  instance = await startInstance({ ...(await createDatabase('gone')), ORCID_CLIENT_ID: '', ORCID_CLIENT_SECRET: '' });
  const { E2E_DATABASE_URL: DATABASE_URL = '', E2E_DATA_DIR: DATA_DIR = '' } = instance.env;
  const env = { ...process.env, DATABASE_URL, DATA_DIR, PUBLIC_URL: instance.url };
  world = JSON.parse(
    execFileSync(process.execPath, [databaseFlag(), '--conditions=react-server', 'tests/e2e/matrix/seed.ts'], { env }).toString(),
  ) as SeedData;
  ask = createRoleClient(instance.url, world);
  await withInstanceStore(worksForVera, instance.env);
});

/** More works than anybody has, so that the home page shows the record. */
async function worksForVera(store: Store): Promise<void> {
  const { createWork } = await import('../store/fixtures.ts');
  const { markStale } = await import('#lib/catalog/authors/commands/mark-changed.ts');
  const { refreshAuthors } = await import('#lib/catalog/refresh/commands/authors.ts');
  const [most] = await store.reader.query<{ works: number }>('select max(works_count) as works from authors', []);
  const [vera] = await store.reader.query<{ key: number }>('select key from authors where id = ?', [], [world.records.recipient.id]);
  const by = [{ key: vera?.key ?? 0, name: 'Vera Kell' }];
  for (let at = 0; at <= Number(most?.works); at += 1) await createWork(store, `A door that opens, part ${at}`, by);
  await store.transact(async (tx) => {
    await markStale(tx, [vera?.key ?? 0]);
    while ((await refreshAuthors(tx, 100)) > 0);
  });
}
test.afterAll(() => instance?.stop());

interface Person {
  id: string;
  slug: string;
  name: string;
}

const isPublic = (row: RouteRow): boolean => row.method !== 'POST';
const reversed = (name: string): string => name.toLowerCase().split(' ').reverse().join(' ');

/** Every address that a reader without a session can ask for, with a person where the rows have the recipient; and lists and searches by name. */
function addressesFor({ id, slug, name }: Person, searched = name): string[] {
  const about = { ...world, records: { ...world.records, recipient: { id, slug } } };
  const found = Object.values(routeRows)
    .filter(isPublic)
    .flatMap((row) => {
      const paths = Object.entries(row.paths(about)).flatMap(([variant, path]) => (variant.startsWith('malformed') ? [] : [path]));
      const byName = (row.query ?? []).filter((each) => ['q', 'from', 'with', 'to'].includes(each));
      const words = [reversed(searched), ...reversed(searched).split(' ')];
      const asked = byName.flatMap((query) =>
        words.flatMap((word) => paths.map((path) => `${path.split('?')[0]}?${new URLSearchParams({ [query]: word })}`)),
      );
      return [...paths, ...asked];
    });
  return [...new Set([...found, '/sitemaps/works-1.xml', '/sitemaps/contexts-1.xml'])];
}

interface Read extends MatrixResponse {
  path: string;
}

const read = async (path: string): Promise<Read> => ({ path, ...(await ask.request('anonymous', path)) });

/** Many at the same time, and fewer than the server has wait. */
async function readAll(paths: readonly string[]): Promise<Read[]> {
  const all = new Map<string, Read>();
  const store = async (path: string): Promise<string[]> => {
    all.set(path, await read(path));
    return [];
  };
  await collectFaults(paths, store, 16);
  return paths.flatMap((path) => all.get(path) ?? []);
}

/** Where a text of a person is: in what an answer says, or where it leads. Where an address itself has it, an answer may repeat that. */
const tells = ({ text, headers, path }: Read, words: readonly RegExp[]): boolean => {
  const whole = `${text} ${headers.get('location') ?? ''} ${headers.get('link') ?? ''} ${headers.get('content-disposition') ?? ''}`;
  const rest = [path, encodeURIComponent(path)].reduce((left, own) => left.replaceAll(own, ''), whole.replaceAll(ownTitle, ''));
  return words.some((word) => word.test(rest));
};
/** World.ts names works after people; what a work is called is not what a person is called. */
const ownTitle = /A first work of \w+ \w+/g;
const nameOf = (name: string): RegExp => new RegExp(`${name.replace(' ', '\\s+')}|${name.split(' ').reverse().join(',\\s*')}`);
const literally = (text: string): RegExp => new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));

/** The signed log names records by their ids, and an iD that was proved: nothing can be taken out of it (docs/decisions/0012-evidence-log.md). */
const isLog = (path: string): boolean => /^\/trust\/log(\.json)?(\?|$)/.test(path);

const action = (name: string): DiscoveredAction => {
  const found = discoverActions().find((each) => each.name === name);
  if (!found?.id) throw new Error(`There is no action ${name}.`);
  return { ...found, id: found.id };
};
const does = async (role: Role, name: string, page: string, fields: Record<string, string>): Promise<string> =>
  actionOutcome(await ask.submitForm(role, action(name), page, fields));

test('a suppressed person is on no page, file, feed, picture or suggestion directly afterwards', async () => {
  const vera = { ...world.records.recipient, name: 'Vera Kell' };
  const words = [nameOf(vera.name), literally(vera.slug)];
  const iD = literally('0000-0001-5109-3700');
  const paths = addressesFor(vera);
  const before = await readAll(paths);
  const named = before.filter((each) => tells(each, words)).map(({ path }) => path);
  // The record is on each kind of output, so that its absence afterwards says something.
  const outputs = ['/authors/', '/sitemaps/', '/graph/', '/search?', '/search/suggestions', '/works/', '/topics/', '/institutions/'];
  expect(outputs.filter((output) => !named.some((path) => path.startsWith(output)))).toEqual([]);
  expect(named).toContain('/');
  expect(named.length).toBeGreaterThan(40);
  expect(before.find(({ path }) => path === `/authors/${vera.slug}/card.png`)?.status).toBe(200);

  expect(
    await does('recipient', 'lib/governance/identity/actions.ts showName', '/visibility', { record: vera.slug, wanted: 'suppressed' }),
  ).toBe('done');
  const after = await readAll(paths);
  const told = after.filter((each) => tells(each, isLog(each.path) ? words : [...words, literally(vera.id), iD]));
  expect(told.map(({ path }) => path)).toEqual([]);
  const own = after.filter(({ path }) => path.includes(vera.slug) && !path.startsWith('/me/'));
  expect(own.filter(({ status }) => status !== 404).map(({ path, status }) => `${path}: ${status}`)).toEqual([]);
  expect(own.length).toBeGreaterThan(30);
  expect(after.filter(({ status }) => status >= 500)).toEqual([]);
});

// Headers are the same on both engines.
test('no public answer may be stored by a shared cache, or served again without revalidation', { tag: '@one-engine' }, async () => {
  const paths = addressesFor({ ...world.records.sender, name: 'Sven Aalto' });
  const answers = await readAll(paths);
  const faults = answers.flatMap(({ path, status, headers }) => {
    const said = headers.get('cache-control') ?? '';
    return /no-store/.test(said) || /^private, no-cache/.test(said) ? [] : [`${path} ${status}: ${said || 'no Cache-Control'}`];
  });
  expect(faults).toEqual([]);
});

/** Whom a page shows where it is signed in as one of the roles. */
async function signedInAs(page: Page, role: Role): Promise<void> {
  page.setDefaultTimeout(20_000);
  const [name = '', value = ''] = world.cookies[role].split('=');
  await page.context().addCookies([{ name, value, url: instance.url }]);
}

// That what is kept ends is tried by the suppressed person on both; tests/store/former-profile-urls.test.ts has the rule.
test('a former URL that its owner disables is not found at once, and no public page links from the former name', {
  tag: '@one-engine',
}, async ({ page }) => {
  const sven = { ...world.records.sender, name: 'Sven Aalto' };
  const words = [nameOf(sven.name), literally(sven.slug)];
  const said = { authorId: sven.id, name: 'Svea Lindqvist', seen: '' };
  expect(await does('sender', 'lib/portal/pages/actions/statements.ts saveStatements', `/me/records/${sven.slug}`, said)).toBe('done');
  const moved = await ask.request('anonymous', `/authors/${sven.slug}`);
  expect([moved.status, redirectTarget(moved, instance.url)]).toEqual([308, '/authors/svea-lindqvist']);
  const svea = { id: sven.id, slug: 'svea-lindqvist', name: 'Svea Lindqvist' };
  const paths = [...new Set([...addressesFor(svea, sven.name), ...addressesFor(sven, sven.name)])];
  const before = await readAll(paths);
  expect(before.filter((each) => tells(each, words)).length).toBeGreaterThan(20);

  await signedInAs(page, 'sender');
  await page.goto(`${instance.url}/me/records/${svea.slug}#addresses`);
  await expectAccessible(page);
  await page.getByRole('link', { name: `Disable the address ${sven.slug}` }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Disable an old address');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Disable the address' }).click();
  await expect(page.getByRole('button', { name: `Enable the address ${sven.slug}` })).toBeVisible();

  const after = await readAll(paths);
  expect(after.filter((each) => tells(each, words)).map(({ path }) => path)).toEqual([]);
  const old = after.filter(({ path }) => path.includes(sven.slug) && !path.startsWith('/me/'));
  expect(old.filter(({ status }) => status !== 404).map(({ path, status }) => `${path}: ${status}`)).toEqual([]);
  expect(old.length).toBeGreaterThan(25);
  expect((await read(`/authors/${svea.slug}`)).status).toBe(200);
  expect((await read(`/authors/${sven.id}`)).status).toBe(308);
  // To the owner it leads nowhere either.
  expect((await ask.request('sender', `/authors/${sven.slug}`)).status).toBe(404);

  await page.getByRole('button', { name: `Enable the address ${sven.slug}` }).click();
  await expect(page.getByRole('link', { name: `Disable the address ${sven.slug}` })).toBeVisible();
  expect((await read(`/authors/${sven.slug}`)).status).toBe(308);
});
