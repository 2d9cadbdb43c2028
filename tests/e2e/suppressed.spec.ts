import { execFileSync } from 'node:child_process';
import { expect, type Page, test } from '@playwright/test';
import type { Store } from '#lib/platform/db/store.ts';
import { databaseFlag } from '#lib/platform/processes/child-process.ts';
import { type Instance, startInstance } from '../instance.ts';
import { changeDatabase, createDatabase, withInstanceStore } from './instance-database.ts';
import { type DiscoveredAction, discoverActions } from './matrix/discovery.ts';
import { actionOutcome, createRoleClient, type MatrixResponse, redirectTarget } from './matrix/role-client.ts';
import type { Role, SeedData } from './matrix/roles.ts';
import { collectFaults } from './matrix/route-checks.ts';
import { type RouteRow, routeRows } from './matrix/routes.ts';
import { expectAccessible } from './pages.ts';

/**
 * Suppression takes effect immediately: every public path of the matrix is requested before, so that all caches are filled, and all are
 * requested again directly afterwards. The paths come from matrix/routes.ts, so new routes are included automatically.
 */
test.describe.configure({ mode: 'serial' });
test.setTimeout(600_000);

let instance: Instance;
let seed: SeedData;
let client: ReturnType<typeof createRoleClient>;
test.beforeAll(async () => {
  test.setTimeout(400_000);
  instance = await startInstance({ ...(await createDatabase('gone')), ORCID_CLIENT_ID: '', ORCID_CLIENT_SECRET: '' });
  const { E2E_DATABASE_URL: DATABASE_URL = '', E2E_DATA_DIR: DATA_DIR = '' } = instance.env;
  const env = { ...process.env, DATABASE_URL, DATA_DIR, PUBLIC_URL: instance.url };
  seed = JSON.parse(
    execFileSync(process.execPath, [databaseFlag(), '--conditions=react-server', 'tests/e2e/matrix/seed.ts'], { env }).toString(),
  ) as SeedData;
  client = createRoleClient(instance.url, seed);
  await withInstanceStore(createWorksForVera, instance.env);
});

/** Creates more works for the record than any other record has, so that the home page shows it. */
async function createWorksForVera(store: Store): Promise<void> {
  const { createWork } = await import('../store/fixtures.ts');
  const { markAuthorsStale } = await import('#lib/catalog/authors/commands/mark-changed.ts');
  const { refreshAuthors } = await import('#lib/catalog/refresh/commands/authors.ts');
  const [most] = await store.reader.query<{ works: number }>('select max(works_count) as works from authors', []);
  const [vera] = await store.reader.query<{ key: number }>('select key from authors where id = ?', [], [seed.records.recipient.id]);
  const by = [{ key: vera?.key ?? 0, name: 'Vera Kell' }];
  for (let at = 0; at <= Number(most?.works); at += 1) await createWork(store, `A door that opens, part ${at}`, by);
  await store.transact(async (tx) => {
    await markAuthorsStale(tx, [vera?.key ?? 0]);
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

/** Returns all public paths of the matrix with the person in place of the recipient, and lists and searches by their name. */
function publicPathsFor({ id, slug, name }: Person, searched = name): string[] {
  const about = { ...seed, records: { ...seed.records, recipient: { id, slug } } };
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

interface PageResponse extends MatrixResponse {
  path: string;
}

const fetchPage = async (path: string): Promise<PageResponse> => ({ path, ...(await client.request('anonymous', path)) });

/** Requests paths concurrently, fewer at a time than the server's queue limit. */
async function fetchAll(paths: readonly string[]): Promise<PageResponse[]> {
  const all = new Map<string, PageResponse>();
  const store = async (path: string): Promise<string[]> => {
    all.set(path, await fetchPage(path));
    return [];
  };
  await collectFaults(paths, store, 16);
  return paths.flatMap((path) => all.get(path) ?? []);
}

/** Whether the body or a header of a response matches a pattern. A response may repeat its own path, which is ignored. */
const mentions = ({ text, headers, path }: PageResponse, words: readonly RegExp[]): boolean => {
  const whole = `${text} ${headers.get('location') ?? ''} ${headers.get('link') ?? ''} ${headers.get('content-disposition') ?? ''}`;
  const rest = [path, encodeURIComponent(path)].reduce((left, own) => left.replaceAll(own, ''), whole.replaceAll(seedWorkTitle, ''));
  return words.some((word) => word.test(rest));
};
/** Titles by matrix/seed.ts that contain a person's name; a title does not count as a mention. */
const seedWorkTitle = /A first work of \w+ \w+/g;
const nameOf = (name: string): RegExp => new RegExp(`${name.replace(' ', '\\s+')}|${name.split(' ').reverse().join(',\\s*')}`);
const escapeToPattern = (text: string): RegExp => new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));

/** Whether a path is the evidence log. It contains record ids and proved ORCID iDs permanently (docs/decisions/0012-evidence-log.md). */
const isLog = (path: string): boolean => /^\/trust\/log(\.json)?(\?|$)/.test(path);

/** Paths and comparisons refuse each request without a second node. */
const needsTwoNodes = (path: string): boolean => /^\/graph\/(path|comparison)\.json/.test(path);

const action = (name: string): DiscoveredAction => {
  const found = discoverActions().find((each) => each.name === name);
  if (!found?.id) throw new Error(`There is no action ${name}.`);
  return { ...found, id: found.id };
};
const submitAction = async (role: Role, name: string, page: string, fields: Record<string, string>): Promise<string> =>
  actionOutcome(await client.submitForm(role, action(name), page, fields));

test('a suppressed person is on no page, file, feed, picture or suggestion directly afterwards', async () => {
  // While an objection with a strong proof is open, its owner can only lower the visibility of a name.
  const { id } = seed.records.recipient;
  await changeDatabase((tx) => tx.execute('delete from disputes where author_id = ? returning id', [], [id]), instance.env);
  const vera = { ...seed.records.recipient, name: 'Vera Kell' };
  const words = [nameOf(vera.name), escapeToPattern(vera.slug)];
  const orcid = escapeToPattern('0000-0001-5109-3700');
  const paths = publicPathsFor(vera);
  const before = await fetchAll(paths);
  const named = before.filter((each) => mentions(each, words)).map(({ path }) => path);
  // Before, each kind of output contains the record; otherwise its absence afterwards would prove nothing.
  const outputs = ['/authors/', '/sitemaps/', '/graph/', '/search?', '/search/suggestions', '/works/', '/topics/', '/institutions/'];
  expect(outputs.filter((output) => !named.some((path) => path.startsWith(output)))).toEqual([]);
  expect(named).toContain('/');
  expect(named.length).toBeGreaterThan(40);
  expect(before.find(({ path }) => path === `/authors/${vera.slug}/card.png`)?.status).toBe(200);

  expect(
    await submitAction('recipient', 'lib/governance/identity/actions.ts setNameVisibility', '/visibility', {
      record: vera.slug,
      wanted: 'suppressed',
    }),
  ).toBe('done');
  const after = await fetchAll(paths);
  // The page of a claim repeats the requested address. It is the same for an address without a record.
  const wordsFor = ({ path }: PageResponse) =>
    path.startsWith('/claim/') ? [nameOf(vera.name), orcid] : isLog(path) ? words : [...words, escapeToPattern(vera.id), orcid];
  const revealing = after.filter((each) => mentions(each, wordsFor(each)));
  expect(revealing.map(({ path }) => path)).toEqual([]);
  const own = after.filter(({ path }) => path.includes(vera.slug) && !/^\/(?:me|claim)\//.test(path) && !needsTwoNodes(path));
  expect(own.filter(({ status }) => status !== 404).map(({ path, status }) => `${path}: ${status}`)).toEqual([]);
  expect(own.length).toBeGreaterThan(30);
  expect(after.filter(({ status }) => status >= 500)).toEqual([]);
});

// Headers are the same on both engines.
test('no public answer may be stored by a shared cache, or served again without revalidation', { tag: '@one-engine' }, async () => {
  const paths = publicPathsFor({ ...seed.records.sender, name: 'Sven Aalto' });
  const answers = await fetchAll(paths);
  const faults = answers.flatMap(({ path, status, headers }) => {
    const value = headers.get('cache-control') ?? '';
    return /no-store/.test(value) || /^private, no-cache/.test(value) ? [] : [`${path} ${status}: ${value || 'no Cache-Control'}`];
  });
  expect(faults).toEqual([]);
});

/** Signs the page in as a role. */
async function signInAs(page: Page, role: Role): Promise<void> {
  page.setDefaultTimeout(20_000);
  const [name = '', value = ''] = seed.cookies[role].split('=');
  await page.context().addCookies([{ name, value, url: instance.url }]);
}

// The test of the suppressed person checks cache invalidation on both engines; tests/store/former-profile-urls.test.ts tests the rule.
test('a former URL that its owner disables is not found at once, and no public page links from the former name', {
  tag: '@one-engine',
}, async ({ page }) => {
  const sven = { ...seed.records.sender, name: 'Sven Aalto' };
  const words = [nameOf(sven.name), escapeToPattern(sven.slug)];
  const fields = { authorId: sven.id, name: 'Svea Lindqvist', seen: '' };
  expect(
    await submitAction('sender', 'lib/portal/pages/actions/statements.ts saveStatements', `/me/records/${sven.slug}/about`, fields),
  ).toBe('done');
  const moved = await client.request('anonymous', `/authors/${sven.slug}`);
  expect([moved.status, redirectTarget(moved, instance.url)]).toEqual([308, '/authors/svea-lindqvist']);
  const svea = { id: sven.id, slug: 'svea-lindqvist', name: 'Svea Lindqvist' };
  const paths = [...new Set([...publicPathsFor(svea, sven.name), ...publicPathsFor(sven, sven.name)])];
  const before = await fetchAll(paths);
  expect(before.filter((each) => mentions(each, words)).length).toBeGreaterThan(20);

  await signInAs(page, 'sender');
  await page.goto(`${instance.url}/me/records/${svea.slug}/addresses`);
  await expectAccessible(page);
  await page.getByRole('link', { name: `Disable the address ${sven.slug}` }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Disable an old address');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Disable the address' }).click();
  await expect(page.getByRole('button', { name: `Enable the address ${sven.slug}` })).toBeVisible();

  const after = await fetchAll(paths);
  // The page of a claim repeats the requested address, also one without a record.
  const others = after.filter(({ path }) => !path.startsWith('/claim/'));
  expect(others.filter((each) => mentions(each, words)).map(({ path }) => path)).toEqual([]);
  const old = others.filter(({ path }) => path.includes(sven.slug) && !path.startsWith('/me/') && !needsTwoNodes(path));
  expect(old.filter(({ status }) => status !== 404).map(({ path, status }) => `${path}: ${status}`)).toEqual([]);
  expect(old.length).toBeGreaterThan(25);
  expect((await fetchPage(`/authors/${svea.slug}`)).status).toBe(200);
  expect((await fetchPage(`/authors/${sven.id}`)).status).toBe(308);
  // The owner is not redirected either.
  expect((await client.request('sender', `/authors/${sven.slug}`)).status).toBe(404);

  await page.getByRole('button', { name: `Enable the address ${sven.slug}` }).click();
  await expect(page.getByRole('link', { name: `Disable the address ${sven.slug}` })).toBeVisible();
  expect((await fetchPage(`/authors/${sven.slug}`)).status).toBe(308);
});
