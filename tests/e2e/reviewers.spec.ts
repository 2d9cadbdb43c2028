import { spawnSync } from 'node:child_process';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { databaseFlag } from '#lib/platform/processes/child-process.ts';
import { withInstanceStore } from './instance-database.ts';
import { addVirtualAuthenticator, expectAccessible, expectConfirmed, signIn, signInByPasskey } from './pages.ts';

/** From volunteering to voting: an admin appoints a volunteer as reviewer. Both have a passkey. */
test.describe.configure({ mode: 'serial' });

const volunteer = 'vola@reviewers.example';
const operator = 'op@operators.example';

const openSignedInPage = async (browser: Browser, email: string): Promise<Page> => {
  const page = await (await browser.newContext()).newPage();
  await signIn(page, email);
  return page;
};

/**
 * Makes the volunteer's account 100 days old and the owner of a record at L4, and creates a record to report.
 * @returns the slug of the record to report
 */
const createReviewData = (): Promise<string> =>
  withInstanceStore(async (store) => {
    const { eq } = await import('drizzle-orm');
    const { claimAuthor } = await import('#lib/governance/claims/commands/claim.ts');
    const { mintProof } = await import('#lib/governance/claims/model/claim.ts');
    const { mintActor } = await import('#lib/platform/auth/actor.ts');
    const { daysMs, addMs, now } = await import('#lib/platform/clock.ts');
    const { accounts } = await import('#lib/platform/db/schema/accounts.ts');
    const { refreshAuthors } = await import('#lib/catalog/refresh/commands/authors.ts');
    const { createRecord, createWork, getRecord } = await import('../store/fixtures.ts');
    const name = 'Vola Richter';
    const record = await createRecord(store, name);
    await createWork(store, 'On Appointment', [{ key: record.key, name }]);
    const reported = await createRecord(store, 'Rupert Reported');
    await createWork(store, 'A Work of Rupert', [{ key: reported.key, name: 'Rupert Reported' }]);
    const createdAt = addMs(now(), -daysMs(100));
    const [account] = await store.transact((tx) =>
      tx.update(accounts).set({ createdAt, name: 'Vola' }).where(eq(accounts.email, volunteer)).returning(),
    );
    const actor = mintActor({ accountId: account?.id ?? '', name, email: volunteer, emailConfirmed: true });
    const { namedAddress, strongOrcid } = await import('../evidence.ts');
    const institution = { domain: 'reviewers.example', rorId: '012a77v80', organisation: 'Reviewers' };
    const evidences = [strongOrcid('0000-0001-7205-2003', '10.1/appointed'), namedAddress(institution)];
    for (const evidence of evidences) {
      const proof = mintProof(evidence, actor.accountId, record.id);
      const outcome = await store.transact((tx) => claimAuthor(tx, actor, { authorId: record.id, proof }));
      if (!outcome.ok) throw new Error(outcome.code);
    }
    while ((await store.transact((tx) => refreshAuthors(tx, 100))) > 0);
    return (await getRecord(store, reported.id)).slug;
  });

async function addPasskey(page: Page): Promise<void> {
  await page.getByLabel('Name of the new passkey').fill('A key');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByText('The passkey is added')).toBeVisible();
}

test('a volunteer is appointed by an admin with a passkey, and votes with a passkey', async ({ browser }) => {
  const vola = await openSignedInPage(browser, volunteer);
  await expect(vola.getByRole('region', { name: 'Reviews' })).toHaveCount(0);
  const reported = await createReviewData();
  await vola.goto('/me');
  const part = vola.getByRole('region', { name: 'Reviews' });
  await expect(part.getByText('An admin appoints reviewers.')).toBeVisible();
  await expect(part.getByRole('listitem').filter({ hasText: 'Not met:' })).toHaveText(/Your account has a passkey/);
  await expectAccessible(vola);
  await part.getByRole('button', { name: 'Volunteer as a reviewer' }).click();
  await expectConfirmed(vola, 'You have volunteered as a reviewer');
  await expect(part.getByText('An admin can appoint you')).toBeVisible();
  expect((await vola.goto('/review'))?.status()).toBe(404);

  const admin = await openSignedInPage(browser, operator);
  const env = { ...process.env, DATABASE_URL: process.env.E2E_DATABASE_URL, NODE_NO_WARNINGS: '1' };
  expect(spawnSync(process.execPath, [databaseFlag(), 'lib/portal/accounts/cli.ts', 'grant-admin', operator], { env }).status).toBe(0);
  await admin.goto('/admin');
  const row = admin.getByRole('region', { name: 'Volunteers and reviewers' }).getByRole('listitem').filter({ hasText: 'Vola' });
  await expect(row).toContainText('Missing: a passkey');
  await expectAccessible(admin);
  await addVirtualAuthenticator(admin);
  await row.getByRole('link', { name: 'Add a passkey to decide' }).click();
  await addPasskey(admin);
  await admin.goto('/admin');
  await expect(admin.getByText('You can read this page.')).toBeVisible();
  await row.getByRole('link', { name: 'Sign in with your passkey to decide' }).click();
  await expect(admin.getByText('Sign in with your passkey first')).toBeVisible();
  await signInByPasskey(admin);
  await expect(admin).toHaveURL(/\/admin$/);
  await expect(row.getByRole('button', { name: 'Decline' })).toBeVisible();
  await expect(row.getByRole('button', { name: 'Appoint' })).toHaveCount(0);

  await vola.goto('/me/security');
  await addVirtualAuthenticator(vola);
  await addPasskey(vola);
  await admin.reload();
  await row.getByRole('button', { name: 'Appoint' }).click();
  await expectConfirmed(admin, 'The reviewer is appointed');
  await expect(row).toContainText('Reviewer since');
  await expect(row.getByText('New', { exact: true })).toBeVisible();
  await expectAccessible(admin);
  await admin.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(admin);
  await admin.goto('/admin/audit?action=role.granted');
  await expect(admin.getByRole('row').filter({ hasText: 'A role was granted' }).first()).toBeVisible();

  const reader = await openSignedInPage(browser, 'reader@readers.example');
  await reader.goto(`/authors/${reported}/fix?kind=not_same_person`);
  await reader.getByLabel('Some of these works are by somebody else of this name').check();
  await reader.getByLabel('Which works are another person’s').fill('A Work of Rupert');
  await reader.getByRole('button', { name: 'Send the report' }).click();
  await expect(reader.getByText('Your report is saved')).toBeVisible();

  await vola.goto('/me');
  await vola.getByRole('link', { name: 'You are a reviewer now' }).click();
  await expect(vola.getByRole('heading', { level: 1 })).toHaveText('Review queue');
  await vola
    .getByRole('link', { name: /Rupert Reported/ })
    .first()
    .click();
  await expectAccessible(vola);
  await expect(vola.getByRole('button', { name: 'The report does not hold' })).toHaveCount(0);
  await vola.getByRole('link', { name: 'Sign in with your passkey to decide' }).click();
  await signInByPasskey(vola);
  await expect(vola).toHaveURL(/\/review\/\w+$/);
  const form = vola.locator('#vote-dismiss');
  await form.getByLabel('Why').selectOption({ label: 'Nothing that could be checked bears it out.' });
  await form.getByLabel('Remedy').selectOption({ label: 'There is nothing more to do.' });
  await form.getByRole('button', { name: 'The report does not hold' }).click();
  await expect(vola.getByText('It is decided')).toBeVisible();

  await admin.goto('/admin');
  await row.getByRole('button', { name: 'Dismiss' }).click();
  await expectConfirmed(admin, 'The reviewer is dismissed');
  await expect(row).toHaveCount(0);
  expect((await vola.goto('/review'))?.status()).toBe(404);
});
