import { type APIRequestContext, type Browser, expect, type Page, test } from '@playwright/test';
import { strongOrcid } from '../evidence.ts';
import { assignRecord, changeDatabase } from './instance-database.ts';
import { expectAccessible, heading, signIn } from './pages.ts';

/**
 * Statements, featured works and hidden fields of an owner: an invented person edits their record by keyboard, then without JavaScript
 * at 390 px. All outputs of the record are searched for hidden data.
 */
test.describe.configure({ mode: 'serial' });

const record = '/authors/vera-quill';
const email = 'vera.quill@example.org';
const orcid = '0000-0001-2345-6789';

test.beforeAll(() =>
  changeDatabase(async (tx) => {
    const { storeWorks } = await import('#lib/catalog/ingest/commands/store-works.ts');
    const createImportedWork = (at: number, name: string) => ({
      ...{ source: 'acl-anthology' as const, recordId: `quill-${at}`, title: [`Quills of the year ${2000 + at}`], type: 'paper' as const },
      ...{ year: 2000 + at, identifiers: [], authorsComplete: true, indicators: [] },
      authors: [
        { name, personId: 'vera-quill', orcid, affiliation: 'Canary Institute of Feathers' },
        { name: 'Walt Goose', personId: 'walt-goose' },
      ],
    });
    const works = [
      createImportedWork(1, 'Vera Quill'),
      createImportedWork(2, 'Vera Canaryname'),
      createImportedWork(3, 'Vera Quill'),
      createImportedWork(4, 'V. Quill'),
      createImportedWork(5, 'Vera Quill'),
      createImportedWork(6, 'Vera Quill'),
    ];
    await storeWorks(tx, { source: 'acl-anthology', importId: null, observedAt: new Date(), works });
  }),
);

let session: Awaited<ReturnType<ReturnType<Page['context']>['storageState']>> | undefined;

/** Opens a page with the owner's session. It signs in only once, because sign-in links are rate-limited. */
async function openOwnerPage(browser: Browser, { javaScriptEnabled, width }: { javaScriptEnabled: boolean; width: number }): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled, viewport: { width, height: 900 }, storageState: session });
  const page = await context.newPage();
  if (!session) await signIn(page, email);
  session ??= await context.storageState();
  return page;
}

/** Presses Tab until the element with the label has the focus. */
async function tabTo(page: Page, label: string): Promise<void> {
  for (let steps = 0; steps < 80; steps += 1) {
    await page.keyboard.press('Tab');
    const name = await page.evaluate(() => {
      const at = document.activeElement as HTMLElement | null;
      const id = at?.id ?? '';
      return `${document.querySelector(`label[for="${id}"]`)?.textContent ?? ''} ${at?.textContent ?? ''}`;
    });
    if (name.includes(label)) return;
  }
  throw new Error(`The Tab key does not reach “${label}”.`);
}

const text = async (request: APIRequestContext, path: string): Promise<string> => (await request.get(path)).text();

test('an owner edits their statements by keyboard; everybody reads them as the owner’s; nobody else can open the page', async ({
  browser,
  request,
}) => {
  const page = await openOwnerPage(browser, { javaScriptEnabled: true, width: 1440 });
  await page.goto('/me/records');
  await expect(page.getByText('You do not own a profile yet.')).toBeVisible();
  await expectAccessible(page);
  expect((await page.goto('/me/records/vera-quill'))?.status()).toBe(404);
  await assignRecord(email, 'vera-quill', strongOrcid(orcid, '10.1234/quill'));
  for (const path of ['/me', '/me/network', '/me/records/vera-quill']) {
    await page.goto(path);
    await expect(page.getByRole('navigation', { name: 'Your pages' }).locator('[aria-current=page]')).toHaveCount(1);
    await expectAccessible(page);
  }
  await page.getByRole('link', { name: 'Edit About you' }).click();
  await expect(heading(page)).toHaveText('About you');
  await expectAccessible(page);
  await tabTo(page, 'Your name, as you want it shown');
  await page.keyboard.type('Vera Q. Quill');
  // The family name stays that of the sources.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Reader in feathers');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Feather College');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Writes with canary feathers. <b>Bold</b>');
  await page.keyboard.press('Tab');
  await page.keyboard.type('javascript:alert(1)');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Give a whole address')).toBeVisible();
  await expect(page.locator(':focus')).toContainText('Correct the fields marked below');
  await expectAccessible(page);
  await expect(page.getByLabel('Role', { exact: true })).toHaveValue('Reader in feathers');
  await page.getByLabel('Home page', { exact: true }).fill('canary-home.example');
  await page.getByLabel('Other pages', { exact: true }).fill('Quills: canary-code.example/quills\njavascript:alert(1)');
  await page.getByLabel('Home page', { exact: true }).press('Enter');
  await expect(page.getByText('End each line with a whole address')).toBeVisible();
  await page.getByLabel('Other pages', { exact: true }).fill('Quills: canary-code.example/quills');
  await page.getByLabel('Home page', { exact: true }).press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible();
  await expect(page).toHaveURL(/\/me\/records\/vera-q-quill\/about\?saved=about$/);
  await expect(page.getByRole('link', { name: 'Vera Q. Quill' })).toBeVisible();

  // A tab with an outdated version gets a warning, and saves its values when it is submitted again.
  const ahead = await page.context().newPage();
  await ahead.goto('/me/records/vera-q-quill/about');
  await ahead.getByLabel('Role', { exact: true }).fill('Keeper of feathers');
  await ahead.getByRole('button', { name: 'Save profile' }).click();
  await expect(ahead.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible();
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect(page.getByText('Your statements were changed in the meantime')).toBeVisible();
  await expect(page.getByLabel('Role', { exact: true })).toHaveValue('Reader in feathers');
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect.poll(() => text(request, '/authors/vera-q-quill')).toContain('Reader in feathers');

  const response = await request.get(record, { maxRedirects: 0 });
  expect([response.status(), response.headers().location]).toEqual([308, '/authors/vera-q-quill']);
  const reader = await (await browser.newContext()).newPage();
  await reader.goto(record);
  await expect(heading(reader)).toHaveText('Vera Q. Quill');
  await expect(reader.getByRole('main')).toContainText('Writes with canary feathers. <b>Bold</b>');
  await expect(reader.getByRole('main')).toContainText('by the owner, since');
  await expect(reader.getByText('No biography yet')).toHaveCount(0);
  await expect(reader.getByRole('link', { name: 'canary-home.example' })).toHaveAttribute('rel', 'nofollow ugc noopener');
  const other = reader.getByRole('link', { name: 'Quills (canary-code.example)' });
  await expect(other).toHaveAttribute('href', 'https://canary-code.example/quills');
  await expect(other).toHaveAttribute('rel', 'nofollow ugc noopener');
  await expectAccessible(reader);
  await reader.goto(`${record}/sources`);
  await expect(reader.getByRole('region', { name: 'The owner' })).toContainText('Feather College');
  await expect(reader.getByRole('region', { name: 'ACL Anthology' })).toContainText('Canary Institute of Feathers');
  await expectAccessible(reader);
  expect(await text(request, '/search?q=vera+q+quill')).toContain('Feather College');
  expect((await (await browser.newContext()).request.get('/me/records/vera-q-quill', { maxRedirects: 0 })).status()).toBe(307);
});

test('without script, at 390 px: an outdated tab is rejected with a message, and pinned works keep their order', async ({
  browser,
  request,
}) => {
  const page = await openOwnerPage(browser, { javaScriptEnabled: false, width: 390 });
  await page.goto('/me');
  await page.getByRole('link', { name: 'Profile', exact: true }).click();
  await expect(heading(page)).toHaveText('Vera Q. Quill');
  await page.getByRole('link', { name: 'Edit About you' }).click();
  const behind = await page.context().newPage();
  await behind.goto(page.url());
  await page.getByLabel('Role', { exact: true }).fill('Keeper of quills');
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect(page.getByText('Done: Saved')).toBeVisible();
  await behind.getByLabel('Role', { exact: true }).fill('Somebody else');
  await behind.getByRole('button', { name: 'Save profile' }).click();
  await expect(behind.getByText('Your statements were changed in the meantime')).toBeVisible();
  await expect(behind.getByLabel('Role', { exact: true })).toHaveValue('Somebody else');
  await page.goto('/me/records/vera-q-quill/pinned');
  for (const year of [2001, 2003]) {
    await page.getByLabel(/^Pin an?/).selectOption({ label: `${year}: Quills of the year ${year}` });
    await page.getByRole('button', { name: 'Pin it' }).click();
    await expect(page.getByRole('button', { name: `Unpin Quills of the year ${year}` })).toBeVisible();
  }
  await page.getByRole('button', { name: 'Move up Quills of the year 2003' }).click();
  await expect(page.getByRole('button', { name: 'Move up Quills of the year 2001' })).toBeVisible();
  const chosen = /Pinned by the author.*?Quills of the year 2003.*?Quills of the year 2001.*?Works by year.*?Quills of the year 2003/s;
  expect(await text(request, '/authors/vera-q-quill')).toMatch(chosen);
  await page.getByRole('button', { name: 'Unpin Quills of the year 2001' }).click();
  expect(await text(request, '/authors/vera-q-quill')).not.toMatch(chosen);
});

test('in the list of works an owner pins and unpins one, without script and up to the limit', async ({ browser, request }) => {
  const page = await openOwnerPage(browser, { javaScriptEnabled: false, width: 390 });
  const list = '/authors/vera-q-quill?order=title';
  await page.goto(list);
  const row = (year: number) =>
    page
      .getByRole('article')
      .filter({ hasText: `Quills of the year ${year}` })
      .filter({ hasText: 'Why is this listed?' });
  const press = async (year: number, name: string): Promise<void> => {
    await row(year).getByText('Why is this listed?').click();
    await row(year)
      .getByRole('button', { name: `${name} Quills of the year ${year}` })
      .click();
    await expect(page).toHaveURL(/\/authors\/vera-q-quill\?order=title#works$/);
  };
  for (const year of [2001, 2002, 2004, 2005]) await press(year, 'Pin');
  await row(2006).getByText('Why is this listed?').click();
  await expect(row(2006)).toContainText('You have reached the limit of 5 pinned works.');
  const scripted = await openOwnerPage(browser, { javaScriptEnabled: true, width: 390 });
  await scripted.goto(list);
  for (const fold of await scripted.getByText('Why is this listed?').all()) await fold.click();
  await expectAccessible(scripted);
  await press(2001, 'Unpin');
  await scripted.goto('/me/records/vera-q-quill/pinned');
  await expect(scripted.getByRole('combobox', { name: 'Pin another work', exact: true })).toBeVisible();
  await expectAccessible(scripted);
  await scripted.close();
  await press(2006, 'Pin');
  const chosen = /Pinned by the author.*?2003.*?2002.*?2004.*?2005.*?Quills of the year 2006.*?Works by year/s;
  expect(await text(request, '/authors/vera-q-quill')).toMatch(chosen);
  expect(await text(request, list)).not.toMatch(/Feature|Do not feature/);
  await page.goto('/authors/vera-q-quill?select=on');
  await expect(page.getByRole('button', { name: /Feature|Do not feature/ })).toHaveCount(0);
});

/** Pages, feeds and files of the record, and lists and searches that find it. */
const at = '/authors/vera-q-quill';
const outputs = [
  ...[
    '',
    '?order=title',
    '?abstracts=open',
    '?select=on',
    '/sources',
    '/coauthors',
    '/coauthors?by=name',
    '/history',
    '/trust',
    '/trust.json',
    ...['/cv/cv.html', '/cv/cv.tex', '/cv/resume.json', '/ro-crate-metadata.json'],
  ],
  ...['/feed.atom', '/feed.json', '/fix', ...['bib', 'ris', 'json', 'jsonld', 'csv'].map((ending) => `/works/cite.${ending}`)],
].map((rest) => `${at}${rest}`);
const searchPaths = [
  ...['/search?q=vera', '/search?q=quill&in=people', '/search/suggestions?q=vera'],
  ...[
    '/authors?from=quill',
    '/authors/walt-goose',
    '/authors/walt-goose/coauthors',
    '/authors/walt-goose/feed.json',
    '/graph/walt-goose/vera-q-quill',
    '/graph?from=author:walt-goose',
    '/graph/slice.json?from=author:walt-goose',
  ],
];

test('the owner hides a field and shows it again, without script at 390 px', async ({ browser, request }) => {
  const shown = async () =>
    [await text(request, at), await text(request, '/search?q=quill&in=people')].map((page) => page.includes('Feather College'));
  const page = await openOwnerPage(browser, { javaScriptEnabled: false, width: 390 });
  for (const isShown of [false, true]) {
    expect(await shown()).toEqual([!isShown, !isShown]);
    await page.goto('/me/records/vera-q-quill/privacy');
    await page.getByLabel('Affiliations', { exact: true }).setChecked(!isShown);
    await page.getByRole('button', { name: 'Save visibility' }).click();
    await expect(page.getByText('Done: Saved')).toBeVisible();
    expect(await shown()).toEqual([isShown, isShown]);
  }
});

test('a hidden iD is in the signed log only; search engines are asked to exclude all of the record', async ({ browser, request }) => {
  const page = await openOwnerPage(browser, { javaScriptEnabled: true, width: 1440 });
  await page.goto('/me/records/vera-q-quill/privacy');
  await page.getByLabel('ORCID iD', { exact: true }).check();
  await page.getByLabel('Hide from search engines').check();
  await page.getByRole('button', { name: 'Save visibility' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible();
  await page.getByText('What stays visible').click();
  await expect(page.getByText('The signed evidence log says what was proved')).toBeVisible();
  await expectAccessible(page);
  const log = [`${at}/trust`, `${at}/trust.json`];
  for (const path of [...outputs, ...searchPaths].filter((each) => !log.includes(each)))
    expect(await text(request, path), path).not.toContain(orcid);
  for (const path of [...outputs, `${at}/card.png`]) expect((await request.get(path)).headers()['x-robots-tag'], path).toBe('noindex');
  expect(await text(request, at)).toMatch(/<meta name="robots" content="noindex/);
  // Cached pages have the header too.
  expect((await request.get(at)).headers()['x-robots-tag']).toBe('noindex');
  expect(await text(request, '/sitemaps/authors-1.xml')).not.toContain(at);
  expect(await text(request, '/authors?from=quill')).toContain(at);
});

test('the owner’s statements are deleted with the ownership, and the name of the sources returns', async ({ browser, request }) => {
  const page = await openOwnerPage(browser, { javaScriptEnabled: true, width: 1440 });
  await page.goto('/me');
  await page.getByText('Give up the profile').first().click();
  await page.getByRole('button', { name: 'Give it up' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Give it up' }).click();
  await expect(page.getByText('withdrawn', { exact: true })).toBeVisible();
  await expect(async () => {
    const html = await text(request, record);
    expect(html).toMatch(/<h1[^>]*>Vera Quill</);
    expect(html).not.toMatch(/canary feathers|Feather College|Pinned by the author/);
  }).toPass({ timeout: 180_000 });
  expect((await page.goto('/me/records/vera-quill'))?.status()).toBe(404);
});
