import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { type Instance, startInstance } from '../instance.ts';
import { createDatabase } from './instance-database.ts';
import { expectAccessible, expectConfirmed, signIn } from './pages.ts';
import { connectOrcid, createOrcid, stubResponse } from './trust-steps.ts';

/** Adding works to a record, on a separate instance with a fake DOI registry. */
test.describe.configure({ mode: 'serial' });

const record = '/authors/mara-lindqvist';
const item = {
  type: 'article-journal',
  title: 'The Colours of Harbour Water',
  author: [
    { given: 'Mara', family: 'Lindqvist' },
    { given: 'Vera', family: 'Kell' },
  ],
  issued: { 'date-parts': [[2020, 5]] },
  DOI: '10.5555/harbour',
};
const registered = new Map<string, object>([
  ['10.5555/harbour', item],
  ['10.18653/v1/2024.harbour-long.1', { ...item, title: 'Buoys as Punctuation', DOI: '10.18653/v1/2024.harbour-long.1' }],
]);
const bibtex = `@article{one, title={Counting Gulls Before Breakfast}, author={Lindqvist, Mara}, year={2018}}
@article{two, title={A Work of Somebody Else}, author={Kell, Vera}, year={2018}}
@article{three, author={}, year={2018}}`;

let instance: Instance;
let registry: Server;
const sharedDataDir = process.env.E2E_DATA_DIR;

test.beforeAll(async () => {
  test.setTimeout(400_000);
  registry = createServer((request, response) => {
    const known = [...registered].find(([doi]) => decodeURIComponent(request.url ?? '').includes(doi))?.[1];
    response.writeHead(known ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(known ?? {}));
  });
  await new Promise<void>((listening) => registry.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(registry.address() as AddressInfo).port}`;
  instance = await startInstance({ ...(await createDatabase('additions')), CROSSREF_API_URL: url, DATACITE_API_URL: url });
  // The helpers read mails from the outbox of this instance.
  process.env.E2E_DATA_DIR = instance.env.E2E_DATA_DIR;
});
test.afterAll(async () => {
  process.env.E2E_DATA_DIR = sharedDataDir;
  await instance?.stop();
  registry?.close();
});

const openPage = async (browser: Browser, script: boolean): Promise<Page> =>
  (await browser.newContext({ baseURL: instance.url, javaScriptEnabled: script })).newPage();
const work = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title });

for (const script of [true, false]) {
  test(`an owner reads, selects and adds works ${script ? 'by DOI and a pasted text' : 'from a file and by hand, without script'}`, async ({
    browser,
  }) => {
    const page = await openPage(browser, script);
    await signIn(page, 'mara@example.org', '/me/records/mara-lindqvist');
    await page.getByRole('link', { name: 'Add works' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add works');
    if (script) await expectAccessible(page);
    await page.getByRole('button', { name: 'Read the works' }).click();
    await expect(page.getByText('There is nothing to read')).toBeVisible();
    if (script) {
      await page.getByLabel('DOIs, arXiv ids').fill('https://doi.org/10.5555/HARBOUR\n10.5555/nobody');
      await page.getByLabel('BibTeX, RIS, CSL-JSON or RO-Crate').fill(bibtex);
    } else {
      const ris = 'TY  - JOUR\r\nTI  - Lanterns Seen From a Ferry\r\nAU  - Lindqvist, Mara\r\nPY  - 2019\r\nER  - \r\n';
      await page.getByLabel('Or a file').setInputFiles({ name: 'works.ris', mimeType: 'text/plain', buffer: Buffer.from(ris) });
    }
    await page.getByRole('button', { name: 'Read the works' }).click();
    await expect(page.getByRole('heading', { name: 'Choose what to add' })).toBeVisible();
    await expectConfirmed(page, script ? /^Done: . works read, . entries not$/ : '1 work read');
    if (script) {
      await expectAccessible(page);
      await expect(page.getByText('No registry knows it.')).toBeVisible();
      await expect(page.getByText('None of its authors has a name of your profile')).toBeVisible();
    }
    await page.getByRole('button', { name: 'Add the selected works' }).click();
    await expect(page.getByText('The works are on your profile.')).toBeVisible();
    if (script) return;
    await page.getByText('Enter one work by hand').click();
    await page.getByLabel('Title').fill('Notes on a Broken Lens');
    await page.getByLabel('Date').fill('2017');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Add the selected works' }).click();
    await expect(page.getByText('The works are on your profile.')).toBeVisible();
  });
}

test('an owner uploads CSL-JSON, without script, and the work is on the profile with its authors and its source', async ({ browser }) => {
  const page = await openPage(browser, false);
  const item = {
    ...{ type: 'article-journal', title: 'Tide Clocks Without Hands', 'container-title': 'Harbour Letters' },
    author: [
      { family: 'Lindqvist', given: 'Mara' },
      { family: '王', given: '小明' },
    ],
    issued: { 'date-parts': [[2018, 4]] },
  };
  await signIn(page, 'mara@example.org', '/me/records/mara-lindqvist/add');
  const file = { name: 'works.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify([item])) };
  await page.getByLabel('Or a file').setInputFiles(file);
  await page.getByRole('button', { name: 'Read the works' }).click();
  await page.getByRole('button', { name: 'Add the selected works' }).click();
  await expect(page.getByText('The works are on your profile.')).toBeVisible();
  await page.goto('/authors/mara-lindqvist');
  const added = work(page, item.title);
  await expect(added).toContainText('王小明');
  await added.getByRole('link', { name: item.title }).click();
  await expect(page.getByRole('main')).toContainText('Harbour Letters');
  await expect(page.getByRole('main')).toContainText('Mara Lindqvist');
});

test('a file that is larger than a form may be is refused above the form, and what was typed stays', async ({ browser }) => {
  const page = await openPage(browser, true);
  await signIn(page, 'mara@example.org', '/me/records/mara-lindqvist/add');
  await page.getByLabel('DOIs, arXiv ids').fill('10.5555/kelp');
  await page.getByLabel('Or a file').setInputFiles({ name: 'all.bib', mimeType: 'text/plain', buffer: Buffer.alloc(300 * 1024, 'x') });
  await page.getByRole('button', { name: 'Read the works' }).click();
  await expect(page.getByText('This is too large to send')).toBeVisible();
  await expect(page.getByLabel('DOIs, arXiv ids')).toHaveValue('10.5555/kelp');
});

test('an owner sees what is new on their ORCID record', async ({ browser }) => {
  const page = await openPage(browser, false);
  const orcid = createOrcid(91);
  const told = [
    { title: 'Kelp Forests at Low Light', doi: '10.5555/kelp', contributors: ['Mara Lindqvist', 'Vera Kell'] },
    { title: 'The Colours of Harbour Water', doi: '10.5555/harbour', contributors: ['Mara Lindqvist'] },
    { title: 'Field Notes Without a List of Names' },
  ];
  await stubResponse(instance.env.E2E_ORCID, orcid, told);
  await signIn(page, 'mara@example.org', '/me/records/mara-lindqvist/add');
  await connectOrcid(page, orcid);
  await page.goto('/me/records/mara-lindqvist/add');
  await page.getByRole('button', { name: 'Read my ORCID record' }).click();
  const works = page.getByRole('region', { name: 'Choose what to add' });
  await expect(works.getByText('Kelp Forests at Low Light', { exact: true })).toBeVisible();
  await expect(works.getByText('Field Notes Without a List of Names', { exact: true })).toBeVisible();
  await expect(works.getByText('The Colours of Harbour Water')).toHaveCount(0);
  await page.getByRole('button', { name: 'Add the selected works' }).click();
  await expect(page.getByText('The works are on your profile.')).toBeVisible();
  await page.getByRole('button', { name: 'Read my ORCID record' }).click();
  await expect(page.getByText('There is nothing new on your ORCID record')).toBeVisible();
});

test('an owner decides whether an entry with a title of their profile is the same work, and can change that later', async ({ browser }) => {
  const page = await openPage(browser, false);
  const title = 'Kelp Forests at Low Light';
  await signIn(page, 'mara@example.org', '/me/records/mara-lindqvist/add');
  const works = page.getByRole('region', { name: 'Choose what to add' });
  const add = async (year: number, answer: string | RegExp) => {
    await page
      .getByLabel('BibTeX, RIS, CSL-JSON or RO-Crate')
      .fill(`@misc{kelp, title={${title}}, author={Lindqvist, Mara}, year={${year}}}`);
    await page.getByRole('button', { name: 'Read the works' }).click();
    await expect(works.getByLabel('Leave it out')).toBeChecked();
    await works.getByLabel(answer).check();
    await page.getByRole('button', { name: 'Add the selected works' }).click();
    await expect(page.getByText('The works are on your profile.')).toBeVisible();
  };
  await add(2021, `It is “${title}” on your profile`);
  const entry = work(page, title);
  await expect(async () => {
    await page.goto(record);
    await expect(entry).toContainText('2021', { timeout: 500 });
  }).toPass({ timeout: 180_000 });
  await expect(entry).not.toContainText('versions');
  await entry.getByRole('link', { name: title }).click();
  // A field that the pasted entry lacks is kept from the previous entry.
  await expect(page.getByRole('link', { name: '10.5555/kelp' })).toBeVisible();
  await page.goto('/me/records/mara-lindqvist/add');
  await add(2022, 'Add it: it is another work');
  await expect(async () => {
    await page.goto(record);
    await expect(entry).toContainText('2 versions', { timeout: 500 });
  }).toPass({ timeout: 180_000 });
});

test('an owner adds a work by its ACL Anthology URL, and sees what else is accepted', async ({ browser }) => {
  const page = await openPage(browser, false);
  await signIn(page, 'mara@example.org', '/me/records/mara-lindqvist/add');
  await page.getByLabel('DOIs, arXiv ids').fill('https://aclanthology.org/2024.harbour-long.1.pdf\nhttps://example.org/my-paper');
  await page.getByRole('button', { name: 'Read the works' }).click();
  const works = page.getByRole('region', { name: 'Choose what to add' });
  await expect(works.getByText('Buoys as Punctuation', { exact: true })).toBeVisible();
  await expect(works.getByText(/acl 2024\.harbour-long\.1/)).toBeVisible();
  await expect(page.getByText('It is no DOI, arXiv id or ACL Anthology id, and no address with one.')).toBeVisible();
  await page.getByRole('button', { name: 'Add the selected works' }).click();
  await expect(page.getByText('The works are on your profile.')).toBeVisible();
  // The registry is not queried again, because the work is stored.
  registered.delete('10.18653/v1/2024.harbour-long.1');
  await page.getByLabel('DOIs, arXiv ids').fill('https://aclanthology.org/2024.harbour-long.1/');
  await page.getByRole('button', { name: 'Read the works' }).click();
  await expect(works.getByText('It is on your profile')).toBeVisible();
});

test('an owner pastes the research object of their profile at another instance', async ({ browser }) => {
  const page = await openPage(browser, false);
  const crate = await (await page.request.get(`${record}/ro-crate-metadata.json`)).json();
  const published = crate['@graph'].find((each: { '@type': unknown }) => JSON.stringify(each['@type']).includes('Article'));
  // The other instance has one more work.
  const otherCrate = JSON.parse(JSON.stringify(crate).replaceAll(instance.url, 'https://other.example'));
  const { identifier, sameAs, ...facts } = JSON.parse(JSON.stringify(published).replaceAll(instance.url, 'https://other.example'));
  otherCrate['@graph'].push({
    ...facts,
    '@id': 'https://other.example/works/one',
    url: 'https://other.example/works/one',
    name: 'Tides Told by Ear',
  });
  await page.goto(record);
  const listed = await work(page, published.name).count();
  await signIn(page, 'mara@example.org', '/me/records/mara-lindqvist/add');
  await page.getByLabel('BibTeX, RIS, CSL-JSON or RO-Crate').fill(JSON.stringify(otherCrate));
  await page.getByRole('button', { name: 'Read the works' }).click();
  const works = page.getByRole('region', { name: 'Choose what to add' });
  await expect(works.getByText('Tides Told by Ear', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Add the selected works' }).click();
  await expect(page.getByText('The works are on your profile.')).toBeVisible();
  await expect(async () => {
    await page.goto(record);
    await expect(work(page, 'Tides Told by Ear')).toHaveCount(1, { timeout: 500 });
  }).toPass();
  // Works that were listed before are not duplicated.
  await expect(work(page, published.name)).toHaveCount(listed);
});

test('the record lists added works, their pages name the source, and one is withdrawn', async ({ browser }) => {
  const visitor = await openPage(browser, true);
  await expect(async () => {
    await visitor.goto(record);
    for (const title of ['The Colours of Harbour Water', 'Counting Gulls', 'Lanterns Seen', 'Notes on a Broken Lens'])
      await expect(work(visitor, title)).toHaveCount(1, { timeout: 500 });
  }).toPass();
  await expect(work(visitor, 'A Work of Somebody Else')).toHaveCount(0);
  await visitor.getByRole('link', { name: 'The Colours of Harbour Water' }).first().click();
  await visitor.getByText('Title · The owner').click();
  await expect(visitor.getByText('The owner, read on').first()).toBeVisible();
  await expectAccessible(visitor);
  const page = await openPage(browser, false);
  await signIn(page, 'mara@example.org', '/me/records/mara-lindqvist/add');
  const stale = await page.context().newPage();
  await stale.goto('/me/records/mara-lindqvist/add');
  const remove = { name: 'Remove The Colours of Harbour Water' };
  await page.getByRole('button', remove).click();
  await expect(page.getByText('Your entry is removed.')).toBeVisible();
  await stale.getByRole('button', remove).click();
  await expect(stale.getByRole('button', remove)).toHaveCount(0);
  await expect(stale.getByRole('main').getByRole('alert')).toBeVisible();
  expect((await visitor.reload())?.status()).toBe(404);
});

test('an operator imports the research object of another instance as a source of its own', async ({ browser }) => {
  const page = await openPage(browser, false);
  const crate = JSON.stringify(await (await page.request.get(`${record}/ro-crate-metadata.json`)).json());
  const file = join(instance.env.E2E_DATA_DIR ?? '', 'ro-crate-metadata.json');
  const otherCrate = JSON.parse(crate.replaceAll(instance.url, 'https://other.example'));
  const name = 'Foghorns Heard From Two Shores';
  const published = otherCrate['@graph'].find((each: { name?: string }) => each.name === 'How Far Does a Footnote Travel?');
  const { identifier, sameAs, ...facts } = published;
  const more = { '@id': 'https://other.example/works/two', url: 'https://other.example/works/two', datePublished: '2022-03' };
  otherCrate['@graph'].push({ ...facts, ...more, name });
  await page.goto(record);
  const listed = await work(page, published.name).count();
  writeFileSync(file, JSON.stringify(otherCrate));
  const { E2E_DATABASE_URL: DATABASE_URL, E2E_DATA_DIR: DATA_DIR } = instance.env;
  const env = { ...process.env, DATABASE_URL, DATA_DIR };
  const cli = ['lib/runtime/server/runtime.mjs', 'lib/catalog/ingest/cli.ts', 'research-object', file];
  const { status, stdout } = spawnSync(process.execPath, cli, { env, encoding: 'utf8' });
  expect([status, stdout]).toEqual([0, expect.stringMatching(/works/)]);
  await expect(async () => {
    await page.goto(`/search?q=${encodeURIComponent(name)}`);
    await page.getByRole('link', { name, exact: true }).click({ timeout: 1_000 });
  }).toPass();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await page.getByText('Title · Research object of other.example').click();
  await expect(page.getByText('Research object of other.example, read on').first()).toBeVisible();
  // Works that were listed before are not duplicated.
  await page.goto(record);
  await expect(work(page, published.name)).toHaveCount(listed);
  await page.goto(`${record}/sources`);
  const there = page.getByRole('region', { name: 'Research object of other.example', exact: true });
  await expect(there).toContainText('Profile at another instance');
  await expect(there).toContainText('Mara Lindqvist at other.example, by its file');
});
