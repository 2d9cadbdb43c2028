import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, openSignedInPage } from './pages.ts';
import {
  createOrcid,
  importOrganisations,
  importPapers,
  proveByDomain,
  proveByEmail,
  proveByOrcid,
  proveByRepository,
  registeredWork,
  stubResponse,
  toSlug,
} from './trust-steps.ts';

/**
 * Attempts to claim the record of another person: with an ORCID iD with made-up data, a student's mailbox, a bought domain, and write access
 * to a repository (attacks C1 and H1 to H4 on evidence-1). Each ends in a fair proof, a public notice, or an error that states what a genuine
 * author can do.
 */
test.describe.configure({ mode: 'serial' });

const names = ['Berta Beacon', 'Carl Candle', 'Dina Domain', 'Rolf Repo', 'Paul Prism', 'Hanne Hand', 'Odd Owner'] as const;
const titles = ['Beacons Seen From Afar', 'Candles in Small Rooms', 'What a Prism Keeps'];

test.beforeAll(() => {
  const people = names.map((name) => ({ name, affiliation: 'Beacon University' }));
  importPapers({
    id: '2024.beacons',
    titles,
    people,
    code: ['https://beacons-project.example/code', 'https://github.com/beacon-lab/tool'],
  });
  importOrganisations([{ rorId: '04bcn0106', name: 'Beacon University', domain: 'beacon.example' }]);
});

interface Standing {
  level: number;
  claim: string | null;
}

/** Returns the level in a record's public trust file. */
async function levelOf(page: Page, name: string): Promise<Standing['level']> {
  const file = await (await page.request.get(`/authors/${toSlug(name)}/trust.json`)).json();
  return JSON.parse(file.snapshot.body).level;
}

const expectInNotice = (page: Page) => expect(page.getByText('in public notice', { exact: true }).first()).toBeVisible();

test('H1: an iD whose holder typed the name and the work is a fair proof, and the page says how to make it a strong one', async ({
  browser,
}) => {
  const [name, title] = ['Berta Beacon', titles[0] ?? ''];
  const page = await proveByOrcid(browser, {
    name,
    number: 81,
    work: title,
    coauthor: 'Carl Candle',
    email: 'kid@x.example',
    extraClaims: { assertedBy: null },
  });
  await expectInNotice(page);
  await expect(page.getByText('You added the works of this profile to your ORCID record yourself')).toBeVisible();
  await expect(page.getByText('ask the publisher to send your iD to Crossref')).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  expect(await levelOf(page, name)).toBe(1);
});

test('H1: a search tool that adds what its user selects is not a third party; neither is a new iD', async ({ browser }) => {
  const [name, title] = ['Odd Owner', titles[0] ?? ''];
  const extraClaims = { assertedBy: 'Crossref Metadata Search' };
  const page = await proveByOrcid(browser, { name, number: 82, work: title, coauthor: 'Carl Candle', email: 'kid@y.example', extraClaims });
  await expectInNotice(page);
  const today = new Date().toISOString().slice(0, 10);
  const work = { title, holder: name, contributors: ['Carl Candle'], assertedBy: 'Paper Mill Press', registeredOn: today };
  await stubResponse(process.env.E2E_ORCID, createOrcid(82), [work]);
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText('Your iD is less than 90 days old').or(page.getByText('You added the works of this profile'))).toBeVisible();
  await expectInNotice(page);
});

test('H2: a student’s mailbox at the university is a fair proof of no author there', async ({ browser }) => {
  const page = await openSignedInPage(browser, 'student17@z.example', '/claim/carl-candle');
  await proveByEmail(page, 'Carl Candle', 'student17@beacon.example');
  await expectInNotice(page);
  await expect(page.getByText('The address is not made of the full name of this profile')).toBeVisible();
  expect(await levelOf(page, 'Carl Candle')).toBe(1);
});

test('H3: a bought domain that works name is fair for one author, and the record of a second person goes to review', async ({
  browser,
}) => {
  const page = await openSignedInPage(browser, 'buyer@z.example', '/claim/dina-domain');
  await proveByDomain(page, 'Dina Domain', 'beacons-project.example');
  await expectInNotice(page);
  await expect(page.getByText('No independent source says that this page, domain or repository is yours.')).toBeVisible();
  await proveByDomain(page, 'Paul Prism', 'beacons-project.example');
  await expect(page.getByText('in review', { exact: true }).first()).toBeVisible();
  expect([await levelOf(page, 'Dina Domain'), await levelOf(page, 'Paul Prism')]).toEqual([1, 1]);
});

test('H4: a file added to a repository by a collaborator is a fair proof', async ({ browser }) => {
  const json = { headers: { 'content-type': 'application/json' } };
  const stubWebResponse = (path: string, body: unknown) =>
    stubResponse(process.env.E2E_WEB, `page/api/${path}`, { ...json, body: JSON.stringify(body) });
  await stubWebResponse('repos/beacon-lab/tool', { owner: { id: 1, login: 'beacon-lab', type: 'Organization' } });
  const page = await openSignedInPage(browser, 'pusher@z.example', '/claim/rolf-repo');
  await proveByRepository(page, 'Rolf Repo', 'beacon-lab/tool');
  await expectInNotice(page);
  await expect(page.getByText('a file in a repository shows only that you can write there')).toBeVisible();
  expect(await levelOf(page, 'Rolf Repo')).toBe(1);
});

test('C1: an invented iD and mailbox together reach no level, appoint nobody, and take no claim from its owner', async ({ browser }) => {
  const attacker = await openSignedInPage(browser, 'kid@x.example', '/claim/berta-beacon');
  await proveByEmail(attacker, 'Berta Beacon', 'kid99@beacon.example');
  expect(await levelOf(attacker, 'Berta Beacon')).toBe(1);
  expect((await attacker.request.get('/review')).status()).not.toBe(200);
  await attacker.goto('/me');
  await expect(attacker.getByRole('button', { name: /help to decide|Offer to review/i })).toHaveCount(0);
});

test('an honest author whose ORCID record Crossref has filled reaches L3 at once', async ({ browser }) => {
  const name = 'Hanne Hand';
  const page = await proveByOrcid(browser, {
    name,
    number: 83,
    work: titles[1] ?? '',
    coauthor: 'Carl Candle',
    extraClaims: { signsAs: name },
  });
  await expect(async () => expect(await levelOf(page, name)).toBe(3)).toPass({ timeout: 180_000 });
  await page.goto(`/authors/${toSlug(name)}/trust`);
  await expect(page.getByText('(added by Crossref)')).toBeVisible();
  await expect(page.getByText('The iD was registered on 2014-05-01.')).toBeVisible();
});

test('an author with a self-asserted ORCID record follows the steps of the page, and reaches L3', async ({ browser }) => {
  const attacker = await openSignedInPage(browser, 'kid@x.example', '/claim/berta-beacon');
  await attacker.getByText('Withdraw the claim').click();
  await attacker.getByRole('button', { name: 'Withdraw' }).click();
  await expect(attacker).toHaveURL(/\/me/);
  const name = 'Berta Beacon';
  const own = { name, number: 84, work: titles[0] ?? '', coauthor: 'Carl Candle' };
  const berta = await proveByOrcid(browser, { ...own, extraClaims: { assertedBy: null } });
  await expectInNotice(berta);
  await stubResponse(process.env.E2E_ORCID, createOrcid(84), [{ ...registeredWork(own.work, name), assertedBy: 'Crossref' }]);
  await berta.getByRole('button', { name: 'Check again' }).click();
  await expect(berta.getByText('accepted', { exact: true }).first()).toBeVisible();
  await expect(async () => expect(await levelOf(berta, name)).toBe(3)).toPass({ timeout: 180_000 });
});
