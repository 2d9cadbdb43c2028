import { expect, test } from '@playwright/test';
import { moveClock } from './moving.ts';
import { signIn } from './visits.ts';

test('a session lasts thirty days, and not longer', async ({ page }) => {
  await signIn(page, 'mover@example.org', '/me/security');
  await moveClock(29);
  await page.goto('/me/security');
  await expect(page).toHaveURL(/\/me\/security$/);
  await moveClock(31);
  await page.goto('/me/security');
  await expect(page).toHaveURL(/\/sign-in/);
});
