import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { readZip } from '../store/archives.ts';
import { expectAccessible, heading, signIn } from './pages.ts';

/** A person downloads an archive of all their data, and reads it offline. */
test.describe.configure({ mode: 'serial' });

const runId = Date.now().toString(36);
const newPage = async (browser: Browser, script = true): Promise<Page> =>
  (await browser.newContext({ javaScriptEnabled: script, acceptDownloads: true })).newPage();
const download = (page: Page) => page.getByRole('link', { name: /^Download/ }).first();

/** Runs `expectAccessible` at two widths and in both colour schemes. */
async function expectAccessibleEverywhere(page: Page): Promise<void> {
  for (const [width, height] of [
    [390, 844],
    [1440, 1000],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.waitForTimeout(300);
      await expectAccessible(page);
    }
  }
}

let archive: Buffer = Buffer.alloc(0);

test('a member creates an archive, is notified when it is ready, and reads it offline', async ({ browser }) => {
  const page = await newPage(browser);
  await signIn(page, 'jonas@example.org');
  await page.getByRole('link', { name: 'Data and privacy' }).first().click();
  await expect(heading(page)).toHaveText('Data and privacy');
  await expectAccessibleEverywhere(page);
  await page.getByRole('button', { name: 'Create an archive' }).click();
  // The page reloads automatically.
  await expect(download(page)).toBeVisible({ timeout: 60_000 });
  await expectAccessibleEverywhere(page);
  const downloadStarted = page.waitForEvent('download');
  await download(page).click();
  const file = await downloadStarted;
  expect(file.suggestedFilename()).toMatch(/^peergraph-localhost-\d+-\d{4}-\d\d-\d\d\.zip$/);
  archive = await readFile((await file.path()) ?? '');

  await page.goto('/notifications');
  await expect(page.getByText('Your archive is ready').first()).toBeVisible();

  const folder = mkdtempSync(join(tmpdir(), 'peergraph-copy-'));
  for (const [path, text] of await readZip(archive)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const home = await newPage(browser);
  const faults: string[] = [];
  home.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  home.on('request', (request) => request.url().startsWith('file:') || faults.push(request.url()));
  await home.goto(pathToFileURL(join(folder, 'index.html')).href);
  await expect(heading(home)).toHaveText(/^Your data on localhost/);
  await expect(home.getByRole('heading', { name: 'You follow' })).toBeVisible();
  await expect(home.getByRole('link', { name: 'Mara Lindqvist' }).first()).toBeVisible();
  await expectAccessibleEverywhere(home);
  await home.getByRole('link', { name: 'Follows', exact: true }).click();
  await expect(home).toHaveURL(/data\/follows\.json$/);
  expect(faults).toEqual([]);
});

test('without script an archive is created and downloaded, by its account only', async ({ browser }) => {
  const page = await newPage(browser, false);
  await signIn(page, `plain-${runId}@example.org`, '/me/data');
  await page.getByRole('button', { name: 'Create an archive' }).click();
  await expect(async () => {
    const again = page.getByRole('link', { name: 'Refresh' });
    if (await again.isVisible()) await again.click();
    await expect(download(page)).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 180_000 });
  const href = (await download(page).getAttribute('href')) ?? '';
  const response = await page.request.get(href);
  expect(response.headers()).toMatchObject({
    'content-type': 'application/zip',
    'cache-control': 'private, no-store',
    'content-disposition': expect.stringMatching(/^attachment; filename="peergraph-/),
  });
  expect((await readZip(await response.body())).has('index.html')).toBe(true);

  const stranger = await newPage(browser);
  expect((await stranger.request.get(href)).status()).toBe(404);
  await signIn(stranger, `stranger-${runId}@example.org`);
  expect((await stranger.request.get(href)).status()).toBe(404);
  await stranger.goto('/me/data');
  await expect(download(stranger)).toHaveCount(0);
});
