import { expect, test } from '@playwright/test';
import { changeDatabase } from './instance-database.ts';

/** A suppressed name is on no output (product.md, rules 3 and 8): all URLs that a visitor can reach are crawled. */
const hidden = { name: 'Yongchao Liu', slug: 'yongchao-liu' };
const namePattern = /Yongchao\s+Liu|Liu,\s*Yongchao|yongchao-liu/;
const maxPages = 1500;
const concurrency = 4;

/** Sets the visibility of the record, as a decision does, and refreshes its counts and the search index. */
const setVisibility = (visibility: 'visible' | 'suppressed'): Promise<void> =>
  changeDatabase(async (tx) => {
    const changed = await tx.execute<{ key: number }>(
      'update authors set visibility = ?, revision = revision + 1 where slug = ? returning key',
      [],
      [visibility, hidden.slug],
    );
    expect(changed.length).toBe(1);
    const { enqueueRefresh, markAuthorsStale } = await import('#lib/catalog/authors/commands/mark-changed.ts');
    await markAuthorsStale(
      tx,
      changed.map(({ key }) => key),
    );
    await enqueueRefresh(tx);
  });

/** Whether a path is the page of a pair that is skipped. There is one for each edge of each graph; those of one person represent all. */
const isSkippedPairPage = (path: string): boolean => /^\/graph\/(?!yunquan-zhang\/)[^/]+\/(?!slice\.json)/.test(path);

/** Whether an address is a file of a slice that is skipped: each record has nine. Those of one person represent all. */
const isSkippedSlice = ({ pathname, search }: URL): boolean =>
  /^\/graph\/[\w-]+\.\w+$/.test(pathname) && search !== '?from=author:yunquan-zhang';

/** Whether an address is a form about one field of a work, or a work in one citation style: those without it represent all. */
const isSkippedForm = ({ pathname, search }: URL): boolean => /^\/works\/[\w-]+\/(?:correct|cite)$/.test(pathname) && search !== '';

/** Returns the links of a page, feed or sitemap to this site, except those with several parameters, whose number is unlimited. */
function findLinks(text: string, base: string): string[] {
  const found = [...text.matchAll(/(?:href|src|action)="([^"#]+)|<loc>([^<]+)|"(?:url|home_page_url|feed_url|next_url)":\s*"([^"]+)"/g)];
  return found.flatMap((match) => {
    const address = (match[1] ?? match[2] ?? match[3] ?? '').replaceAll('&amp;', '&');
    if (!URL.canParse(address, base)) return [];
    const url = new URL(address, base);
    const isOurs = url.origin === new URL(base).origin && !/^\/(_next|outbox|sign-out|api)/.test(url.pathname);
    return isOurs && !isSkippedPairPage(url.pathname) && !isSkippedSlice(url) && !isSkippedForm(url) && [...url.searchParams].length <= 1
      ? [url.pathname + url.search]
      : [];
  });
}

async function crawl(base: string, from: string[]): Promise<{ read: string[]; matched: string[] }> {
  const known = new Set(from);
  const queue = [...from];
  const matched: string[] = [];
  const read: string[] = [];
  const worker = async (): Promise<void> => {
    for (let path = queue.shift(); path !== undefined && read.length < maxPages; path = queue.shift()) {
      const response = await fetch(new URL(path, base), { redirect: 'manual', headers: { 'accept-encoding': 'identity' } });
      read.push(path);
      const body = await response.text();
      if (/^image\//.test(response.headers.get('content-type') ?? '')) continue;
      const text = `${body} ${JSON.stringify([...response.headers])}`;
      if (namePattern.test(text)) matched.push(path);
      for (const next of findLinks(text, base)) {
        if (known.has(next)) continue;
        known.add(next);
        queue.push(next);
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  // A worker stops when the queue is empty, even if another worker then adds links: one more worker reads the rest.
  await worker();
  return { read, matched };
}

/** Further pages of a record; for a suppressed record they are not found either. */
const ownPages = ['/history', '/split', '/merge', '/review', '/trust', '/trust.json'];

test('a suppressed name leaves no trace on any page, file, feed, sitemap, suggestion or error text', async ({ request, baseURL }) => {
  test.setTimeout(600_000);
  const base = baseURL ?? '';
  expect((await request.get(`/authors/${hidden.slug}`)).status()).toBe(200);
  expect(await (await request.get('/search?q=yongchao')).text()).toContain(hidden.name);
  await setVisibility('suppressed');
  try {
    const own = [
      '',
      '/feed.atom',
      '/feed.json',
      '/card.png',
      '/fix',
      '/coauthors',
      '/sources',
      '/works/cite.bib',
      '/works/cite.csv',
      ...ownPages,
    ];
    const asked = [
      ...own.map((rest) => `/authors/${hidden.slug}${rest}`),
      ...[`/invite/${hidden.slug}`, `/graph/yunquan-zhang/${hidden.slug}`, `/graph/${hidden.slug}/yunquan-zhang`],
      ...[`/graph/${hidden.slug}`, `/graph?from=author:${hidden.slug}`, '/graph?from=author:yunquan-zhang&to=yongchao'],
      ...['/graph?from=author:yunquan-zhang&steps=2', '/graph/slice.json?from=author:yunquan-zhang&steps=2'],
      ...['/graph/nodes.json?q=yongchao', `/graph/nodes.json?id=author:${hidden.slug}`],
      ...['/search?q=yongchao', '/search?q=liu+y', '/search?q=graphtheta', '/search/suggestions?q=yongchao', '/search/suggestions?q=liu'],
    ];
    const { read, matched } = await crawl(base, ['/', '/sitemap.xml', '/robots.txt', ...asked]);
    expect(matched).toEqual([]);
    expect(read.length).toBeGreaterThan(400);
    // The claim page says the same at an address without a record: it repeats only the address.
    const claimText = async (slug: string): Promise<string> =>
      (await (await request.get(`/claim/${slug}`)).text())
        .replaceAll(slug, 'x')
        .replace(/<script[\s\S]*?<\/script>/g, '')
        .replace(/<[^>]*>/g, ' ');
    const claimPage = await claimText(hidden.slug);
    expect(claimPage).not.toMatch(namePattern);
    expect(claimPage).toBe(await claimText('nobody-at-all'));
    for (const path of own.map((rest) => `/authors/${hidden.slug}${rest}`)) {
      expect((await request.get(path, { maxRedirects: 0 })).status(), path).toBe(404);
    }
  } finally {
    await setVisibility('visible');
  }
  await expect.poll(async () => (await request.get('/search?q=yongchao')).text(), { timeout: 60_000 }).toContain(hidden.slug);
});
