import { execFileSync } from 'node:child_process';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { strongDns } from '../evidence.ts';
import { withInstanceStore } from './instance-database.ts';
import { moveClock, scriptEnv } from './move-clock.ts';
import { expectAccessible, heading, mailsTo, outboxPath, pressUntilAnswered, signIn } from './pages.ts';

/** Erasure of an account: requested, cancelled, requested again, and executed after three days. Parts run without JavaScript too. */
test.describe.configure({ mode: 'serial' });

const zoe = 'zoe-leaves@example.org';

interface AccountContent {
  threadId: string;
  invitationId: string;
  slug: string;
  recordId: string;
}

/** Makes Zoe the owner of a record, with an accepted invitation to Tomás, a thread with him, and his block of her. */
const createContent = (): Promise<AccountContent> =>
  withInstanceStore(async (store) => {
    const { mintActor } = await import('#lib/platform/auth/actor.ts');
    const { claimAuthor } = await import('#lib/governance/claims/commands/claim.ts');
    const { mintOwner } = await import('#lib/catalog/ownership/model.ts');
    const { mintProof } = await import('#lib/governance/claims/model/claim.ts');
    const { acceptInvitation } = await import('#lib/community/invitations/commands/respond.ts');
    const { blockOtherParty, setAvailability } = await import('#lib/community/invitations/commands/boundaries.ts');
    const { invite } = await import('#lib/community/invitations/commands/send.ts');
    const { postMessage } = await import('#lib/community/invitations/commands/threads.ts');
    const { createRecord, createWork } = await import('../store/fixtures.ts');
    const actorOf = async (email: string) => {
      const [row] = await store.reader.query<{ id: string }>('select id from accounts where email = ?', [], [email]);
      return mintActor({ accountId: row?.id ?? '', name: null, email, emailConfirmed: true });
    };
    const [her, tomas] = [await actorOf(zoe), await actorOf('tomas@example.org')];
    const [theirs] = await store.reader.query<{ id: string }>('select id from authors where owner_id = ?', [], [tomas.accountId]);
    const record = await createRecord(store, 'Zoe Leaves');
    await createWork(store, 'A Field Guide to Closed Doors', [{ key: record.key, name: 'Zoe Leaves' }]);
    const owner = mintOwner(tomas.accountId, theirs?.id ?? '');
    return store.transact(async (tx) => {
      const proof = mintProof(strongDns('zoe-leaves.example'), her.accountId, record.id);
      await claimAuthor(tx, her, { authorId: record.id, proof });
      await setAvailability(tx, owner, { open: true, purposes: ['co-author'] });
      const message = 'Words of Zoe that go with her account.';
      const sent = await invite(tx, her, { recipientAuthorId: owner.authorId, purpose: 'co-author', message });
      if (!sent.ok) throw new Error(sent.code);
      const accepted = await acceptInvitation(tx, owner, sent.value);
      if (!accepted.ok) throw new Error(accepted.code);
      await postMessage(tx, tomas, { threadId: accepted.value.threadId, body: 'Words of Tomás that stay.' });
      await blockOtherParty(tx, tomas, sent.value);
      return { ...accepted.value, ...sent.value, slug: record.slug, recordId: record.id };
    });
  });

async function requestErasure(page: Page): Promise<void> {
  await page.goto('/me/data');
  await page.getByLabel('Type: erase my account').fill('erase my account');
  await page.getByRole('button', { name: 'Erase my account in 3 days' }).click();
  await expect(page.getByRole('button', { name: 'Keep my account' })).toBeVisible();
}

let content: AccountContent;

test('an owner reads what is erased and what stays, requests the erasure, and cancels it', async ({ page }) => {
  await signIn(page, zoe, '/authors/yunquan-zhang');
  await pressUntilAnswered(page.getByRole('button', { name: /^Follow .*follower/ }));
  await expect(page.getByRole('button', { name: /^Following.*follower/ })).toBeVisible();
  content = await createContent();
  await page.goto('/me/data');
  const erasure = page.getByRole('region', { name: 'Erase your account' });
  await expect(erasure).toContainText('What is erased after 3 days, in one step');
  await expect(erasure).toContainText('Your claim to Zoe Leaves.');
  await expect(erasure).toContainText('What stays, and why');
  await expect(erasure).toContainText('A block is stored for 12 months, a cooldown until it ends.');
  await expect(erasure.getByRole('link', { name: /change how the name of Zoe Leaves is shown/ })).toHaveAttribute(
    'href',
    `/visibility?record=${content.slug}`,
  );
  await expectAccessible(page);
  await page.getByLabel('Type: erase my account').fill('yes please');
  await page.getByRole('button', { name: 'Erase my account in 3 days' }).click();
  await expect(erasure).toContainText('Type the three words: erase my account');
  await expectAccessible(page);
  await expect(erasure).toContainText('It is erased 3 days after you ask');
  await requestErasure(page);
  await expect(erasure).not.toContainText('It is erased 3 days after you ask');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Keep my account' }).click();
  await expect(page.getByRole('button', { name: 'Keep my account' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Erase my account in 3 days' })).toBeVisible();
  await expect(async () => {
    await page.goto(outboxPath());
    await expect(mailsTo(page, zoe).filter({ hasText: 'Your account will be erased in three days' })).toHaveCount(1, { timeout: 500 });
    await expect(mailsTo(page, zoe).filter({ hasText: 'The erasure is cancelled' })).toHaveCount(1, { timeout: 500 });
  }).toPass({ timeout: 180_000 });
});

test('without script it is requested and cancelled as well', async ({ browser }) => {
  const how = { javaScriptEnabled: false, viewport: { width: 390, height: 844 } };
  const page = await (await browser.newContext(how)).newPage();
  await signIn(page, 'yan-stays@example.org');
  await requestErasure(page);
  await expectAccessibleWithScript(browser, page);
  // The dashboard shows it, too.
  await page.goto('/me');
  await expect(page.getByRole('note').filter({ hasText: 'Your account will be erased' })).toBeVisible();
  await page.getByRole('button', { name: 'Keep my account' }).click();
  await expect(page.getByRole('button', { name: 'Erase my account in 3 days' })).toBeVisible();
  await page.context().close();
});

/** Opens the same page in a context with JavaScript, which axe needs, and checks it. */
async function expectAccessibleWithScript(browser: Browser, page: Page): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, storageState: await page.context().storageState() });
  const other = await context.newPage();
  await other.goto(page.url());
  await expectAccessible(other);
  await context.close();
}

test('it is requested again; nothing changes for three days, and then the account is erased', async ({ page }) => {
  await signIn(page, zoe);
  await requestErasure(page);
  await moveClock(2);
  await page.goto('/me/data');
  await expect(page.getByRole('note').filter({ hasText: 'Your account will be erased' })).toBeVisible();
  await moveClock(4);
  await expect(async () => {
    await page.goto('/me');
    await expect(page).toHaveURL(/\/sign-in/, { timeout: 1_000 });
  }).toPass({ timeout: 180_000 });
  await expect(async () => {
    await page.goto(outboxPath());
    await expect(mailsTo(page, zoe)).toHaveCount(1, { timeout: 500 });
  }).toPass({ timeout: 180_000 });
  await expect(mailsTo(page, zoe)).toContainText('Your Peergraph account is erased');
});

test('others keep their own texts, the record keeps its sources, and the log is complete', async ({ browser }) => {
  const how = { javaScriptEnabled: false, viewport: { width: 390, height: 844 } };
  const page = await (await browser.newContext(how)).newPage();
  await signIn(page, 'tomas@example.org', `/threads/${content.threadId}`);
  await expect(heading(page)).toHaveText('With a former member');
  await expect(page.getByText('The text was erased with the account that wrote it.')).toBeVisible();
  await expect(page.getByText('Words of Tomás that stay.', { exact: true })).toBeVisible();
  await expect(page.getByText('Words of Zoe')).toHaveCount(0);
  await expect(page.getByText('The other account no longer exists')).toBeVisible();
  await expectAccessibleWithScript(browser, page);
  await page.goto(`/invitations/${content.invitationId}`);
  await expect(heading(page)).toHaveText('A former member invites you');
  await expectAccessibleWithScript(browser, page);
  const file = await page.request.get(`/threads/${content.threadId}/thread.json`);
  expect(await file.text()).not.toContain('Zoe');
  // His block of her remains after her erasure, without her name, until he removes it.
  await page.goto('/me/network');
  const blocked = page.getByRole('region', { name: 'Blocked people' });
  const retainedBlock = blocked.getByRole('listitem').filter({ hasText: 'A person who has erased their account' });
  await expect(retainedBlock).toContainText('if they return with the same address or iD');
  await expectAccessibleWithScript(browser, page);
  await retainedBlock.getByRole('button', { name: 'Unblock' }).click();
  await expect(retainedBlock).toHaveCount(0);
  await page.goto(`/authors/${content.recordId}`);
  await expect(page.getByText(/not claimed/i).first()).toBeVisible();
  const verifier = ['lib/catalog/trust/verify.mjs', `${process.env.E2E_URL}${new URL(page.url()).pathname}/trust.json`];
  expect(execFileSync(process.execPath, verifier, { encoding: 'utf8', env: scriptEnv() })).toContain('events');
  await page.context().close();
});

test('signing in with the same address again creates an empty account', async ({ page }) => {
  await signIn(page, zoe);
  await expect(page.getByRole('region', { name: 'Claims' })).toContainText('None yet');
  await page.goto('/me/network');
  await expect(page.getByRole('region', { name: 'Conversations' })).toContainText('None yet');
  expect((await page.request.get(`/threads/${content.threadId}/thread.json`)).status()).toBe(404);
  expect((await page.goto(`/threads/${content.threadId}`))?.status()).toBe(404);
  expect((await page.goto(`/invitations/${content.invitationId}`))?.status()).toBe(404);
  await page.goto('/me/data');
  await expect(page.getByRole('button', { name: 'Keep my account' })).toHaveCount(0);
});
