import { type APIRequestContext, expect, test } from '@playwright/test';
import { changeDatabase } from './instance-database.ts';

/** Hidden indicators of an owner, and the limits of a search-only record, on all outputs of two invented people. */
test.use({ javaScriptEnabled: false });
test.describe.configure({ mode: 'serial' });

const lena = '/authors/lena-still';
const otto = '/authors/otto-still';
// The score must not match within a time such as 12:34.9.
const figures = /(?<![\d:])34\.9(?!\d)|h-index|\b1,?989\b/;

const updateLena = (field: string, value: unknown) =>
  changeDatabase(async (tx) => {
    const { markAuthorsStale } = await import('#lib/catalog/authors/commands/mark-changed.ts');
    const rows = await tx.execute<{ key: number }>(
      `update authors set ${field} = ?, revision = revision + 1 where slug = 'lena-still' returning key`,
      [],
      [value],
    );
    expect(rows.length).toBe(1);
    await markAuthorsStale(
      tx,
      rows.map(({ key }) => key),
    );
  });

test.beforeAll(() =>
  changeDatabase(async (tx) => {
    const { storeAuthor } = await import('#lib/catalog/ingest/commands/author-pages.ts');
    const { storeWorks } = await import('#lib/catalog/ingest/commands/store-works.ts');
    const createImportedWork = (recordId: string, title: string, names: string[]) => ({
      ...{ source: 'scholar-feed' as const, recordId, title: [title], type: 'article' as const, identifiers: [], year: 2019 },
      ...{ authors: names.map((name) => ({ name })), authorsComplete: true, indicators: [{ kind: 'paper_score', value: 34.9 }] },
    });
    const works = [
      createImportedWork('still-1', 'Standing water, seen alone', ['Lena Still']),
      createImportedWork('still-2', 'Standing water, seen by two', ['Lena Still', 'Otto Still']),
    ];
    const observedAt = new Date();
    await storeWorks(tx, { source: 'scholar-feed', importId: null, observedAt, works });
    const declared = [
      { kind: 'h_index' as const, value: 41 },
      { kind: 'citations' as const, value: 1989 },
    ];
    const author = {
      source: 'scholar-feed' as const,
      recordId: 'lena-still',
      name: 'Lena Still',
      declared,
      works: works.map(({ recordId }) => recordId),
    };
    await storeAuthor(tx, { author, importId: null, observedAt });
  }),
);

/** Paths of a record's pages, feeds and files. */
const outputs = ['', '?order=signal', '?abstracts=open', '/sources', '/coauthors', '/feed.atom', '/feed.json'];
const files = ['bib', 'ris', 'json', 'jsonld', 'csv'].map((ending) => `/works/cite.${ending}`);

const workOf = async (request: APIRequestContext, title: string): Promise<string> => {
  const page = await (await request.get(lena)).text();
  return new RegExp(`href="(/works/[0-9a-z]{12})"[^>]*>${title}`).exec(page)?.[1] ?? 'no such work';
};

test('hidden indicators are on no output of the record; those of a co-author and of the shared work stay', async ({ request }) => {
  const text = async (path: string) => (await request.get(path)).text();
  const [alone, both] = [await workOf(request, 'Standing water, seen alone'), await workOf(request, 'Standing water, seen by two')];
  expect(await text(lena)).toMatch(/34\.9/);
  expect(await text(alone)).toMatch(/34\.9/);
  await updateLena('indicators_hidden', true);
  for (const rest of [...outputs, ...files]) expect(await text(`${lena}${rest}`), rest).not.toMatch(figures);
  expect(await text(`${lena}/sources`)).toContain('The owner of this profile shows none.');
  expect(await text(alone)).not.toMatch(figures);
  expect(await text(both)).toMatch(/34\.9/);
  expect(await text(otto)).toMatch(/34\.9/);
  const current = [...(await text(`${lena}?order=signal`)).matchAll(/aria-current="true"[^>]*>([^<]*)/g)].map(([, word]) => word);
  expect(current).toContain('Newest');
  expect(await text('/methods')).toContain('What an owner can hide');
  await updateLena('indicators_hidden', false);
});

test('an unlisted record asks search engines to exclude all of its pages, and is in no list', async ({ page, request }) => {
  await page.goto(lena);
  await expect(page.locator('meta[name=robots]')).toHaveCount(0);
  await updateLena('visibility', 'search_only');
  for (const rest of ['', '/sources', '/coauthors']) {
    await page.goto(`${lena}${rest}`);
    await expect(page.locator('meta[name=robots]'), rest).toHaveAttribute('content', /noindex/);
  }
  await page.goto('/graph/lena-still/otto-still');
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);
  for (const rest of ['/feed.atom', '/feed.json', '/card.png', ...files]) {
    expect((await request.get(`${lena}${rest}`)).headers()['x-robots-tag'], rest).toBe('noindex');
  }
  for (const path of ['/authors?from=still', '/sitemaps/authors-1.xml', `${otto}/coauthors`, otto]) {
    expect(await (await request.get(path)).text(), path).not.toContain('/authors/lena-still');
  }
});

test('a suppressed record answers HEAD, conditional requests, ids and files as an unknown one', async ({ request }) => {
  const id = /\/authors\/([0-9a-z]{12})"/.exec(await (await request.get(lena)).text())?.[1] ?? '';
  const alone = await workOf(request, 'Standing water, seen alone');
  const tag = (await request.get(`${lena}/feed.atom`)).headers().etag ?? '';
  await updateLena('visibility', 'suppressed');
  for (const rest of ['', '/feed.atom', '/feed.json', '/card.png', '/sources', '/coauthors', '/fix', ...files]) {
    for (const slug of ['lena-still', id]) {
      const path = `/authors/${slug}${rest}`;
      const response = await request.get(path, { maxRedirects: 0, headers: { 'if-none-match': tag, accept: 'application/json' } });
      expect(response.status(), path).toBe(404);
      expect((await request.head(path, { maxRedirects: 0 })).status(), `HEAD ${path}`).toBe(404);
      expect(`${await response.text()} ${JSON.stringify(response.headers())}`, path).not.toMatch(/Lena|lena-still(?!\/)/);
    }
  }
  const work = await (await request.get(alone)).text();
  expect(work).toMatch(/Names not shown/);
  expect(work).toMatch(/<meta name="robots" content="noindex/);
  expect(work).not.toMatch(/Lena/);
  for (const path of [otto, `${otto}/coauthors`, `${otto}/feed.json`, '/sitemaps/works-1.xml']) {
    const text = await (await request.get(path)).text();
    expect(text, path).not.toMatch(/Lena Still|lena-still/);
    expect(text, path).not.toContain(alone);
  }
  await updateLena('visibility', 'visible');
  expect((await request.get(lena)).status()).toBe(200);
});

test('files and feeds are answered as not modified until they change', async ({ request }) => {
  for (const path of [
    `${lena}/feed.atom`,
    `${lena}/feed.json`,
    ...files.map((file) => `${lena}${file}`),
    '/sitemap.xml',
    '/sitemaps/authors-1.xml',
  ]) {
    const first = await request.get(path);
    const etag = first.headers().etag ?? '';
    const again = await request.get(path, { headers: { 'if-none-match': etag } });
    expect([again.status(), (await again.body()).length], path).toEqual([304, 0]);
    expect((await request.get(path, { headers: { 'if-none-match': 'W/"other"' } })).status(), path).toBe(200);
  }
});
