import { expect, test } from '@playwright/test';
import { expectAccessible, pressUntilAnswered, signIn } from './pages.ts';

/** How people meet: follows in lists, messages, invitations, and people who are open to collaborate. */

const runId = Date.now().toString(36);

for (const javaScriptEnabled of [true, false])
  test(`three people of a list are followed in three clicks, ${javaScriptEnabled ? 'with' : 'without'} script`, async ({ browser }) => {
    const page = await (await browser.newContext({ javaScriptEnabled })).newPage();
    await signIn(page, `lists-${javaScriptEnabled}-${runId}@example.org`, '/authors/mara-lindqvist/coauthors');
    for (const name of ['Tomás Okafor', 'Inês Duarte', 'Ada Nwosu']) {
      await pressUntilAnswered(page.getByRole('button', { name: `Follow ${name}` }));
      await expect(page.getByRole('button', { name: `Following Unfollow ${name}` })).toBeVisible();
      await expect(page).toHaveURL(/\/authors\/mara-lindqvist\/coauthors$/);
    }
    // The same people are marked in other lists.
    await page.goto('/authors?from=O');
    await expect(page.getByRole('button', { name: 'Following Unfollow Tomás Okafor' })).toBeVisible();
    if (javaScriptEnabled) await expectAccessible(page);
    await page.goto('/me/network');
    await expect(page.getByRole('heading', { name: 'People 3' })).toBeVisible();
  });

test('a follow in a list leads a visitor through the sign-in, which follows', async ({ browser }) => {
  const page = await (await browser.newContext()).newPage();
  await page.goto('/authors?from=O');
  await page.getByRole('button', { name: 'Follow Tomás Okafor' }).click();
  await expect(page).toHaveURL(/\/sign-in\?.*follow=/);
  await expect(page.getByRole('main')).toContainText('Tomás Okafor');
});

test('a new follower decides about the digest with one press, and is not asked again', async ({ browser }) => {
  const page = await (await browser.newContext({ timezoneId: 'Europe/Lisbon' })).newPage();
  await signIn(page, `digest-${runId}@example.org`, '/authors/tomas-okafor');
  const question = page.getByRole('button', { name: 'Weekly', exact: true });
  await expect(question).toHaveCount(0);
  await page.getByRole('button', { name: 'Follow Tomás Okafor' }).first().click();
  await expect(question).toBeVisible();
  await question.click();
  await expect(page.getByText('Saved. You can change it')).toBeVisible();
  await page.goto('/authors/mara-lindqvist');
  await expect(question).toHaveCount(0);
  await page.goto('/me/notifications');
  await expect(page.getByText('every Monday at 08:00 (Europe/Lisbon)')).toBeVisible();
});

test('without script, the next page asks about the digest, in UTC', async ({ browser }) => {
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await signIn(page, `digest-plain-${runId}@example.org`, '/authors/tomas-okafor');
  await page.getByRole('button', { name: 'Follow Tomás Okafor' }).first().click();
  await page.getByRole('region', { name: 'New works by email' }).getByRole('button', { name: 'Daily' }).click();
  await expect(page).toHaveURL(/\/authors\/tomas-okafor$/);
  await expect(page.getByRole('region', { name: 'New works by email' })).toHaveCount(0);
  await page.goto('/me/notifications');
  await expect(page.getByText('every day at 08:00 (UTC)')).toBeVisible();
});

for (const javaScriptEnabled of [true, false])
  test(`from home to a person open to a dataset in a topic in three clicks, ${javaScriptEnabled ? 'with' : 'without'} script`, async ({
    browser,
  }) => {
    const page = await (await browser.newContext({ javaScriptEnabled })).newPage();
    await page.goto('/');
    await page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name: 'Collaborate' }).click();
    if (javaScriptEnabled) await expectAccessible(page);
    await page
      .getByRole('navigation', { name: 'Filters' })
      .getByRole('link', { name: /^Dataset/ })
      .click();
    await page
      .getByRole('navigation', { name: 'Filters' })
      .getByRole('link', { name: /^Historical Photographs/ })
      .click();
    await expect(page.getByRole('article', { name: 'Mara Lindqvist' })).toContainText('Dataset');
    await expect(page.getByRole('article', { name: 'Tomás Okafor' })).toHaveCount(0);
  });

test('an owner ends a listing and renews it, and pages of a topic say who is open', async ({ browser }) => {
  const page = await (await browser.newContext()).newPage();
  await signIn(page, 'tomas@example.org', '/collaborate');
  const own = page.getByRole('region', { name: 'Your listing: Tomás Okafor' });
  await expect(own).toContainText('You are listed until');
  // A filter changes the list in place, by keyboard and back, and leads on if the list cannot be loaded.
  const filter = page.getByRole('link', { name: /^Historical Photographs/ }).first();
  await page.evaluate(() => document.body.setAttribute('data-same-page', ''));
  await filter.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/collaborate\?topic=/);
  await expect(filter).toHaveAttribute('aria-current', 'true');
  await expect(filter).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: /^\d+ (person|people)$/ })).toHaveCount(1);
  await page.goBack();
  await expect(page).toHaveURL(/\/collaborate$/);
  await expect(filter).not.toHaveAttribute('aria-current');
  await expect(page.locator('body')).toHaveAttribute('data-same-page');
  await page.route(/collaborate\?topic=/, (route) => (route.request().isNavigationRequest() ? route.continue() : route.abort()));
  await filter.click();
  await expect(filter).toHaveAttribute('aria-current', 'true');
  await expect(page.locator('body')).not.toHaveAttribute('data-same-page');
  await page.goto('/collaborate');
  await expectAccessible(page);
  await own.getByRole('button', { name: 'End the listing' }).click();
  await expect(own).toContainText('You are open, and not listed');
  await own.getByRole('button', { name: 'List me' }).click();
  await expect(own).toContainText('You are listed until');
  await page.goto('/topics');
  await page.getByRole('main').getByRole('link', { name: 'Historical Photographs' }).click();
  await page.getByRole('link', { name: /people? here (is|are) open to/ }).click();
  await expect(page).toHaveURL(/\/collaborate\?topic=/);
});

test('"/" and Ctrl+K lead to the search, and "/" can be typed', async ({ page }) => {
  await page.goto('/topics');
  await page.keyboard.press('/');
  const search = page.locator('#site-search');
  await expect(search).toBeFocused();
  await page.keyboard.type('a/b');
  await expect(search).toHaveValue('a/b');
  await page.getByRole('link', { name: 'Venues' }).first().focus();
  await page.keyboard.press('/');
  await expect(search).not.toBeFocused();
  await page.keyboard.press('Control+k');
  await expect(search).toBeFocused();
});
