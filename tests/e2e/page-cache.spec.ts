import { type APIRequestContext, expect, request as requests, test } from '@playwright/test';
import { pressUntilAnswered, signIn } from './pages.ts';

/** The page cache: the same page for all visitors, and never out of date. */

const record = '/authors/kairong-luo';
/** Runs a function with a request context without cookies, which accepts compressed responses as browsers do. */
async function withVisitor(use: (request: APIRequestContext) => Promise<void>): Promise<void> {
  const request = await requests.newContext({ baseURL: process.env.E2E_URL });
  await use(request);
  await request.dispose();
}

test('a reader gets the same page again, and 304 while their copy is current', () =>
  withVisitor(async (request) => {
    const first = await request.get('/authors/yunquan-zhang');
    const tag = first.headers().etag ?? '';
    expect(tag).toMatch(/^W\/"/);
    expect(first.headers()['cache-control']).toBe('private, no-cache');
    expect(first.headers().vary).toContain('Cookie');
    const second = await request.get('/authors/yunquan-zhang');
    expect(await second.text()).toBe(await first.text());
    expect(second.headers()['content-security-policy']).toBe(first.headers()['content-security-policy']);
    const asked = await request.get('/authors/yunquan-zhang', { headers: { 'if-none-match': tag } });
    expect(asked.status()).toBe(304);
    expect((await asked.body()).length).toBe(0);
    const head = await request.head('/authors/yunquan-zhang');
    expect(head.status()).toBe(200);
    expect((await request.get('/authors/yunquan-zhang?type=paper')).headers().etag).not.toBe(tag);
    expect(
      (await request.get('/authors/yunquan-zhang', { headers: { 'accept-encoding': 'identity' } })).headers()['content-encoding'],
    ).toBeUndefined();
  }));

test('tracking parameters that mailers add have no effect on the cache key', () =>
  withVisitor(async (request) => {
    const status = async (query: string) => (await request.get(`${record}${query}`)).headers()['cache-status'];
    await status('?type=paper');
    expect(await status('?type=paper&utm_source=mail')).toBe('Peergraph; hit');
    expect(await status('?type=paper&lamps=1')).toBe('Peergraph; fwd=bypass');
  }));

test('a search is computed once for all readers', () =>
  withVisitor(async (request) => {
    const status = async () => (await request.get('/search?q=zhang&kind=people')).headers()['cache-status'];
    await status();
    expect(await status()).toBe('Peergraph; hit');
  }));

test('a follow is shown at once to readers of a cached page, and the follower’s own page is not cached', ({ page }) =>
  withVisitor(async (request) => {
    const followers = async () => Number(/Follow\s*<span[^>]*>(\d+)/.exec(await (await request.get(record)).text())?.[1]);
    const before = await followers();
    expect(before).toBe(await followers());
    await signIn(page, 'keeper@example.org', record);
    const own = await page.goto(record);
    expect(own?.headers()['cache-control']).toContain('no-store');
    expect(own?.headers().etag).toBeUndefined();
    await pressUntilAnswered(page.getByRole('button', { name: /^Follow .*follower/ }));
    await expect(page.getByRole('button', { name: /^Following.*follower/ })).toBeVisible();
    expect(await followers()).toBe(before + 1);
    expect(await (await request.get(record)).text()).not.toContain('keeper');
    await pressUntilAnswered(page.getByRole('button', { name: /^Following.*follower/ }));
    expect(await followers()).toBe(before);
  }));

test('private pages are never stored: forms, sign-in, errors', () =>
  withVisitor(async (request) => {
    for (const path of ['/sign-in', '/me', `${record}/fix`, '/authors/nobody-at-all']) {
      const response = await request.get(path, { maxRedirects: 0 });
      expect(response.headers()['cache-control'] ?? '', path).toContain('no-store');
    }
  }));
