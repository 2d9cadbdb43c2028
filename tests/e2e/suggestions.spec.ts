import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, pressUntilAnswered, signIn } from './pages.ts';

const peopleOf = (page: Page) => page.getByRole('region', { name: 'People you may know' });

test('suggestions next to the feed state their reasons, and can be followed or dismissed without script', async ({ page, browser }) => {
  await page.setViewportSize({ width: 1440, height: 1000 });
  await signIn(page, `near-${Date.now().toString(36)}@example.org`, '/feed');
  await expect(peopleOf(page)).toHaveCount(0);
  const context = await browser.newContext({ javaScriptEnabled: false, storageState: await page.context().storageState() });
  const plain = await context.newPage();
  await plain.goto('/authors/yunquan-zhang');
  await pressUntilAnswered(plain.getByRole('button', { name: /^Follow Yunquan Zhang/ }));
  await plain.goto('/feed');
  const people = peopleOf(plain).getByRole('listitem');
  await expect(people).toHaveCount(5);
  await expect(people.first()).toContainText('Publishes with 1 person you follow');
  const nearest = async () => (await people.first().getByRole('link').first().textContent()) ?? '';
  const first = await nearest();
  await plain.getByRole('button', { name: `Hide ${first}` }).click();
  await expect(plain).toHaveURL(/\/feed\?done=hidden&person=\w+$/);
  await expect(plain.getByRole('status').filter({ hasText: 'The suggestion is hidden' })).toBeFocused();
  await expect(peopleOf(plain).getByRole('link', { name: first, exact: true })).toHaveCount(0);
  const next = await nearest();
  await plain.getByRole('button', { name: `Follow ${next}` }).click();
  await expect(peopleOf(plain).getByRole('link', { name: next, exact: true })).toHaveCount(0);
  await context.close();
  await page.reload();
  await expectAccessible(page);
  // With script a person is hidden at once, and shown again by undoing it or if the server is not reached.
  const shown = peopleOf(page).getByRole('listitem').first();
  const name = (await shown.getByRole('link').first().textContent()) ?? '';
  const profile = shown.getByRole('link', { name, exact: true });
  await page.getByRole('button', { name: `Hide ${name}` }).click();
  await expect(profile).toBeHidden();
  await page.getByRole('button', { name: `Undo hiding ${name}` }).click();
  await expect(profile).toBeVisible();
  await page.route('**/api/hidden-suggestions', (route) => route.abort());
  await page.getByRole('button', { name: `Hide ${name}` }).click();
  await expect(shown.getByRole('alert')).toContainText('This did not work');
  await expect(profile).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
});
