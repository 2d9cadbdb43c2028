import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { strongOrcid } from '../evidence.ts';
import { assignRecord } from './instance-database.ts';
import { expectAccessible, mailsTo, outboxPath, signIn } from './pages.ts';
import { createOrcid, importPapers, proveByOrcid, toSlug } from './trust-steps.ts';

/** Each proof method, through the pages and with real servers on the loopback interface. */
test.describe.configure({ mode: 'serial' });

const web = process.env.E2E_WEB ?? '';

/** Sets the response of the fake web server or DNS. */
async function stubWebResponse(path: string, body: unknown): Promise<void> {
  const response = await fetch(`${web}/told/${path}`, { method: 'PUT', body: JSON.stringify(body) });
  expect(response.status).toBe(204);
}

/** Waits for a new mail to an address and returns its link. */
async function waitForMailedLink(page: Page, address: string, before: number): Promise<string> {
  await expect(async () => {
    await page.goto(outboxPath());
    expect(await mailsTo(page, address).count()).toBeGreaterThan(before);
  }).toPass({ timeout: 180_000 });
  return (await mailsTo(page, address).first().getByRole('link').first().getAttribute('href')) ?? '';
}

async function openSignedInPage(browser: Browser, email: string, next: string, script = true): Promise<Page> {
  const page = await (await browser.newContext({ javaScriptEnabled: script })).newPage();
  await signIn(page, email, next);
  return page;
}

const proofOption = (page: Page, name: string) => page.getByRole('listitem', { name: new RegExp(name) });

/** Waits until the worker has computed the given level for a record. */
async function expectLevel(page: Page, slug: string, level: string): Promise<void> {
  await expect(async () => {
    await page.goto(`/authors/${slug}/trust`);
    await expect(page.getByRole('heading', { name: new RegExp(`Verification ${level}`) })).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 180_000 });
}

/** Imports a ROR file with one organisation and its email domain. */
function importOrganisation(name: string, rorId: string, domain: string): void {
  const file = join(process.env.E2E_DATA_DIR ?? '', `${rorId}.jsonl`);
  writeFileSync(file, `${JSON.stringify({ id: `https://ror.org/${rorId}`, status: 'active', name, domains: [domain], country: 'CN' })}\n`);
  execFileSync(process.execPath, ['lib/runtime/server/runtime.mjs', 'lib/catalog/ingest/cli.ts', 'ror', file], {
    env: { ...process.env, DATABASE_URL: process.env.E2E_DATABASE_URL, DATA_DIR: process.env.E2E_DATA_DIR, LOG_LEVEL: 'error' },
    stdio: 'pipe',
  });
}

for (const script of [true, false]) {
  test(`a token in the repository that a work links is fair, and the page says what makes it strong (${script ? 'with' : 'without'} script)`, async ({
    browser,
  }) => {
    const slug = script ? 'aohan-zeng' : 'zhengxiao-du';
    const page = await openSignedInPage(browser, `${slug}@example.org`, `/claim/${slug}`, script);
    await expect(page.getByRole('heading', { name: 'Choose a proof' })).toBeVisible();
    if (script) await expectAccessible(page);
    const repository = proofOption(page, 'A repository that one of these works links');
    await repository.getByLabel('Address of the repository').fill('https://github.com/someone/else');
    await repository.getByRole('button', { name: 'Give me a token' }).click();
    await expect(page.getByText('No work of this profile links to this repository')).toBeVisible();
    await repository.getByLabel('Address of the repository').fill('https://github.com/THUDM/GLM-130B');
    await repository.getByRole('button', { name: 'Give me a token' }).click();
    const line = page.getByText(/^peergraph-proof=[0-9a-z]{26}$/);
    await expect(line).toBeVisible();
    if (script) await expectAccessible(page);
    await page.getByRole('button', { name: 'Check now' }).click();
    await expect(page.getByText('There is no such page or file.')).toBeVisible();
    if (script) await expectAccessible(page);
    const token = (await line.textContent()) ?? '';
    await stubWebResponse('page/github/THUDM/GLM-130B/.peergraph-proof', { body: token, headers: { 'content-type': 'text/plain' } });
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect(page.getByText('in public notice', { exact: true })).toBeVisible();
    const menu = page.getByRole('banner').locator('details').last();
    await menu.locator('summary').click();
    await expect(menu.getByRole('link', { name: 'My claim' })).toHaveAttribute('href', new URL(page.url()).pathname);
    await expect(page.getByText('a file in a repository shows only that you can write there')).toBeVisible();
    if (script) await expectAccessible(page);
    await stubWebResponse('page/github/THUDM/GLM-130B/.peergraph-proof', null);
    // The page that lists the work names no venue, so the work that Crossref has added to the ORCID record is no strong proof.
    const orcid = createOrcid(script ? 71 : 72);
    const names = ['Aohan Zeng', 'Zhengxiao Du'];
    const holder = names.find((name) => toSlug(name) === slug) ?? '';
    const title = 'GLM-130B: An Open Bilingual Pre-trained Model';
    const work = { title, holder, contributors: names.filter((name) => name !== holder) };
    expect((await fetch(`${process.env.E2E_ORCID}/told/${orcid}`, { method: 'PUT', body: JSON.stringify([work]) })).status).toBe(204);
    await page.getByRole('button', { name: 'Connect your ORCID iD first' }).click();
    await page.getByLabel('ORCID iD').fill(orcid);
    await page.getByRole('button', { name: 'Authorize access' }).click();
    await page.getByRole('button', { name: `Show ${orcid}` }).click();
    await expect(page.getByText('in public notice', { exact: true }).first()).toBeVisible();
    await assignRecord(`${slug}@example.org`, slug, strongOrcid(orcid));
    await expectLevel(page, slug, 'L3');
  });
}

test('two co-authors with proof of control confirm a shared work, and the attestation can be revoked', async ({ browser }) => {
  const asks = await openSignedInPage(browser, 'aohan-zeng@example.org', '/claim/aohan-zeng');
  await expectLevel(asks, 'zhengxiao-du', 'L3');
  await asks.goto('/claim/aohan-zeng');
  await asks.getByRole('link', { name: 'Ask co-authors to confirm' }).click();
  await expectAccessible(asks);
  await asks
    .getByRole('listitem')
    .filter({ hasText: 'Zhengxiao Du' })
    .getByRole('button', { name: /Ask to confirm a work/ })
    .click();
  await expect(asks.getByText('Your request is sent')).toBeVisible();
  const says = await openSignedInPage(browser, 'zhengxiao-du@example.org', '/me');
  await says.getByRole('link', { name: /Aohan Zeng asks you to confirm/ }).click();
  await expect(says.getByRole('region', { name: 'Requests to you, and your attestations' })).toContainText(
    'GLM-130B: An Open Bilingual Pre-trained Model',
  );
  await expectAccessible(says);
  await says.getByRole('button', { name: 'Yes, we wrote it together' }).click();
  await expect(says.getByText('Your attestation is saved')).toBeVisible();
  await asks.goto('/confirm');
  await expect(asks.getByRole('region', { name: 'About your profiles' })).toContainText('given on');
  await says.getByRole('button', { name: 'Withdraw' }).click();
  await expect(says.getByRole('region', { name: 'Requests to you, and your attestations' })).toContainText('withdrawn on');
});

test('a TXT record at a domain that only a work names is fair; other domains are rejected with the reason', async ({ browser }) => {
  const page = await openSignedInPage(browser, 'zihan@example.org', '/claim/zihan-jiang');
  const domain = proofOption(page, 'Your own domain');
  await expect(domain.getByText('7 days', { exact: true })).toBeVisible();
  await domain.getByLabel('Your domain').fill('zihan.example');
  await domain.getByRole('button', { name: 'Give me a token' }).click();
  await expect(page.getByText('This profile does not mention this domain')).toBeVisible();
  await domain.getByLabel('Your domain').fill('github.com');
  await domain.getByRole('button', { name: 'Give me a token' }).click();
  await expect(page.getByText('Many people share this domain')).toBeVisible();
  await expect(domain.getByLabel('Your domain')).toHaveAccessibleDescription(/Error: It belongs to a publisher/);
  await expect(domain.getByLabel('Your domain')).toHaveValue('github.com');
  await domain.getByLabel('Your domain').fill('benchcouncil.org');
  await domain.getByRole('button', { name: 'Give me a token' }).click();
  const token = (await page.getByText(/^peergraph-proof=/).textContent()) ?? '';
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect(page.getByText('The domain has no TXT record')).toBeVisible();
  await stubWebResponse('dns/benchcouncil.org', ['v=spf1 -all', token]);
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText('in public notice', { exact: true })).toBeVisible();
  await expect(page.getByText('No independent source says that this page, domain or repository is yours.')).toBeVisible();
  await expectAccessible(page);
});

test('a TXT record at a domain that the proven iD lists, and that has not changed owner, is strong', async ({ browser }) => {
  const [name, title] = ['Wanda Wick', 'Wicks That Burn Evenly'];
  importPapers({
    id: '2024.wicks',
    titles: [title, 'Wicks in the Wind', 'A Wick and Its Wax'],
    people: [{ name }, { name: 'Willem Wax' }],
  });
  const extraClaims = { urls: [{ url: 'https://wanda.example/', addedOn: '2019-01-01' }] };
  const page = await proveByOrcid(browser, { name, number: 73, work: title, coauthor: 'Willem Wax', extraClaims });
  await expectLevel(page, 'wanda-wick', 'L3');
  const events = [{ eventAction: 'registration', eventDate: '2012-01-01T00:00:00Z' }];
  await stubWebResponse('page/rdap/domain/wanda.example', {
    headers: { 'content-type': 'application/rdap+json' },
    body: JSON.stringify({ events }),
  });
  await page.goto('/claim/wanda-wick');
  const domain = proofOption(page, 'Your own domain');
  await expect(domain.getByText('instant', { exact: true })).toBeVisible();
  await domain.getByLabel('Your domain').fill('wanda.example');
  await domain.getByRole('button', { name: 'Give me a token' }).click();
  await stubWebResponse('dns/wanda.example', [(await page.getByText(/^peergraph-proof=/).textContent()) ?? '']);
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect(page.getByText(/Your own domain.*wanda.example.*strong, counts/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Check again' }).first().click();
  await expect(page.getByText(/Checked on/).first()).toBeVisible();
  // The worker computes the snapshot.
  await expect(async () => {
    await page.goto('/authors/wanda-wick/trust');
    await expect(
      page.getByText('Named as this author’s own by their proven ORCID iD since 2019-01-01. It was registered on 2012-01-01.'),
    ).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 180_000 });
  await expect(page.getByText(/\(added by Crossref\)/)).toBeVisible();
  await expectAccessible(page);
});

test('an address at the institution of a work decides at once, by a mailed link that only its account can use', async ({ browser }) => {
  importOrganisation('Zhejiang Lab', '02m2h7991', 'zhejianglab.example');
  const page = await openSignedInPage(browser, 'feiyang@example.org', '/claim/weixing-zhang');
  const address = 'weixing.zhang@cs.zhejianglab.example';
  const institution = proofOption(page, 'Email address at your institution');
  await institution.getByLabel('Address at your institution').fill('weixing@gmail.example');
  await institution.getByRole('button', { name: 'Email me a link' }).click();
  await expect(page.getByText('We know no organisation with this domain')).toBeVisible();
  const before = 0;
  await institution.getByLabel('Address at your institution').fill(address);
  await institution.getByRole('button', { name: 'Email me a link' }).click();
  await expect(page.getByText('We sent a link to this address')).toBeVisible();
  await expectAccessible(page);
  const link = await waitForMailedLink(page, address, before);
  const stranger = await openSignedInPage(browser, 'stranger-of-links@example.org', '/me');
  await stranger.goto(link);
  await expect(stranger.getByText('This proof does not exist')).toBeVisible();
  await page.goto(link);
  await expect(page.getByText(address)).toBeVisible();
  await expectAccessible(page);
  // Without JavaScript, or before it has loaded, the form also confirms.
  const plain = await (await browser.newContext({ javaScriptEnabled: false, storageState: await page.context().storageState() })).newPage();
  await plain.goto(link);
  await plain.getByRole('button', { name: 'Confirm the address' }).click();
  await expect(plain.getByText(/accepted|is yours|Your proof is saved/).first()).toBeVisible();
  await page.goto('/authors/weixing-zhang');
  expect(await page.content()).not.toContain(address);
  await page.goto(link);
  await expect(page.getByText('This proof has expired')).toBeVisible();
});

test('a page that links back is fair: the claim is under notice, and another person’s fair proof stops it', async ({ browser }) => {
  const slug = 'lei-wang';
  const page = await openSignedInPage(browser, 'lei@example.org', `/claim/${slug}`);
  const own = proofOption(page, 'Your own web page');
  await own.getByLabel('Address of your page').fill(`${web}/lei`);
  await own.getByRole('button', { name: 'Get the link' }).click();
  const link = (await page.getByText(/^<a rel="me"/).textContent()) ?? '';
  await stubWebResponse('page/lei', { body: `<h1>Another Name</h1>${link}` });
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect(page.getByText('The page does not have the name of this profile')).toBeVisible();
  await stubWebResponse('page/lei', { body: `<h1>Lei Wang</h1>${link}` });
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText('in public notice', { exact: true })).toBeVisible();
  await expectAccessible(page);

  const rival = await openSignedInPage(browser, 'rival-of-lei@example.org', `/claim/${slug}`);
  await expect(rival.getByText('Another person has already claimed this profile')).toBeVisible();
  await expect(proofOption(rival, 'Any confirmed email address')).toHaveCount(0);
  const domain = proofOption(rival, 'Your own domain');
  await domain.getByLabel('Your domain').fill('www.benchcouncil.org');
  await domain.getByRole('button', { name: 'Give me a token' }).click();
  const token = (await rival.getByText(/^peergraph-proof=/).textContent()) ?? '';
  await stubWebResponse('dns/_peergraph.www.benchcouncil.org', [token]);
  await rival.getByRole('button', { name: 'Check now' }).click();
  await expect(rival.getByText('Your objection was recorded on')).toBeVisible();
  await expectAccessible(rival);
  await page.goto(`/claim/${slug}`);
  await expect(page.getByText('Another person has added a proof for this profile')).toBeVisible();
  await expect(page.getByText('in review', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await rival.getByRole('button', { name: 'Withdraw my objection' }).click();
  await expect(rival.getByText('Your objection was recorded on')).toHaveCount(0);
  await page.goto(`/claim/${slug}`);
  await expect(page.getByText('in public notice', { exact: true })).toBeVisible();
});

test('a reader without an account sees the proof methods and what each discloses, and signs in first', async ({ page }) => {
  await page.goto('/claim/jianfei-chen');
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toBeVisible();
  await expect(page.getByText('Public: the domain, who names it, and when it was registered.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Give me a token' })).toHaveCount(0);
  // The page lists the works that its text refers to as "these works".
  await expect(page.getByRole('region', { name: 'Profile' }).locator('a[href^="/works/"]')).toHaveCount(2);
  await expectAccessible(page);
});
