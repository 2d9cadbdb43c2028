import { expect, test } from '@playwright/test';
import { expectAccessible, signIn } from './pages.ts';

/** How people meet: follows in lists, messages, invitations, and people who are open to collaborate. */

const runId = Date.now().toString(36);

for (const javaScriptEnabled of [true, false])
  test(`three people of a list are followed in three clicks, ${javaScriptEnabled ? 'with' : 'without'} script`, async ({ browser }) => {
    const page = await (await browser.newContext({ javaScriptEnabled })).newPage();
    await signIn(page, `lists-${javaScriptEnabled}-${runId}@example.org`, '/authors/mara-lindqvist/coauthors');
    for (const name of ['Tomás Okafor', 'Inês Duarte', 'Ada Nwosu']) {
      await page.getByRole('button', { name: `Follow ${name}` }).click();
      await expect(page.getByRole('button', { name: `Following. Unfollow ${name}` })).toBeVisible();
      await expect(page).toHaveURL(/\/authors\/mara-lindqvist\/coauthors$/);
    }
    // The same people are marked in other lists.
    await page.goto('/authors?from=O');
    await expect(page.getByRole('button', { name: 'Following. Unfollow Tomás Okafor' })).toBeVisible();
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
