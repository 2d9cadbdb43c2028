import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { createZip, readZip } from '../store/archives.ts';
import { expectAccessible, heading, signIn } from './pages.ts';

/** A person downloads an archive of all their data, reads it offline, and imports it into another account. */
test.describe.configure({ mode: 'serial' });

const runId = Date.now().toString(36);
const newPage = async (browser: Browser, script = true): Promise<Page> =>
  (await browser.newContext({ javaScriptEnabled: script, acceptDownloads: true })).newPage();
const archiveInput = (page: Page) => page.getByLabel('Archive (ZIP file)');
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

async function upload(page: Page, name: string, bytes: Buffer): Promise<void> {
  await page.goto('/me/data');
  await archiveInput(page).setInputFiles({ name, mimeType: 'application/zip', buffer: bytes });
  await page.getByRole('button', { name: 'Preview the import' }).click();
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

for (const script of [true, false]) {
  test(`another account previews and imports the archive, and a second import changes nothing (${script ? 'with' : 'without'} script)`, async ({
    browser,
  }) => {
    const page = await newPage(browser, script);
    await signIn(page, `taker-${script}-${runId}@example.org`);
    await upload(page, 'archive.zip', archive);
    await expect(heading(page)).toHaveText('Preview of the import');
    await expect(page.getByRole('checkbox', { name: 'People you follow' })).toBeChecked();
    await expect(page.getByRole('link', { name: 'Tomás Okafor' })).toBeVisible();
    if (script) await expectAccessibleEverywhere(page);
    await page.getByRole('checkbox', { name: 'Display name' }).uncheck();
    await page.getByRole('button', { name: 'Import' }).click();
    await expect(heading(page)).toHaveText('Imported');
    await expect(page.getByText('people you follow (2)')).toBeVisible();
    if (script) await expectAccessibleEverywhere(page);
    await page.goto('/me/network');
    await expect(page.locator('section', { has: page.locator('#follows') }).getByRole('link', { name: 'Mara Lindqvist' })).toBeVisible();
    await page.goto('/me');
    await expect(heading(page)).not.toHaveText('Jonas Weber');
    await page.getByRole('textbox', { name: 'Display name' }).fill('A Taker');
    await page.getByRole('button', { name: 'Save the name' }).click();
    await expect(page.getByRole('textbox', { name: 'Display name' })).toHaveValue('A Taker');
    await upload(page, 'archive.zip', archive);
    await expect(page.getByText('Your display name here stays A Taker.')).toBeVisible();
    await expect(page.getByText('Nothing would change')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Import' })).toHaveCount(0);
    await page.goto('/me/data');
    await expect(page.getByText('people you follow (2)')).toBeVisible();
  });
}

test('without script an archive is created and downloaded, and other files are rejected with the reason', async ({ browser }) => {
  const page = await newPage(browser, false);
  await signIn(page, `plain-${runId}@example.org`, '/me/data');
  await page.getByRole('button', { name: 'Create an archive' }).click();
  await expect(async () => {
    const again = page.getByRole('link', { name: 'Refresh' });
    if (await again.isVisible()) await again.click();
    await expect(download(page)).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 60_000 });
  const href = (await download(page).getAttribute('href')) ?? '';
  const response = await page.request.get(href);
  expect(response.headers()).toMatchObject({
    'content-type': 'application/zip',
    'cache-control': 'private, no-store',
    'content-disposition': expect.stringMatching(/^attachment; filename="peergraph-/),
  });
  expect((await readZip(await response.body())).has('index.html')).toBe(true);

  await upload(page, 'notes.txt', Buffer.from('No ZIP.'));
  await expect(page.getByText('This is not a ZIP file')).toBeVisible();
  await upload(page, 'other.zip', await createZip([['a.txt', 'a']]));
  await expect(page.getByText('This ZIP file is not a Peergraph archive')).toBeVisible();
  const files = await readZip(archive);
  files.set('manifest.json', (files.get('manifest.json') ?? '').replace('peergraph-export-1', 'peergraph-export-9'));
  await upload(page, 'later.zip', await createZip(files));
  await expect(page.getByText('This archive has an unsupported version')).toBeVisible();

  const stranger = await newPage(browser);
  expect((await stranger.request.get(href)).status()).toBe(404);
  await signIn(stranger, `stranger-${runId}@example.org`);
  expect((await stranger.request.get(href)).status()).toBe(404);
  await stranger.goto('/me/data');
  await expect(download(stranger)).toHaveCount(0);
});

test('large uploads are rejected without a session and from another site', async ({ browser, baseURL }) => {
  const page = await newPage(browser);
  const large = { multipart: { archive: { name: 'archive.zip', mimeType: 'application/zip', buffer: Buffer.alloc(400_000) } } };
  const origin = new URL(baseURL ?? '').origin;
  expect((await page.request.post('/me/data/import', { ...large, headers: { origin } })).status()).toBe(413);
  await signIn(page, `large-${runId}@example.org`);
  const foreign = await page.request.post('/me/data/import', { ...large, headers: { origin: 'https://evil.example' }, maxRedirects: 0 });
  expect(foreign.status()).toBe(403);
  const ours = await page.request.post('/me/data/import', {
    ...large,
    headers: { origin, 'sec-fetch-site': 'same-origin' },
    maxRedirects: 0,
  });
  expect([ours.status(), ours.headers().location]).toEqual([303, '/me/data?problem=archive_not_zip#import']);
  expect((await page.goto('/me/data/imports/nothing'))?.status()).toBe(404);
});
