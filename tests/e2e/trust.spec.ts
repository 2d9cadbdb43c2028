import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type APIRequestContext, expect, test } from '@playwright/test';
import { expectAccessible, signIn } from './pages.ts';

/** A record's trust: the page that explains it, and the file that proves it. */

const folder = mkdtempSync(join(tmpdir(), 'peergraph-check-'));
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Downloads the verifier and runs it on files, which may have been tampered with. Returns its output. */
async function verify(request: APIRequestContext, ...files: string[]): Promise<string> {
  const program = join(folder, 'verify.mjs');
  writeFileSync(program, await (await request.get('/trust/verify.mjs')).text());
  const paths = files.map((text, index) => {
    const path = join(folder, `${index}.json`);
    writeFileSync(path, text);
    return path;
  });
  try {
    return execFileSync(process.execPath, [program, ...paths], { encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    return String((error as { stderr?: unknown }).stderr);
  }
}

for (const width of [390, 1440]) {
  test(`explains each point of an unclaimed and of a claimed record at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/authors/yunquan-zhang');
    await page.getByRole('navigation', { name: 'Profile' }).getByRole('link', { name: 'Trust' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Yunquan Zhang');
    await expect(page.getByText('nobody has been asked')).toBeVisible();
    await page.getByText('Points by rule', { exact: true }).click();
    const row = page.getByRole('row').filter({ hasText: 'At least three works' });
    await expect(row).toContainText('5 of 5');
    await expect(row.getByRole('link').first()).toHaveAttribute('href', /^\/works\//);
    await expectAccessible(page);
    await page.goto('/authors/mara-lindqvist/trust');
    await expect(page.getByRole('region', { name: 'Proofs' })).toContainText(/Counts until \d+ \w+ 20\d\d/);
    await expect(page.getByRole('region', { name: 'Events in the log' })).toContainText('A claim was accepted');
    await expect(page.getByRole('heading', { name: 'Your next steps' })).toHaveCount(0);
    await expectAccessible(page);
    await page.goto('/trust/log');
    await expectAccessible(page);
  });
}

test('an owner sees three next steps with links to their pages, and a stranger none', async ({ page, browser }) => {
  await signIn(page, 'mara@example.org', '/authors/mara-lindqvist/trust');
  const steps = page.getByRole('region', { name: 'Your next steps' }).getByRole('listitem');
  await expect(steps).toHaveCount(3);
  for (const step of await steps.all()) await expect(step).toContainText(/\+\d+|to L\d/);
  const stranger = await browser.newPage();
  await signIn(stranger, 'sceptic@example.org', '/authors/mara-lindqvist/trust');
  await expect(stranger.getByRole('heading', { name: 'Your next steps' })).toHaveCount(0);
  await stranger.close();
});

test('anybody can compute the points again, and detect a change', async ({ request }) => {
  for (const slug of ['yunquan-zhang', 'fei-yang', 'mara-lindqvist', 'pia-halvorsen']) {
    const text = await (await request.get(`/authors/${slug}/trust.json`)).text();
    expect(await verify(request, text), slug).toMatch(slug === 'pia-halvorsen' ? /points, L4/ : /^Record \w+: \d+ points, L\d/);
  }
  const response = await request.get('/authors/mara-lindqvist/trust.json');
  const whole = await response.json();
  expect(whole.events.length).toBeGreaterThan(1);
  expect(JSON.stringify(whole)).not.toMatch(/@|sample-mara|Mara Lindqvist/);
  const without = { ...whole, events: whole.events.slice(0, -1) };
  expect(await verify(request, JSON.stringify(without))).toContain('but this document has');
  const swapped = { ...whole, events: [...whole.events].reverse() };
  expect(await verify(request, JSON.stringify(swapped))).toContain('out of sequence');
  const better = {
    ...whole,
    snapshot: { ...whole.snapshot, body: whole.snapshot.body.replace(/"points":\d+,"record"/, '"points":99,"record"') },
  };
  expect(await verify(request, JSON.stringify(better))).toContain('NOT VERIFIED');
  const log = await (await request.get('/trust/log.json')).text();
  expect(await verify(request, log)).toMatch(/^The log: \d+ events, chained and signed/);
});

test('unknown snapshots are answered with a sentence', async ({ request }) => {
  for (const [path, status] of [
    ['/trust/log.json?after=x', 400],
    ['/trust/log.json?after=-1', 400],
    ['/authors/nobody-at-all/trust.json', 404],
    ['/authors/nobody-at-all/trust', 404],
  ] as const) {
    const response = await request.get(path);
    expect(response.status(), path).toBe(status);
    expect((await response.text()).length, path).toBeGreaterThan(20);
  }
  const far = await (await request.get('/trust/log.json?after=999999999')).json();
  expect(far.events).toEqual([]);
});
