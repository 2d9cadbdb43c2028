import { spawnSync } from 'node:child_process';
import { expect, test } from '@playwright/test';
import { databaseFlag } from '#lib/platform/processes/child-process.ts';
import { markSessionsAsPasskey } from './instance-database.ts';
import { expectAccessible, heading, openSignedInPage } from './pages.ts';

/** The review queue: who sees it, and a report from the record's page to the decision. */
test.describe.configure({ mode: 'serial' });

/** Runs `npm run accounts -- …` on the instance's database, as the operator does. */
function runAccountsCommand(...args: string[]): { status: number | null; output: string } {
  const env = { ...process.env, DATABASE_URL: process.env.E2E_DATABASE_URL, NODE_NO_WARNINGS: '1' };
  const { status, stdout, stderr } = spawnSync(process.execPath, [databaseFlag(), 'lib/portal/accounts/cli.ts', ...args], {
    env,
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
}

const record = '/authors/fei-yang';
let reviewPath = '';

test('a reader reports, and only reviewers and admins see that there is a queue', async ({ browser }) => {
  const reader = await openSignedInPage(browser, 'reader@example.org');
  await reader.goto(`${record}/fix?kind=not_same_person`);
  await reader.getByLabel('Some of these works are by somebody else of this name').check();
  await reader.getByLabel('Which works are another person’s').fill('The one of 2012');
  await reader.getByLabel('Anything else (optional)').fill('<b>His</b> page says so.');
  await reader.getByRole('button', { name: 'Send the report' }).click();
  await expect(reader.getByText('Your report is saved')).toBeVisible();
  for (const path of ['/review', '/review/0123456789ab', '/admin']) {
    expect((await reader.goto(path))?.status()).toBe(404);
    // The script of the page sets no other title.
    await reader.waitForLoadState('networkidle');
    await expect(reader).toHaveTitle('Not found · Peergraph');
  }
  const visitor = await (await browser.newContext()).newPage();
  for (const path of ['/review', '/review/0123456789ab']) {
    await visitor.goto(path);
    await expect(visitor).toHaveURL(/\/sign-in\?problem=not_signed_in/);
  }
});

test('the operator appoints an admin by the command line', async ({ browser }) => {
  expect(runAccountsCommand('grant-admin', 'op@example.org')).toMatchObject({
    status: 1,
    output: expect.stringContaining('No account has this address'),
  });
  const page = await openSignedInPage(browser, 'op@example.org');
  expect((await page.goto('/review'))?.status()).toBe(404);
  expect(runAccountsCommand('grant-admin', 'op@example.org').status).toBe(0);
  expect(runAccountsCommand('list').output).toContain('op@example.org');
  await page.goto('/me');
  await page.getByRole('link', { name: 'Open the review queue' }).click();
  await expect(heading(page)).toHaveText('Review queue');
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
});

for (const script of [true, false]) {
  test(`the admin ${script ? 'reads the case' : 'decides it, without script'}`, async ({ browser }) => {
    const page = await openSignedInPage(browser, 'op@example.org', '/review', script);
    if (!script) await markSessionsAsPasskey('op@example.org');
    await page.getByRole('link', { name: 'Reports', exact: true }).click();
    await expect(page.getByText('Not the same person.').first()).toBeVisible();
    await page.getByRole('link', { name: 'Report: Fei Yang' }).first().click();
    await expect(page.getByText('<b>His</b> page says so.')).toBeVisible();
    await expect(page.getByText('reader@example.org')).toHaveCount(0);
    reviewPath = new URL(page.url()).pathname;
    if (script) {
      // Reviewers can read the case without a passkey; to vote they need one.
      await expect(page.getByRole('link', { name: 'Add a passkey to decide' })).toBeVisible();
      await expectAccessible(page);
      await page.setViewportSize({ width: 390, height: 844 });
      await expectAccessible(page);
      return;
    }
    await page.locator('#vote-dismiss').getByLabel('Why').selectOption({ label: 'Nothing that could be checked bears it out.' });
    await page
      .locator('#vote-dismiss')
      .getByLabel('Remedy')
      .selectOption({ label: 'If you know where it can be checked, report it again with that address.' });
    await page.getByRole('button', { name: 'The report does not hold' }).press('Enter');
    await expect(page.getByText('It is decided')).toBeVisible();
    await page.goto(reviewPath);
    await expect(page.getByText('not upheld on')).toBeVisible();
  });
}

test('the decision notifies the reporter with the reason, and its page is hidden from an admin without the role', async ({ browser }) => {
  const reader = await openSignedInPage(browser, 'reader@example.org');
  await expect(reader.getByRole('link', { name: 'Your report was not upheld' })).toBeVisible();
  await expect(reader.getByText('Nothing that could be checked bears it out.').first()).toBeVisible();
  const admin = await openSignedInPage(browser, 'op@example.org', reviewPath);
  expect(runAccountsCommand('revoke-admin', 'op@example.org').status).toBe(0);
  for (const path of ['/review', reviewPath]) expect((await admin.goto(path))?.status()).toBe(404);
});
