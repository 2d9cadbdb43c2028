import { type Browser, expect, type Page, test } from '@playwright/test';
import { grantAdmin } from './instance-database.ts';
import { moveClock } from './move-clock.ts';
import { signIn } from './pages.ts';

test.describe.configure({ mode: 'serial' });

const openSignedInPage = async (browser: Browser, email: string): Promise<Page> => {
  const page = await (await browser.newContext()).newPage();
  await signIn(page, email, '/me/security');
  return page;
};
const isOpen = async (page: Page): Promise<boolean> => {
  await page.goto('/me/security');
  return new URL(page.url()).pathname === '/me/security';
};

test('a session ends after 30 days without use, after 7 for an admin, and after 90 days in any case', async ({ browser }) => {
  const [mover, idler, admin] = [
    await openSignedInPage(browser, 'mover@example.org'),
    await openSignedInPage(browser, 'idler@example.org'),
    await openSignedInPage(browser, 'idle-admin@example.org'),
  ];
  await grantAdmin('idle-admin@example.org');
  await moveClock(6);
  expect([await isOpen(mover), await isOpen(admin)]).toEqual([true, true]);
  await moveClock(14);
  expect([await isOpen(mover), await isOpen(admin)]).toEqual([true, false]);
  await moveClock(31);
  expect([await isOpen(mover), await isOpen(idler)]).toEqual([true, false]);
  await moveClock(60);
  expect(await isOpen(mover)).toBe(true);
  await moveClock(89);
  expect(await isOpen(mover)).toBe(true);
  await moveClock(91);
  expect(await isOpen(mover)).toBe(false);
});
