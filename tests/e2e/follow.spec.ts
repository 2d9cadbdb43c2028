import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { withInstanceStore } from './instance-database.ts';
import { tabTo } from './keyboard.ts';
import { expectAccessible, heading, outboxPath, pressUntilAnswered, signIn } from './pages.ts';

/** Follows and their notifications: from the follow button to the mail, and to unsubscribing. */
test.describe.configure({ mode: 'serial' });

const dataDir = process.env.E2E_DATA_DIR ?? '';
/** Suffix of this run's email addresses, so that the tests can run again on the same instance. */
const runId = Date.now().toString(36);

/** Imports works on the command line while the instance runs. */
function importWorks(name: string, entries: string[]): void {
  const path = join(dataDir, `${name}.bib`);
  writeFileSync(path, entries.join('\n'));
  execFileSync(process.execPath, ['lib/runtime/server/runtime.mjs', 'lib/catalog/ingest/cli.ts', 'bibtex', path], {
    env: { ...process.env, DATABASE_URL: process.env.E2E_DATABASE_URL, DATA_DIR: dataDir, LOG_LEVEL: 'error' },
    stdio: 'pipe',
  });
}

const article = (key: string, title: string, author: string): string =>
  `@article{${key}, title = {${title}}, author = {${author}}, journal = {Quarterly of Quiet Ponds}, year = {2026}}`;

const accountOf = async (store: import('#lib/platform/db/store.ts').Store, email: string): Promise<string> =>
  (await store.reader.query<{ id: string }>('select id from accounts where email = ?', [], [email]))[0]?.id ?? '';

/** Makes the account's digest due now. */
const makeDigestDue = (email: string): Promise<void> =>
  withInstanceStore(async (store) => {
    const { enqueue } = await import('#lib/platform/jobs/queue.ts');
    const { digests } = await import('#lib/platform/db/schema/notifications.ts');
    const { eq } = await import('drizzle-orm');
    const accountId = await accountOf(store, email);
    const due = new Date(Date.now() - 1000);
    await store.transact(async (tx) => {
      await tx.update(digests).set({ nextAt: due }).where(eq(digests.accountId, accountId));
      await enqueue(tx, { kind: 'send-digest', payload: { accountId, due: due.getTime() } });
    });
  });

const createNotification = (email: string, onceKey: string): Promise<void> =>
  withInstanceStore(async (store) => {
    const { notify } = await import('#lib/community/notifications/commands/notify.ts');
    const accountId = await accountOf(store, email);
    await store.transact((tx) =>
      notify(tx, { accountId, kind: 'invitation_declined', facts: { name: 'Mara Lindqvist', path: '/me' }, onceKey }),
    );
  });

const digestsTo = (page: Page, email: string) =>
  page
    .getByRole('article')
    .filter({ hasText: `To ${email}` })
    .filter({ hasText: 'New in what you follow' });

async function openReaderPage(browser: Browser, email: string, script: boolean, size: { width: number; height: number }): Promise<Page> {
  const page = await (await browser.newContext({ javaScriptEnabled: script, viewport: size })).newPage();
  await signIn(page, email, '/feed');
  return page;
}

test.beforeAll(() => {
  importWorks('ponds', [
    article('p1', 'Ducks at dusk', 'Greta Teichmann and Henrik Moor'),
    article('p2', 'Reeds and their shadows', 'Henrik Moor'),
    article('p3', 'A pond in four seasons', 'Greta Teichmann'),
  ]);
});

for (const { script, width } of [
  { script: true, width: 1440 },
  { script: false, width: 390 },
]) {
  test(`a member follows a person, a venue and a search, mutes one, and gets new works by email (${script ? 'with' : 'without'} script)`, async ({
    browser,
  }) => {
    const email = `pond-${script ? 'with' : 'without'}-${runId}@example.org`;
    const page = await openReaderPage(browser, email, script, { width, height: 844 });
    const check = () => (script ? expectAccessible(page) : Promise.resolve());
    await expect(page.getByText('Nothing is here yet.')).toBeVisible();
    await check();

    await expect(async () => {
      await page.goto('/search?q=Quarterly+of+Quiet+Ponds&kind=venues');
      await expect(page.getByRole('link', { name: 'Quarterly of Quiet Ponds' })).toBeVisible({ timeout: 500 });
    }).toPass({ timeout: 180_000 });
    await page.getByRole('link', { name: 'Quarterly of Quiet Ponds' }).click();
    await expect(heading(page)).toHaveText('Quarterly of Quiet Ponds');
    await pressUntilAnswered(page.getByRole('button', { name: 'Follow Quarterly of Quiet Ponds' }));
    await expect(page.getByRole('button', { name: 'Following Unfollow Quarterly of Quiet Ponds' })).toBeVisible();
    await check();

    await page.goto('/search?q=Greta+Teichmann&kind=people');
    await page.getByRole('main').getByRole('link', { name: 'Greta Teichmann' }).first().click();
    await pressUntilAnswered(page.getByRole('button', { name: 'Follow Greta Teichmann' }));
    await expect(page.getByRole('button', { name: 'Following Unfollow Greta Teichmann' })).toBeVisible();

    await page.goto('/search?q=ducks&kind=works');
    await check();
    await page.getByRole('button', { name: 'Follow this search' }).click();
    await expect(page.getByText('You follow this search')).toBeVisible();

    await page.goto('/feed');
    const feed = page.getByRole('list', { name: 'Your feed' });
    const entry = (title: string) => feed.locator('> li').filter({ hasText: title });
    await expect(entry('Ducks at dusk')).toContainText(
      'You follow Greta Teichmann, the venue Quarterly of Quiet Ponds and the search “ducks”.',
    );
    await expect(entry('Reeds and their shadows')).toContainText('You follow the venue Quarterly of Quiet Ponds.');
    await check();
    const reeds = page.getByRole('link', { name: 'Reeds and their shadows', exact: true });
    const mute = entry('Reeds and their shadows').getByRole('button', { name: 'Mute Quarterly of Quiet Ponds' });
    if (script) {
      await page.route('/api/muted-follows', (route) => route.abort());
      await mute.click();
      await expect(page.getByRole('alert')).toContainText('This did not work');
      await expect(reeds).toBeVisible();
      await page.unroute('/api/muted-follows');
    }
    await mute.click();
    await expect(reeds).toBeHidden();
    await pressUntilAnswered(page.getByRole('main').getByRole('button', { name: /^Undo/ }));
    await expect(reeds).toBeVisible();

    await page.goto('/me/network');
    await pressUntilAnswered(page.getByRole('button', { name: 'Mute Quarterly of Quiet Ponds' }));
    await expect(page.getByRole('button', { name: 'Unmute Quarterly of Quiet Ponds' })).toBeVisible();
    await check();
    await page.goto('/feed');
    await expect(entry('Reeds and their shadows')).toHaveCount(0);
    await expect(entry('A pond in four seasons')).toBeVisible();

    await page.goto('/me/notifications');
    await check();
    await page.getByText('Get a digest').click();
    await page.getByLabel('How often').selectOption('weekly');
    await page.getByLabel('At', { exact: true }).selectOption('7');
    await page.getByLabel('Day (weekly digest)').selectOption('5');
    await page.getByLabel('Time zone').selectOption('Asia/Kathmandu');
    await page.getByRole('button', { name: 'Save the digest' }).click();
    await expect(page.getByText('every Friday at 07:00 (Asia/Kathmandu)')).toBeVisible();
    await expect(page.locator('time').filter({ hasText: /^Friday.* at 07:00 GMT\+5:45$/ })).toBeVisible();

    const title = `Frogs heard ${script ? 'at noon' : 'at night'} ${runId}`;
    importWorks(`frogs-${script}-${runId}`, [article(`f${script}${runId}`, title, 'Greta Teichmann')]);
    await page.goto('/feed');
    await expect(feed.locator('> li').first()).toContainText(title);
    await makeDigestDue(email);
    await expect(async () => {
      await page.goto(outboxPath());
      await expect(digestsTo(page, email)).toHaveCount(1, { timeout: 500 });
    }).toPass({ timeout: 150_000 });
    const mail = digestsTo(page, email).first();
    await expect(mail).toContainText(title);
    await expect(mail).toContainText('You follow Greta Teichmann.');
    await expect(mail).not.toContainText('A pond in four seasons');

    const stop = (await mail.getByRole('link').last().getAttribute('href')) ?? '';
    const stranger = await (await browser.newContext({ javaScriptEnabled: script })).newPage();
    await stranger.goto(stop);
    await expect(heading(stranger)).toHaveText('Emails from Peergraph');
    if (script) await expectAccessible(stranger);
    await stranger.getByRole('button', { name: 'Unsubscribe from these emails' }).click();
    await expect(stranger.getByText('You are unsubscribed from these emails')).toBeVisible();
    await page.goto('/me/notifications');
    await expect(page.getByLabel('How often')).toHaveValue('off');
  });
}

test('a mail program turns off a kind of mail with one POST, without a session; a GET and a forged link turn off nothing', async ({
  browser,
  request,
}) => {
  const email = `pond-press-${runId}@example.org`;
  const page = await openReaderPage(browser, email, true, { width: 1440, height: 844 });
  await createNotification(email, 'first');
  await expect(async () => {
    await page.goto(outboxPath());
    await expect(
      page
        .getByRole('article')
        .filter({ hasText: `To ${email}` })
        .filter({ hasText: 'has declined' }),
    ).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 180_000 });
  const mail = page
    .getByRole('article')
    .filter({ hasText: `To ${email}` })
    .filter({ hasText: 'has declined' });
  const link = new URL((await mail.getByRole('link').last().getAttribute('href')) ?? '');
  const oneClick = `/unsubscribe/${link.searchParams.get('link')}/${link.searchParams.get('of')}`;
  // RFC 8058, 3.1: as multipart/form-data or application/x-www-form-urlencoded.
  const postUnsubscribe = (path: string, as: 'multipart' | 'form' = 'multipart') =>
    request.post(path, { [as]: { 'List-Unsubscribe': 'One-Click' } });
  const declined = page.getByLabel('By email: Your invitation is declined');
  await request.get(oneClick);
  await page.goto('/me/notifications');
  await expect(declined).toHaveValue('now');
  for (const wrong of [
    oneClick.replace('invitation_declined', 'digest'),
    oneClick.replace(/(?<=\/unsubscribe\/)./, (first) => (first === '_' ? 'a' : '_')),
  ])
    for (const as of ['multipart', 'form'] as const) expect((await postUnsubscribe(wrong, as)).status(), as).toBe(404);
  expect((await postUnsubscribe(oneClick)).status()).toBe(200);
  await page.goto('/me/notifications');
  await expect(declined).toHaveValue('off');
  await expect(page.getByLabel('How often')).toHaveValue('off');
});

test('focus moves to the next notification after one is marked as read by keyboard, and the result is announced', async ({ browser }) => {
  const email = `pond-keys-${runId}@example.org`;
  const page = await openReaderPage(browser, email, true, { width: 390, height: 844 });
  for (const which of ['one', 'two', 'three']) await createNotification(email, which);
  await page.goto('/notifications');
  const markButtons = page.getByRole('button', { name: 'Mark as read' });
  const titles = page.locator('main a[href^="/notifications/"]');
  const announcements = page.getByRole('status').filter({ hasText: 'Marked as read' });
  await tabTo(page, markButtons.nth(1));
  await page.keyboard.press('Enter');
  await expect(titles.nth(2)).toBeFocused();
  await expect(announcements).toHaveCount(1);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(announcements).toHaveCount(2);
  // There is no notification after the last one: the focus stays.
  await expect(titles.nth(2)).toBeFocused();
  await expectAccessible(page);
  // In the list of unread notifications the entry disappears.
  await page.goto('/notifications?show=unread');
  await tabTo(page, markButtons.first());
  await page.keyboard.press('Enter');
  await expect(page.getByText('No unread notifications.')).toBeVisible();
  await expect(page.locator('main')).toBeFocused();
  await createNotification(email, 'four');
  await page.goto('/notifications');
  await tabTo(page, page.getByRole('button', { name: 'Mark all as read' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'All notifications are marked as read' })).toBeFocused();
});

test('without script a notification is marked as read on the page of the list that it is on', async ({ browser }) => {
  const email = `pond-plain-${runId}@example.org`;
  const page = await openReaderPage(browser, email, false, { width: 390, height: 844 });
  await createNotification(email, 'one');
  await page.goto('/notifications?show=invitations');
  await page.getByRole('button', { name: 'Mark as read' }).click();
  await expect(page).toHaveURL(/\/notifications\?show=invitations&marked=/);
  await expect(page.getByRole('status').filter({ hasText: 'Marked as read' })).toBeFocused();
});

test('the count in the header updates by itself, and disappears when all is read; each notification can be marked', async ({ browser }) => {
  const email = `pond-count-${runId}@example.org`;
  const page = await openReaderPage(browser, email, true, { width: 390, height: 844 });
  await page.clock.install();
  await page.goto('/feed');
  const link = page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: /Notifications/ });
  await expect(link).toHaveText(/^Notifications\s*$/);
  await createNotification(email, 'one');
  await createNotification(email, 'two');
  await page.clock.fastForward(61_000);
  await expect(link).toContainText('2 new');
  await link.click();
  await expectAccessible(page);
  const markButtons = page.getByRole('button', { name: 'Mark as read' });
  // Shown at once, and restored if it was not stored.
  await page.route('/api/notifications/read', (route) => route.abort());
  await markButtons.first().click();
  await expect(page.getByRole('alert')).toContainText('This did not work.');
  await expect(markButtons).toHaveCount(2);
  await expect(link).toContainText('2 new');
  await page.unroute('/api/notifications/read');
  await markButtons.first().click();
  await expect(markButtons).toHaveCount(1);
  await expect(link).toContainText('1 new');
  await createNotification(email, 'three');
  await page.clock.fastForward(61_000);
  await expect(page.getByText('A new notification has arrived.')).toBeVisible();
  await page.getByRole('link', { name: 'Show it' }).click();
  await expect(markButtons).toHaveCount(2);
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(page.getByRole('button', { name: 'Mark as read' })).toHaveCount(0);
  await expect(link).toHaveText(/^Notifications\s*$/);
});

test('everything that can be followed has feeds for people without an account', async ({ page, request }) => {
  await page.goto('/topics');
  const topic = await page.locator('main a[href^="/topics/"]').first().getAttribute('href');
  await page.goto('/search?q=Quarterly+of+Quiet+Ponds&kind=venues');
  const venue = await page.getByRole('link', { name: 'Quarterly of Quiet Ponds' }).getAttribute('href');
  const feeds = [`${topic}/feed`, `${venue}/feed`, '/search/feed'].flatMap((path) => [`${path}.atom`, `${path}.json`]);
  for (const path of feeds) {
    const response = await request.get(path.startsWith('/search') ? `${path}?q=ducks` : path);
    expect(response.status(), path).toBe(200);
    expect(response.headers()['content-type']).toContain(path.endsWith('.atom') ? 'application/atom+xml' : 'application/feed+json');
    expect(await response.text()).toContain(path.startsWith(topic ?? '-') ? '/works/' : 'Ducks at dusk');
  }
  expect((await request.get('/search/feed.atom')).status()).toBe(400);
  expect((await request.get('/venues/nowhere/feed.atom')).status()).toBe(404);
  await page.goto(venue ?? '');
  await expect(page.getByRole('link', { name: /^Follow \d/ })).toBeVisible();
  for (const path of ['/feed', '/notifications', '/me/notifications']) {
    await page.goto(path);
    await expect(heading(page)).toHaveText('Sign in');
  }
  expect((await request.get('/notifications/unread')).status()).toBe(401);

  // The search from which the visitor signed in is followed afterwards.
  await page.goto('/search?q=ducks&kind=works');
  await page.getByRole('link', { name: 'sign in to follow it' }).click();
  await expect(page.getByText('After you sign in you will follow the search “ducks”')).toBeVisible();
  const asked = new URL(page.url()).searchParams;
  await signIn(page, `pond-search-${runId}@example.org`, asked.get('next') ?? '', { follow: asked.get('follow') ?? '' });
  await expect(page.getByText('You follow this search')).toBeVisible();
});
