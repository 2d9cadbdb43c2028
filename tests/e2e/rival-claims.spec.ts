import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { remedies } from '#lib/community/decision-reasons.ts';
import { databaseFlag } from '#lib/platform/processes/child-process.ts';
import { markSessionsAsPasskey } from './instance-database.ts';
import { expectAccessible, expectConfirmed, openSignedInPage } from './pages.ts';

/**
 * Competing claims of a record: concurrent, under a look-alike name, by a namesake, and after a decision. The engines differ only in
 * concurrent requests; sequential steps are tested on SQLite only.
 */
test.describe.configure({ mode: 'serial' });

const folder = process.env.E2E_DATA_DIR ?? '';
const web = process.env.E2E_WEB ?? '';
const env = { ...process.env, DATABASE_URL: process.env.E2E_DATABASE_URL, DATA_DIR: folder, LOG_LEVEL: 'error', NODE_NO_WARNINGS: '1' };
const people = ['Anna Rivale', 'Bruno Doppel', 'Clara Echt', 'Dario Gemello', 'Elsa Ruf'];
const titles = ['Two Keys to One Door', 'Doors Without Keys', 'A Door Is Not a Wall'];
const domains = ['bruno-one.example', 'bruno-two.example', 'clara-echt.example'];

/** Imports three papers by the five people; each names another domain. */
test.beforeAll(() => {
  const author = (name: string) => {
    const [first, last] = name.split(' ');
    return `<author><first>${first}</first><last>${last}</last></author>`;
  };
  const papers = titles.map(
    (title, at) =>
      `<paper id="${at + 1}"><title>${title}</title>${people.map(author).join('')}<url>2024.doors-1.${at + 1}</url><pwccode url="https://${domains[at]}/code" additional="false">code</pwccode></paper>`,
  );
  const volume = `<volume id="1" type="proceedings"><meta><booktitle>Workshop on Doors</booktitle><year>2024</year></meta>${papers.join('')}</volume>`;
  mkdirSync(join(folder, 'doors'), { recursive: true });
  const file = join(folder, 'doors', '2024.doors.xml');
  writeFileSync(file, `<?xml version='1.0' encoding='UTF-8'?>\n<collection id="2024.doors">${volume}</collection>`);
  execFileSync(process.execPath, ['lib/runtime/server/runtime.mjs', 'lib/catalog/ingest/cli.ts', 'acl-anthology', file], {
    env,
    stdio: 'pipe',
  });
});

/** The address of an admin, at an organisation of their own. */
const adminAddress = (name: string): string => `${name}@${name}-doors.example`;

/** Opens a page of an account with the admin role, granted by `npm run accounts -- grant-admin`. */
async function openReviewerPage(browser: Browser, name: string): Promise<Page> {
  const address = adminAddress(name);
  const page = await openSignedInPage(browser, address, '/me');
  expect(spawnSync(process.execPath, [databaseFlag(), 'lib/portal/accounts/cli.ts', 'grant-admin', address], { env }).status).toBe(0);
  await markSessionsAsPasskey(address);
  return page;
}

async function stubWebResponse(path: string, body: unknown): Promise<void> {
  expect((await fetch(`${web}/told/${path}`, { method: 'PUT', body: JSON.stringify(body) })).status).toBe(204);
}

const clickCheckNow = (page: Page) => page.getByRole('button', { name: 'Check now' }).click();

interface OrcidWork {
  title: string;
  contributors?: string[];
  holder: string;
}

/** Returns a paper as Crossref has added it to the ORCID record of one of its authors. */
const registered = (title: string, holder: string) => ({
  title,
  holder,
  signsAs: holder,
  authors: people,
  year: 2024,
  venue: 'Workshop on Doors',
});

/** Connects an ORCID iD whose record has a work added by Crossref. */
async function linkOrcid(page: Page, orcid: string, work: OrcidWork): Promise<void> {
  expect((await fetch(`${process.env.E2E_ORCID}/told/${orcid}`, { method: 'PUT', body: JSON.stringify([work]) })).status).toBe(204);
  await page.getByRole('button', { name: 'Connect your ORCID iD first' }).click();
  await page.getByLabel('ORCID iD').fill(orcid);
  await page.getByRole('button', { name: 'Authorize access' }).click();
}
const claimWith = (page: Page, orcid: string) => page.getByRole('button', { name: new RegExp(`^(Claim|Object) with ${orcid}$`) }).click();

async function connectOrcid(page: Page, orcid: string, work: OrcidWork): Promise<void> {
  await linkOrcid(page, orcid, work);
  await claimWith(page, orcid);
}

/** Waits until a record's public trust file has the points and level. */
async function expectTrust(page: Page, slug: string, points: number, level: number): Promise<void> {
  await expect(async () => {
    const file = await (await page.request.get(`/authors/${slug}/trust.json`)).json();
    expect(JSON.parse(file.snapshot.body)).toMatchObject({ points, level });
  }).toPass({ timeout: 180_000 });
}

/** Opens a review case and votes, with the reason and remedy given by their labels. */
async function decide(page: Page, path: string, choice: string, reason: string, remedy: string): Promise<void> {
  await page.goto(path);
  const form = page.locator('form', { has: page.getByRole('button', { name: choice, exact: true }) });
  for (const [label, sentence] of [
    ['Why', reason],
    ['Remedy', remedy],
  ] as const) {
    // A single option is shown as text, without a select.
    const select = form.getByLabel(label);
    if ((await select.count()) > 0) await select.selectOption({ label: sentence });
  }
  await form.getByRole('button', { name: choice, exact: true }).click();
  await expect(page.getByText(/It is decided|Your vote is saved/)).toBeVisible();
}

/** Opens the first matching case in the review queue and returns its path. */
async function openReviewCase(page: Page, kind: string, name: string): Promise<string> {
  await page.goto(`/review?kind=${kind}`);
  await page
    .getByRole('link', { name: new RegExp(name) })
    .first()
    .click();
  await expect(page).toHaveURL(/\/review\/\w+$/);
  return new URL(page.url()).pathname;
}

test('of two concurrent claims of one record one is in notice, and the other is told that it is pending', async ({ browser }) => {
  const rivals = await Promise.all(
    ['anna-one', 'anna-two'].map((name) => openSignedInPage(browser, `${name}@doors.example`, '/claim/anna-rivale')),
  );
  await Promise.all(rivals.map((page) => page.getByRole('button', { name: /Claim with anna/ }).click()));
  const results = await Promise.all(
    rivals.map(async (page) => {
      const won = page.getByText('Your claim is in public notice');
      const lost = page.getByText('Another person has already claimed this profile');
      await expect(won.or(lost).first()).toBeVisible();
      return (await won.count()) > 0 ? 'won' : 'lost';
    }),
  );
  expect(results.sort()).toEqual(['lost', 'won']);
});

test('of two concurrent strong proofs one owns the record, the other is an objection: 33 points, L3, edits frozen', async ({ browser }) => {
  const rivals = await Promise.all(
    ['bruno-one', 'bruno-two'].map((name) => openSignedInPage(browser, `${name}@doors.example`, '/claim/bruno-doppel')),
  );
  const iDs = ['0000-0003-2701-0033', '0000-0003-2701-0041'];
  const work = registered(titles[0] ?? '', 'Bruno Doppel');
  for (const [at, page] of rivals.entries()) await linkOrcid(page, iDs[at] ?? '', work);
  await expectTrust(rivals[0] as Page, 'bruno-doppel', 21, 1);
  await Promise.all(rivals.map((page, at) => claimWith(page, iDs[at] ?? '')));
  const results = await Promise.all(
    rivals.map(async (page) => {
      const won = page.getByText('The profile of Bruno Doppel is yours');
      const lost = page.getByText('Your objection was recorded on');
      await expect(won.or(lost).first()).toBeVisible();
      return (await lost.count()) > 0 ? 'lost' : 'won';
    }),
  );
  expect([...results].sort()).toEqual(['lost', 'won']);
  const owner = rivals[results.indexOf('won')] as Page;
  await expectTrust(owner, 'bruno-doppel', 33, 3);
  await owner.goto('/claim/bruno-doppel');
  await expect(owner.getByText('The profile cannot be changed until two reviewers have decided.')).toBeVisible();
  await expectAccessible(owner);
  const objector = rivals[results.indexOf('lost')] as Page;
  await objector.getByRole('button', { name: 'Withdraw my objection' }).click();
  await expectConfirmed(objector, 'Your objection is withdrawn');
  await expectTrust(owner, 'bruno-doppel', 43, 3);

  // The same proof does not freeze the record again: its owner goes on.
  await owner.goto('/authors/bruno-doppel/review');
  const mine = owner.getByRole('button', { name: 'All 3 on this page are mine' });
  await expect(mine).toBeVisible();
  await objector.goto('/claim/bruno-doppel');
  await claimWith(objector, iDs[results.indexOf('lost')] ?? '');
  await expect(objector.getByText('Your objection was recorded on')).toBeVisible();
  await mine.click();
  await expect(mine).toHaveCount(0);
  await objector.getByRole('button', { name: 'Withdraw my objection' }).click();
  await expect(objector.getByText('Your objection was recorded on')).toHaveCount(0);
});

test('a name in look-alike letters is another name: neither a page nor an iD under it is strong', { tag: '@one-engine' }, async ({
  browser,
}) => {
  // The second letter of the first name, and the second of the last, are Cyrillic.
  const imposter = 'D\u0430rio G\u0435mello';
  const page = await openSignedInPage(browser, 'imposter@doors.example', '/claim/dario-gemello');
  const own = page.getByRole('listitem', { name: /Your own web page/ });
  await own.getByLabel('Address of your page').fill(`${web}/imposter`);
  await own.getByRole('button', { name: 'Get the link' }).click();
  const link = (await page.getByText(/^<a rel="me"/).textContent()) ?? '';
  await stubWebResponse('page/imposter', { body: `<h1>${imposter}</h1>${link}` });
  await clickCheckNow(page);
  await expect(page.getByText('The page does not have the name of this profile')).toBeVisible();
  await connectOrcid(page, '0000-0003-2701-0017', { title: titles[0] ?? '', contributors: ['Elsa Ruf'], holder: imposter });
  await expect(page.getByText('in public notice', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('Based on fair evidence.').first()).toBeVisible();
  await expectTrust(page, 'dario-gemello', 21, 1);
});

test('a namesake with an authenticated iD without works of the record has a fair proof: it waits, below L3', {
  tag: '@one-engine',
}, async ({ browser }) => {
  const page = await openSignedInPage(browser, 'namesake@doors.example', '/claim/elsa-ruf');
  const other = { title: 'Grain Prices in the Duchy of Savoy', contributors: ['Giulio Neri'], holder: 'Elsa Ruf' };
  await connectOrcid(page, '0000-0003-2701-0025', other);
  await expect(page.getByText('in public notice', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('Based on fair evidence.').first()).toBeVisible();
  await expectTrust(page, 'elsa-ruf', 21, 1);
  await page.getByText('Withdraw the claim').first().click();
  await page.getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByText('withdrawn', { exact: true })).toBeVisible();
});

test('a claim is rejected with a reason; its appeal, in the claimant’s words, is decided by two other reviewers', {
  tag: '@one-engine',
}, async ({ browser }) => {
  const claimant = await openSignedInPage(browser, 'clara-mail@doors.example', '/claim/clara-echt');
  await claimant.getByRole('button', { name: 'Claim with clara-mail@doors.example' }).click();
  await expect(claimant.getByText('Your claim is in public notice')).toBeVisible();
  const objector = await openSignedInPage(browser, 'clara-dns@doors.example', '/claim/clara-echt');
  await connectOrcid(objector, '0000-0003-2701-005X', registered(titles[1] ?? '', 'Clara Echt'));
  await expect(objector.getByText('Your objection was recorded on')).toBeVisible();

  const [first, second] = [await openReviewerPage(browser, 'edda'), await openReviewerPage(browser, 'frida')];
  const [third, fourth] = [await openReviewerPage(browser, 'gero'), await openReviewerPage(browser, 'hilde')];
  await first.goto('/me');
  await expect(first.getByText('as an admin of this instance')).toBeVisible();
  const question = await openReviewCase(first, 'dispute', 'Clara Echt');
  const upheld = 'The objection holds: the owner’s claim ends';
  const rival = 'Somebody else has shown stronger proof for the same works.';
  const strong = remedies.show_strong_proof;
  await decide(first, question, upheld, rival, strong);
  await expect(first.getByText('Your vote is saved')).toBeVisible();
  await decide(fourth, question, upheld, rival, strong);
  await expect(fourth.getByText('It is decided')).toBeVisible();
  await claimant.goto('/claim/clara-echt');
  await expect(claimant.getByText(rival)).toBeVisible();
  await claimant.getByRole('link', { name: 'appeal the decision' }).click();
  await expectAccessible(claimant);
  await claimant.getByRole('button', { name: 'Appeal this decision' }).click();
  await claimant.getByLabel('Reason for the appeal').fill('<i>The domain</i> was sold last year.');
  await claimant.getByRole('button', { name: 'Appeal this decision' }).click();
  await expect(claimant.getByText('Your appeal is filed')).toBeVisible();
  const path = new URL(claimant.url()).pathname;
  expect((await objector.goto(path))?.status()).toBe(404);

  const appeal = await openReviewCase(second, 'appeal', 'Clara Echt');
  await expect(second.getByText('<i>The domain</i> was sold last year.')).toBeVisible();
  await expect(second.getByText('clara-mail@doors.example')).toHaveCount(0);
  await expectAccessible(second);
  expect((await first.goto(appeal))?.status()).toBe(404);
  const reason = 'The first decision had overlooked something.';
  await decide(second, appeal, 'The appeal holds', reason, 'There is nothing more to do.');
  await expect(second.getByText('Your vote is saved').or(second.getByText('Waiting for a second reviewer')).first()).toBeVisible();
  await decide(third, appeal, 'The appeal holds', reason, 'There is nothing more to do.');
  await expect(third.getByText('It is decided')).toBeVisible();
  await claimant.goto('/me');
  await expect(claimant.getByRole('link', { name: 'Your appeal is granted' })).toBeVisible();
  await claimant.goto('/claim/clara-echt');
  await expect(claimant.getByText('accepted', { exact: true })).toBeVisible();
  await objector.goto('/me');
  await expect(objector.getByRole('link', { name: 'The profile of Clara Echt is no longer yours' })).toBeVisible();
});

test('a report that was dismissed can be appealed once by each side, and each side is notified of the outcome', {
  tag: '@one-engine',
}, async ({ browser }) => {
  const reporter = await openSignedInPage(browser, 'reader@doors.example', '/authors/clara-echt/fix?kind=not_same_person');
  await reporter.getByLabel('Some of these works are by somebody else of this name').check();
  await reporter.getByLabel('Which works are another person’s').fill('Doors Without Keys');
  await reporter.getByRole('button', { name: 'Send the report' }).click();
  await expect(reporter.getByText('Your report is saved')).toBeVisible();
  const [first, second] = [
    await openSignedInPage(browser, adminAddress('edda'), '/me'),
    await openSignedInPage(browser, adminAddress('frida'), '/me'),
  ];
  for (const name of ['edda', 'frida']) await markSessionsAsPasskey(adminAddress(name));
  // Reviewers get one notification about waiting cases, whatever their number.
  await expect(first.getByRole('link', { name: 'Cases need your decision' })).toHaveCount(1);
  const question = await openReviewCase(first, 'report', 'Clara Echt');
  const onePerson = 'The works fit one person: co-authors, places or subjects tie them together.';
  await decide(first, question, 'The report does not hold', onePerson, 'There is nothing more to do.');
  await reporter.goto('/me');
  await expect(reporter.getByText(onePerson).first()).toBeVisible();
  await reporter.goto('/me/network');
  await reporter.getByRole('region', { name: 'Your reports' }).getByRole('link', { name: 'Appeal this decision' }).click();
  await reporter.getByLabel('Reason for the appeal').fill('The second is by her aunt.');
  await reporter.getByRole('button', { name: 'Appeal this decision' }).click();
  await expect(reporter.getByText('Your appeal is filed')).toBeVisible();
  await expect(reporter.getByRole('button', { name: 'Appeal this decision' })).toHaveCount(0);
  const appeal = await openReviewCase(second, 'appeal', 'Clara Echt');
  expect((await first.goto(appeal))?.status()).toBe(404);
  await decide(second, appeal, 'The appeal holds', 'The appeal shows something that was not known before.', 'It is corrected here.');
  await reporter.goto('/me');
  await expect(reporter.getByRole('link', { name: 'Your appeal about Clara Echt is granted' })).toBeVisible();
  await reporter.getByRole('link', { name: 'Your appeal about Clara Echt is granted' }).click();
  await expect(reporter.getByText('It was granted.')).toBeVisible();
  await expectAccessible(reporter);

  // The first decision favoured the owner without notice to her. The second does not, and she can appeal once too.
  const owner = await openSignedInPage(browser, 'clara-mail@doors.example', '/me');
  await expect(owner.getByText(/You can appeal once, until \d{4}-\d\d-\d\d/).first()).toBeVisible();
  await owner.getByRole('link', { name: 'A report about the profile of Clara Echt was upheld' }).click();
  await expect(owner.getByText('An appeal of the other side was granted: upheld')).toBeVisible();
  await expectAccessible(owner);
  await owner.getByLabel('Reason for the appeal').fill('My aunt never wrote about doors.');
  await owner.getByRole('button', { name: 'Appeal this decision' }).click();
  await expect(owner.getByText('Your appeal is filed')).toBeVisible();
  const third = await openSignedInPage(browser, adminAddress('gero'), '/me');
  await markSessionsAsPasskey(adminAddress('gero'));
  const last = await openReviewCase(third, 'appeal', 'Clara Echt');
  for (const each of [first, second]) expect((await each.goto(last))?.status()).toBe(404);
  await expect(third.getByText('The decision, by an appeal of the other side (report): upheld')).toBeVisible();
  await third.getByText('Earlier text of the other party').click();
  await expect(third.getByText('The second is by her aunt.')).toBeVisible();
  await expectAccessible(third);
  await decide(third, last, 'The appeal holds', 'The appeal shows something that was not known before.', 'It is corrected here.');
  await reporter.goto('/me');
  await reporter.getByRole('link', { name: 'An appeal about Clara Echt is granted' }).click();
  await expect(reporter.getByText('An appeal of the other side was granted: not upheld')).toBeVisible();
  await expect(reporter.getByText('Each side can appeal once, so this is final.')).toBeVisible();
  await expect(reporter.getByRole('button', { name: 'Appeal this decision' })).toHaveCount(0);
  await expectAccessible(reporter);
});

test('the operator reads the audit log, filters it by URL, and downloads it; nobody else can open it', { tag: '@one-engine' }, async ({
  browser,
}) => {
  const admin = await openSignedInPage(browser, adminAddress('frida'), '/admin');
  await expect(admin.getByText(/\d+ cases?, the oldest since|^0$/).first()).toBeVisible();
  await admin.getByRole('link', { name: 'Audit log' }).click();
  await expect(admin.getByRole('heading', { level: 1 })).toHaveText('Audit log');
  await expectAccessible(admin);
  await admin.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(admin);
  await admin.getByLabel('Action', { exact: true }).selectOption({ label: 'A case was decided' });
  await admin.getByRole('button', { name: 'Show these' }).click();
  await expect(admin).toHaveURL(/action=review\.decided/);
  const rows = admin.getByRole('row');
  await expect(rows.nth(1)).toContainText('A case was decided');
  await expect(admin.getByRole('cell', { name: 'A reviewer voted on a case' })).toHaveCount(0);
  await expect(admin.getByText('The appeal shows something that was not known before.').first()).toBeVisible();
  expect(await admin.getByRole('main').textContent()).not.toContain('@');
  await rows.nth(1).getByRole('link').first().click();
  await expect(admin).toHaveURL(/\/review\/\w+$/);
  const file = await admin.request.get('/admin/audit/entries.csv?action=appeal.filed');
  expect(file.headers()['content-type']).toContain('text/csv');
  expect((await file.text()).split('\r\n')[1]).toMatch(/^\d{4}-\d\d-\d\dT.*,appeal\.filed,(report|claim),/);
  const stranger = await openSignedInPage(browser, 'reader@doors.example', '/me');
  for (const path of ['/admin/audit', '/admin/audit?action=review.decided', '/admin/audit/entries.csv']) {
    expect((await stranger.request.get(path)).status(), path).toBe(404);
  }
});
