import { expect, type Page, test } from '@playwright/test';
import { strongDns } from '../evidence.ts';
import { assignRecord, markSessionsAsPasskey, runAccountsCommand, withInstanceStore } from './instance-database.ts';
import { expectAccessible, heading, openPage, openSignedInPage } from './pages.ts';
import { expectFileMatchesText } from './upstream-texts.ts';

/** A reader without an account suggests a name for a profile. Its owner decides; for an unclaimed profile, reviewers decide. */
test.describe.configure({ mode: 'serial' });

const profile = '/authors/mara-lindqvist';
const name = 'Mara Lindqvist';
const correctedName = 'Mara Lindqvíst';
const reviewer = 'record-corrections-reviewer@example.org';
const unclaimedProfile = '/authors/yunquan-zhang';
const lenaProfile = '/authors/lena-brandt';
const lenaEmail = 'lena.brandt@example.org';

/** Opens the correction form of a field, starting from the profile. */
async function openCorrectionForm(page: Page, path: string, field: string): Promise<void> {
  await page.goto(path);
  await page.locator('summary', { hasText: 'More actions' }).click();
  await page.locator('.menu').getByRole('link', { name: 'Report a problem' }).click();
  await page.getByRole('link', { name: 'Something is wrong' }).click();
  await expect(heading(page)).toHaveText('Suggest a correction');
  await page.getByRole('link', { name: field, exact: true }).click();
}

test('a signed-out reader suggests a name, without script', async ({ browser }) => {
  const page = await openPage(browser, false);
  await openCorrectionForm(page, profile, 'Name');
  await expect(page.getByLabel('Name')).toHaveValue(name);
  const send = page.getByRole('button', { name: 'Suggest the correction' });
  await send.click();
  await expect(page.getByText('Give a link or a note that shows it.')).toBeVisible();
  await page.getByLabel('Name').fill(correctedName);
  await page.getByLabel('Note').fill('<b>Her own page</b> has the accent.');
  await send.click();
  await expect(page.getByText('Your correction is saved.')).toBeVisible();
  await expect(page.getByText(correctedName)).toHaveCount(0);
  // A statement of the owner can be reported, but not corrected.
  await expect(page.getByRole('link', { name: 'Affiliation', exact: true })).toHaveCount(0);
});

test('the owner is notified and accepts on her own pages; the profile and its sources show it', async ({ browser }) => {
  // No source prints the name with the accent, so accepting it needs a strong proof.
  await assignRecord('mara@example.org', 'mara-lindqvist', strongDns('mara.example'));
  const mara = await openSignedInPage(browser, 'mara@example.org', '/notifications');
  await expect(mara.getByText('A correction of your profile is suggested').first()).toBeVisible();
  await mara.goto('/me/records/mara-lindqvist');
  await expect(mara.getByRole('heading', { name: 'Corrections that wait for you' })).toBeVisible();
  await expectAccessible(mara);
  await mara.getByRole('button', { name: 'Accept' }).click();
  await expect(mara.getByText('The correction is accepted.')).toBeVisible();
  await expectAccessible(mara);
  const visitor = await openPage(browser);
  await visitor.goto(profile);
  await expect(heading(visitor)).toHaveText(correctedName);
  await visitor.goto(`${profile}/sources`);
  await expect(visitor.getByText(`${correctedName}: by an accepted correction.`)).toBeVisible();
  await expect(visitor.getByText(`${correctedName}, instead of ${name}`)).toBeVisible();
  await expect(visitor.getByText('<b>Her own page</b> has the accent.')).toBeVisible();
  await expectAccessible(visitor);
  await visitor.goto(`${profile}/history`);
  const facts = visitor.getByRole('region', { name: 'Name, affiliation and trust' });
  await expect(facts.getByRole('listitem').first()).toContainText(`Name: ${correctedName}, Correction (before: ${name})`);
  await expectAccessible(visitor);
  for (const file of ['feed.atom', 'feed.json'])
    expect(await (await visitor.request.get(`${profile}/history/${file}`)).text()).toContain(`Name: ${correctedName}`);
});

test('the owner reverts it, without script', async ({ browser }) => {
  const mara = await openSignedInPage(browser, 'mara@example.org', `${profile}/correct`, false);
  await mara.getByRole('button', { name: 'Revert' }).click();
  await expect(mara.getByText('The correction has ended.')).toBeVisible();
  await mara.goto(profile);
  await expect(heading(mara)).toHaveText(name);
});

for (const [width, colorScheme] of [
  [390, 'dark'],
  [1440, 'light'],
] as const)
  test(`for an unowned profile reviewers are asked: ${width} px, ${colorScheme}`, async ({ browser }) => {
    const page = await (await browser.newContext({ viewport: { width, height: 900 }, colorScheme })).newPage();
    await openCorrectionForm(page, unclaimedProfile, 'Affiliation');
    const value = `Institute ${width} (invented)`;
    await page.getByLabel('Affiliation').fill(value);
    await page.getByLabel('Link that shows it').fill('https://institute.example/people');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Suggest the correction' }).click();
    await expect(page.getByText('Your correction is saved.')).toBeVisible();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  });

test('two reviewers, one of them without script, accept a suggestion from the queue, and the profile shows it', async ({ browser }) => {
  const second = `second-${reviewer}`;
  const page = await openSignedInPage(browser, reviewer, '/me');
  const other = await openSignedInPage(browser, second, '/me', false);
  for (const email of [reviewer, second]) {
    runAccountsCommand('grant-admin', email);
    await markSessionsAsPasskey(email);
  }
  await page.goto('/review');
  await page
    .getByRole('link', { name: /Correction of a profile/ })
    .first()
    .click();
  await expect(page.getByText(/Institute \d+ \(invented\)/).first()).toBeVisible();
  const [value = 'no value'] = /Institute \d+ \(invented\)/.exec((await page.getByRole('main').textContent()) ?? '') ?? [];
  const isShown = async () => (await (await page.request.get(unclaimedProfile)).text()).includes(value);
  const votes = async (by: Page): Promise<void> => {
    await by.getByRole('button', { name: 'The correction is right' }).click();
  };
  await expectAccessible(page);
  const asked = new URL(page.url()).pathname;
  await votes(page);
  await expect(page.getByText('Your vote is saved')).toBeVisible();
  expect(await isShown()).toBe(false);
  await other.goto(asked);
  await votes(other);
  await expect(other.getByText('It is decided')).toBeVisible();
  await expect.poll(isShown).toBe(true);
  for (const email of [reviewer, second]) runAccountsCommand('revoke-admin', email);
});

const claimForLena = (): Promise<void> => assignRecord(lenaEmail, 'lena-brandt', strongDns('lena-brandt.example'));

test('what an owner accepted is a suggestion after she releases the profile, and is restored when she owns it again', async ({
  browser,
}) => {
  const lena = await openSignedInPage(browser, lenaEmail, '/me');
  await claimForLena();
  const reader = await openPage(browser);
  await openCorrectionForm(reader, lenaProfile, 'Affiliation');
  const institute = 'Brandt Institute of Charts (invented)';
  await reader.getByLabel('Affiliation').fill(institute);
  await reader.getByLabel('Note').fill('Her own page has it.');
  await reader.getByRole('button', { name: 'Suggest the correction' }).click();
  await expect(reader.getByText('Your correction is saved.')).toBeVisible();
  await lena.goto('/me/records/lena-brandt');
  await lena.getByRole('button', { name: 'Accept' }).click();
  await expect(lena.getByText('The correction is accepted.')).toBeVisible();
  const isShown = async () => (await (await reader.request.get(lenaProfile)).text()).includes(institute);
  await expect.poll(isShown).toBe(true);

  await lena.goto('/me');
  await lena.locator('summary', { hasText: 'Give up the profile' }).click();
  await lena.getByRole('button', { name: 'Give it up' }).click();
  await lena.getByRole('alertdialog').getByRole('button', { name: 'Give it up' }).click();
  await expect(lena.getByRole('region', { name: 'Claims' })).not.toContainText('Give up the profile');
  await expect.poll(isShown).toBe(false);
  await reader.goto(`${lenaProfile}/correct`);
  await expect(reader.getByText(institute)).toHaveCount(0);

  const thirdReviewer = await openSignedInPage(browser, `third-${reviewer}`, '/me');
  runAccountsCommand('grant-admin', `third-${reviewer}`);
  await markSessionsAsPasskey(`third-${reviewer}`);
  const [review] = await withInstanceStore((store) =>
    store.reader.query<{ id: string }>(
      `select r.id from reviews r join corrections c on c.id = r.subject_id where r.state = 'open' and c.value = ?`,
      [],
      [institute],
    ),
  );
  await thirdReviewer.goto(`/review/${review?.id}`);
  await expect(thirdReviewer.getByText('The claim of the owner who accepted it has ended or is in dispute')).toBeVisible();
  await expectAccessible(thirdReviewer);
  runAccountsCommand('revoke-admin', `third-${reviewer}`);

  await claimForLena();
  await expect.poll(isShown).toBe(true);
  await lena.goto(`${lenaProfile}/correct`);
  await expect(lena.getByText('accepted by the owner')).toBeVisible();
});

for (const script of [true, false])
  test(`the reports to the sources of a profile can be copied and saved ${script ? 'with' : 'without'} script`, async ({ browser }) => {
    const page = await openPage(browser, script);
    await page.goto(`${unclaimedProfile}/sources`);
    await page.getByRole('link', { name: 'Tell the source' }).click();
    await expect(heading(page)).toHaveText('Tell the source');
    await page.getByText('Other databases').click();
    await expect(page.getByLabel('Text for dblp')).toHaveValue(
      /^Subject: Person record of Yunquan Zhang\n.*\nShould be: Institute \d+ \(invented\)\n/s,
    );
    await expect(page.getByLabel('Text for OpenAlex')).toHaveCount(0);
    await expectFileMatchesText(page, 'dblp');
    if (script) await expectAccessible(page);
  });

test('a missing record cannot be corrected', async ({ page }) => {
  for (const path of [
    '/authors/nobody-of-this-name/correct',
    '/authors/nobody-of-this-name/correct?field=name',
    '/authors/nobody-of-this-name/upstream',
  ])
    expect((await page.goto(path))?.status()).toBe(404);
});
