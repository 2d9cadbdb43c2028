import { expect, test } from '@playwright/test';
import { changeDatabase } from './instance-database.ts';

/** A suppressed name leaves no trace on any output (product.md, rules 3 and 8): every address that a reader can come to is read. */
const hidden = { name: 'Yongchao Liu', slug: 'yongchao-liu' };
const trace = /Yongchao\s+Liu|Liu,\s*Yongchao|yongchao-liu/;
const maxPages = 1500;
const abreast = 4;

/** Sets who may be seen, as a decision would, and has the record's figures and search follow. */
const setVisibility = (visibility: 'visible' | 'suppressed'): Promise<void> =>
  changeDatabase(async (tx) => {
    const changed = await tx.execute<{ key: number }>(
      'update authors set visibility = ?, revision = revision + 1 where slug = ? returning key',
      [],
      [visibility, hidden.slug],
    );
    expect(changed.length).toBe(1);
    const { enqueueRefresh, markStale } = await import('#lib/catalog/authors/commands/mark-changed.ts');
    await markStale(
      tx,
      changed.map(({ key }) => key),
    );
    await enqueueRefresh(tx);
  });

/** Each graph link has a page about two people; those of one person are enough. */
const isOtherEdge = (path: string): boolean => /^\/graph\/(?!yunquan-zhang\/)[^/]+\/(?!slice\.json)/.test(path);

/** Addresses of this site in a page, a feed or a sitemap; filters of filters are left out, for they have no end. */
function addressesIn(text: string, base: string): string[] {
  const found = [...text.matchAll(/(?:href|src|action)="([^"#]+)|<loc>([^<]+)|"(?:url|home_page_url|feed_url|next_url)":\s*"([^"]+)"/g)];
  return found.flatMap((match) => {
    const address = (match[1] ?? match[2] ?? match[3] ?? '').replaceAll('&amp;', '&');
    if (!URL.canParse(address, base)) return [];
    const url = new URL(address, base);
    const isOurs = url.origin === new URL(base).origin && !/^\/(_next|outbox|sign-out|api)/.test(url.pathname);
    return isOurs && !isOtherEdge(url.pathname) && [...url.searchParams].length <= 1 ? [url.pathname + url.search] : [];
  });
}

async function crawl(base: string, from: string[]): Promise<{ read: string[]; traced: string[] }> {
  const known = new Set(from);
  const queue = [...from];
  const traced: string[] = [];
  const read: string[] = [];
  const one = async (): Promise<void> => {
    for (let path = queue.shift(); path !== undefined && read.length < maxPages; path = queue.shift()) {
      const answer = await fetch(new URL(path, base), { redirect: 'manual', headers: { 'accept-encoding': 'identity' } });
      read.push(path);
      const body = await answer.text();
      if (/^image\//.test(answer.headers.get('content-type') ?? '')) continue;
      const text = `${body} ${JSON.stringify([...answer.headers])}`;
      if (trace.test(text)) traced.push(path);
      for (const next of addressesIn(text, base)) {
        if (known.has(next)) continue;
        known.add(next);
        queue.push(next);
      }
    }
  };
  await Promise.all(Array.from({ length: abreast }, one));
  // A crawler that finds the queue empty while the others still read has ended early: one more goes through what they found.
  await one();
  return { read, traced };
}

/** The pages of a record for the person who decides on it: they too are not there. */
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
      ...[`/claim/${hidden.slug}`, `/invite/${hidden.slug}`, `/graph/yunquan-zhang/${hidden.slug}`, `/graph/${hidden.slug}/yunquan-zhang`],
      ...[`/graph/${hidden.slug}`, `/graph/${hidden.slug}/slice.json`, '/graph/yunquan-zhang?to=yongchao'],
      ...['/graph/yunquan-zhang?steps=2', '/graph/yunquan-zhang/slice.json?steps=2'],
      ...['/search?q=yongchao', '/search?q=liu+y', '/search?q=graphtheta', '/search/suggestions?q=yongchao', '/search/suggestions?q=liu'],
    ];
    const { read, traced } = await crawl(base, ['/', '/sitemap.xml', '/robots.txt', ...asked]);
    expect(traced).toEqual([]);
    expect(read.length).toBeGreaterThan(400);
    for (const path of own.map((rest) => `/authors/${hidden.slug}${rest}`)) {
      expect((await request.get(path, { maxRedirects: 0 })).status(), path).toBe(404);
    }
  } finally {
    await setVisibility('visible');
  }
  await expect.poll(async () => (await request.get('/search?q=yongchao')).text(), { timeout: 60_000 }).toContain(hidden.slug);
});
