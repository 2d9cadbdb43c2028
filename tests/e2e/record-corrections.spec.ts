import { expect, type Page, test } from '@playwright/test';
import { strongDns } from '../evidence.ts';
import { accounts, withInstanceStore, markSessionsAsPasskey, assignRecord } from './instance-database.ts';
import { openPage, openSignedInPage, expectAccessible } from './pages.ts';
import { expectFileMatchesText } from './upstream-texts.ts';

/** A reader without an account corrects the name of a profile; its owner decides. Where nobody owns one, reviewers are asked. */
test.describe.configure({ mode: 'serial' });

const profile = '/authors/mara-lindqvist';
const name = 'Mara Lindqvist';
const corrected = 'Mara Lindqvíst';
const reviewer = 'record-corrections-reviewer@example.org';
const free = '/authors/yunquan-zhang';
const lenas = '/authors/lena-brandt';
const lenaEmail = 'lena.brandt@example.org';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** From the profile to the form of a field, as a reader goes. */
async function formOf(page: Page, path: string, field: string): Promise<void> {
  await page.goto(path);
  await page.locator('summary', { hasText: 'More actions' }).click();
  await page.getByRole('link', { name: 'Suggest a correction' }).click();
  await expect(heading(page)).toHaveText('Suggest a correction');
  await page.getByRole('link', { name: field, exact: true }).click();
}

test('a signed-out reader suggests a name, without script', async ({ browser }) => {
  const page = await opened(browser, false);
  await formOf(page, profile, 'Name');
  await expect(page.getByLabel('Name')).toHaveValue(name);
  const send = page.getByRole('button', { name: 'Suggest the correction' });
  await send.click();
  await expect(page.getByText('Give a link or a note that shows it.')).toBeVisible();
  await page.getByLabel('Name').fill(corrected);
  await page.getByLabel('Note').fill('<b>Her own page</b> has the accent.');
  await send.click();
  await expect(page.getByText('Your correction is saved.')).toBeVisible();
  await expect(page.getByText(corrected)).toHaveCount(0);
  // What the owner states is theirs: it is reported, and not corrected.
  await expect(page.getByRole('link', { name: 'Affiliation', exact: true })).toHaveCount(0);
});

test('the owner is notified and accepts on her own pages; the profile and its sources show it', async ({ browser }) => {
  const mara = await signedIn(browser, 'mara@example.org', '/notifications');
  await expect(mara.getByText('A correction of your profile is suggested').first()).toBeVisible();
  await mara.goto('/me/records/mara-lindqvist');
  await expect(mara.getByRole('heading', { name: 'Corrections that wait for you' })).toBeVisible();
  await expectAccessible(mara);
  await mara.getByRole('button', { name: 'Accept' }).click();
  await expect(mara.getByText('The correction is accepted.')).toBeVisible();
  await expectAccessible(mara);
  const anybody = await opened(browser);
  await anybody.goto(profile);
  await expect(heading(anybody)).toHaveText(corrected);
  await anybody.goto(`${profile}/sources`);
  await expect(anybody.getByText(`${corrected}: by an accepted correction.`)).toBeVisible();
  await expect(anybody.getByText(`${corrected}, instead of ${name}`)).toBeVisible();
  await expect(anybody.getByText('<b>Her own page</b> has the accent.')).toBeVisible();
  await expectAccessible(anybody);
  await anybody.goto(`${profile}/history`);
  const facts = anybody.getByRole('region', { name: 'Name, affiliation and trust' });
  await expect(facts.getByRole('listitem').first()).toContainText(`Name: ${corrected}, Correction (before: ${name})`);
  await expectAccessible(anybody);
  for (const file of ['feed.atom', 'feed.json'])
    expect(await (await anybody.request.get(`${profile}/history/${file}`)).text()).toContain(`Name: ${corrected}`);
});

test('the owner reverts it, without script', async ({ browser }) => {
  const mara = await signedIn(browser, 'mara@example.org', `${profile}/correct`, false);
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
    await formOf(page, free, 'Affiliation');
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
  const page = await signedIn(browser, reviewer, '/me');
  const other = await signedIn(browser, second, '/me', false);
  for (const email of [reviewer, second]) {
    accounts('grant-admin', email);
    await markSessionsAsPasskey(email);
  }
  await page.goto('/review');
  await page
    .getByRole('link', { name: /Correction of a profile/ })
    .first()
    .click();
  await expect(page.getByText(/Institute \d+ \(invented\)/).first()).toBeVisible();
  const [value = 'no value'] = /Institute \d+ \(invented\)/.exec((await page.getByRole('main').textContent()) ?? '') ?? [];
  const isShown = async () => (await (await page.request.get(free)).text()).includes(value);
  const votes = async (by: Page): Promise<void> => {
    await by.getByText('The correction is right').first().click();
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
  for (const email of [reviewer, second]) accounts('revoke-admin', email);
});

const lenaClaims = (): Promise<void> => assignRecord(lenaEmail, 'lena-brandt', strongDns('lena-brandt.example'));

test('what an owner accepted is a suggestion after she releases the profile, and is restored when she owns it again', async ({
  browser,
}) => {
  const lena = await signedIn(browser, lenaEmail, '/me');
  await lenaClaims();
  const reader = await opened(browser);
  await formOf(reader, lenas, 'Affiliation');
  const institute = 'Brandt Institute of Charts (invented)';
  await reader.getByLabel('Affiliation').fill(institute);
  await reader.getByLabel('Note').fill('Her own page has it.');
  await reader.getByRole('button', { name: 'Suggest the correction' }).click();
  await expect(reader.getByText('Your correction is saved.')).toBeVisible();
  await lena.goto('/me/records/lena-brandt');
  await lena.getByRole('button', { name: 'Accept' }).click();
  await expect(lena.getByText('The correction is accepted.')).toBeVisible();
  const isShown = async () => (await (await reader.request.get(lenas)).text()).includes(institute);
  await expect.poll(isShown).toBe(true);

  await lena.goto('/me');
  await lena.getByText('Give up the profile').click();
  await lena.getByRole('button', { name: 'Give it up' }).click();
  await lena.getByRole('alertdialog').getByRole('button', { name: 'Give it up' }).click();
  await expect(lena.getByRole('region', { name: 'Claims' })).not.toContainText('Give up the profile');
  await expect.poll(isShown).toBe(false);
  await reader.goto(`${lenas}/correct`);
  await expect(reader.getByText(institute)).toHaveCount(0);

  const judge = await signedIn(browser, `third-${reviewer}`, '/me');
  accounts('grant-admin', `third-${reviewer}`);
  await markSessionsAsPasskey(`third-${reviewer}`);
  const [review] = await withInstanceStore((store) =>
    store.reader.query<{ id: string }>(
      `select r.id from reviews r join record_corrections c on c.id = r.subject_id where r.state = 'open' and c.value = ?`,
      [],
      [institute],
    ),
  );
  await judge.goto(`/review/${review?.id}`);
  await expect(judge.getByText('The claim of the owner who accepted it has ended or is in dispute')).toBeVisible();
  await expectAccessible(judge);
  accounts('revoke-admin', `third-${reviewer}`);

  await lenaClaims();
  await expect.poll(isShown).toBe(true);
  await lena.goto(`${lenas}/correct`);
  await expect(lena.getByText('accepted by the owner')).toBeVisible();
});

for (const script of [true, false])
  test(`the reports to the sources of a profile can be copied and saved ${script ? 'with' : 'without'} script`, async ({ browser }) => {
    const page = await opened(browser, script);
    await page.goto(`${free}/sources`);
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
