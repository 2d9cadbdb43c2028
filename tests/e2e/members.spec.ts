import { type APIRequestContext, type Browser, expect, request as requests, test } from '@playwright/test';
import { signIn } from './pages.ts';

/** Members get the cached page of visitors, in which only the slots have content for the member. */

const runId = Date.now().toString(36);
const profiles = ['/authors/boyang-zhang', '/authors/chengyu-wang', '/authors/mara-lindqvist'];
const pages = [
  ...profiles,
  '/authors/boyang-zhang/coauthors',
  '/authors/boyang-zhang/trust',
  '/authors',
  '/topics',
  '/methods',
  '/about',
  '/graph',
];

/** Signs in and returns a request context with the session cookie. */
async function createMemberClient(browser: Browser, email: string): Promise<APIRequestContext> {
  const context = await browser.newContext();
  await signIn(await context.newPage(), email);
  return context.request;
}

/** Returns the path of the first work of a profile. */
const findFirstWork = async (request: APIRequestContext): Promise<string> =>
  /href="(\/works\/[^"?#/]+)"/.exec(await (await request.get(profiles[0] ?? '')).text())?.[1] ?? '';

/** Returns the body of a page without scripts and the framework's markers. */
const visibleHtml = (html: string): string =>
  (/<body[\s\S]*<\/body>/.exec(html)?.[0] ?? '')
    .replace(/<script[\s\S]*?<\/script>|<!--[\s\S]*?-->|<template[\s\S]*?<\/template>|<link[^>]*>/g, '')
    .replace(/ hidden=""/g, '')
    .replaceAll('<div></div>', '');

test('a page with slots shows a member the same as a page rendered for them', async ({ browser }) => {
  const noor = await createMemberClient(browser, `slots-${runId}@example.org`);
  const topic = /href="(\/topics\/[^"?#/]+)"/.exec(/<main[\s\S]*/.exec(await (await noor.get('/topics')).text())?.[0] ?? '')?.[1];
  for (const path of [...pages, topic ?? '', await findFirstWork(noor)]) {
    // Other tests write concurrently: a page that changes while it is rendered is not cached, and the two responses may differ.
    await expect(async () => {
      const slottedResponse = await noor.get(path);
      expect(slottedResponse.headers()['cache-status'], path).toBe('Peergraph; hit');
      expect(slottedResponse.headers()['cache-control']).toBe('private, no-store');
      const whole = await noor.get(`${path}?whole=1`);
      expect(whole.headers()['cache-status']).toBe('Peergraph; fwd=bypass');
      const [own, other] = [visibleHtml(await slottedResponse.text()), visibleHtml(await whole.text())];
      expect(own).toContain(`Account of slots-${runId}@example.org`);
      expect(own, path).toBe(other);
    }).toPass({ timeout: 180_000 });
  }
});

test('no byte for one reader reaches another, in any order of requests', async ({ browser }) => {
  const emails = ['one', 'two', 'three'].map((name) => `slots-${name}-${runId}@example.org`);
  const members: APIRequestContext[] = [];
  for (const email of emails) members.push(await createMemberClient(browser, email));
  const visitor = await requests.newContext({ baseURL: process.env.E2E_URL });
  const work = await findFirstWork(visitor);
  // One member follows the profile and saves the work that the others open.
  await members[0]?.post('/api/saved-works', { form: { workId: work.slice('/works/'.length), want: 'on' }, maxRedirects: 0 });
  const form = /name="authorId" value="([^"]+)"/.exec((await (await members[0]?.get(profiles[0] ?? ''))?.text()) ?? '');
  await members[0]?.post('/api/follows', { form: { authorId: form?.[1] ?? '', want: 'on', back: '/' }, maxRedirects: 0 });
  const readers = [...members.map((request, at) => ({ request, email: emails[at] ?? '' })), { request: visitor, email: null }];
  const shared = [...pages, work];
  const visits = Array.from({ length: 160 }, () => ({
    reader: readers[Math.floor(Math.random() * readers.length)],
    path: shared[Math.floor(Math.random() * shared.length)] ?? '/',
  }));
  const seen = await Promise.all(
    visits.map(async ({ reader, path }) => ({ reader, path, html: (await (await reader?.request.get(path))?.text()) ?? '' })),
  );
  for (const { reader, path, html } of seen) {
    const revealed = emails.filter((email) => html.includes(email));
    expect(revealed, path).toEqual(reader?.email ? [reader.email] : []);
    expect(html.includes('href="/sign-in"'), path).toBe(reader?.email === null);
    expect(html.includes('>remove from saved<'), path).toBe(reader?.email === emails[0] && path === work);
    // Lists on other pages may name the followed person, too.
    if (reader?.email !== emails[0]) expect(html.includes('>Following<'), path).toBe(false);
    else if (path.startsWith(profiles[0] ?? '-')) expect(html.includes('>Following<'), path).toBe(true);
  }
  await visitor.dispose();
});

test('a page with slots is sent in an encoding that the browser accepts', async ({ browser }) => {
  const noor = await createMemberClient(browser, `slots-coding-${runId}@example.org`);
  for (const [accepted, coding] of [
    ['gzip, deflate, br', 'gzip'],
    ['br', undefined],
    ['br, gzip;q=0', undefined],
    ['identity', undefined],
  ] as const) {
    const response = await noor.get('/methods', { headers: { 'accept-encoding': accepted } });
    expect([response.headers()['cache-status'], response.headers()['content-encoding']], accepted).toEqual(['Peergraph; hit', coding]);
    expect(await response.text()).toContain(`Account of slots-coding-${runId}@example.org`);
  }
});

test('a follow without script redirects to the page, which shows it', async ({ browser }) => {
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await signIn(page, `slots-plain-${runId}@example.org`, profiles[1]);
  await page.getByRole('button', { name: 'Follow Chengyu Wang' }).click();
  await expect(page).toHaveURL(new RegExp(`${profiles[1]}$`));
  await expect(page.getByRole('button', { name: /^Following Unfollow Chengyu Wang/ })).toBeVisible();
});

test('an owner’s page, and a page that depends on its reader, are not served from the cache', async ({ browser }) => {
  const noor = await createMemberClient(browser, `slots-home-${runId}@example.org`);
  for (const path of ['/', '/me']) expect((await noor.get(path)).headers()['cache-status'], path).toBe('Peergraph; fwd=bypass');
});
