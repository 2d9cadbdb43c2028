import { type APIRequestContext, expect, test } from '@playwright/test';
import { parse } from '@retorquere/bibtex-parser';
import { endpointGroups } from '../../app/data/endpoints.ts';
import { findViolations } from './axe.ts';

const record = '/authors/yunquan-zhang';
const files = [
  ['cite.bib', 'application/x-bibtex'],
  ['cite.ris', 'application/x-research-info-systems'],
  ['cite.json', 'application/vnd.citationstyles.csl+json'],
  ['cite.jsonld', 'application/ld+json'],
  ['cite.csv', 'text/csv'],
] as const;

async function firstWork(request: APIRequestContext): Promise<string> {
  const page = await (await request.get(record)).text();
  return /href="(\/works\/[0-9a-z]{12})"/.exec(page)?.[1] ?? '';
}

test('each endpoint of the page Open data answers, and the page lists it', async ({ request }) => {
  const work = await firstWork(request);
  const slugs = new Map([
    ['authors', 'yunquan-zhang'],
    ['graph', 'yunquan-zhang'],
  ]);
  for (const kind of ['topics', 'venues', 'institutions']) {
    const page = await (await request.get(`/${kind}`)).text();
    slugs.set(kind, new RegExp(`href="/${kind}/([^"/?]+)"`).exec(page)?.[1] ?? 'no slug');
  }
  const page = await (await request.get('/data')).text();
  for (const path of endpointGroups.flatMap(({ endpoints }) => endpoints.flatMap(({ paths }) => paths))) {
    expect(page).toContain(path.replaceAll('&', '&amp;'));
    const url = path
      .replace('{slug}', slugs.get(path.split('/')[1] ?? '') ?? 'no slug')
      .replaceAll('{id}', work.split('/')[2] ?? '')
      .replace('{words}', 'zhang')
      .replaceAll('{date}', new Date().toISOString().slice(0, 10))
      .replace('{URL of a profile}', encodeURIComponent(`${process.env.E2E_URL ?? ''}${record}`));
    expect((await request.get(url)).status(), url).toBe(200);
  }
});

test('every format contains as many works as the record counts', async ({ request }) => {
  const items: { id: string; title: string }[] = await (await request.get(`${record}/works/cite.json`)).json();
  expect(items.length).toBe(22);
  const library = parse(await (await request.get(`${record}/works/cite.bib`)).text());
  expect(library.errors).toEqual([]);
  expect(library.entries.map(({ key }) => key.split('-').at(-1))).toEqual(items.map(({ id }) => id));
  expect((await (await request.get(`${record}/works/cite.ris`)).text()).match(/^TY {2}- /gm)?.length).toBe(items.length);
  expect((await (await request.get(`${record}/works/cite.csv`)).text()).trimEnd().split('\r\n').length).toBe(items.length + 1);
});

test('files have their type, a name to save them under, and the same bytes for everybody', async ({ request }) => {
  const work = await firstWork(request);
  for (const [file, type] of files) {
    for (const path of [`${record}/works/${file}`, `${work}/${file}`]) {
      const response = await request.get(path);
      expect(response.status(), path).toBe(200);
      expect(response.headers()['content-type'], path).toBe(`${type}; charset=utf-8`);
      expect(response.headers()['content-disposition'], path).toMatch(/^attachment; filename="[\w-]+\.(bib|ris|json|jsonld|csv)"$/);
      expect(response.headers().vary, path).toContain('Accept-Encoding');
      const other = await request.get(path, { headers: { cookie: 'x=y', 'user-agent': 'other' } });
      expect(await other.text(), path).toBe(await response.text());
    }
  }
});

test('a topic, a venue, an institution and a search offer their works as files, also of one year', async ({ page, request }) => {
  for (const kind of ['topics', 'venues', 'institutions']) {
    await page.goto(`/${kind}`);
    const path = await page.locator(`main li a[href^="/${kind}/"]`).first().getAttribute('href');
    await page.goto(path ?? '');
    for (const [file, type] of files) {
      const response = await request.get(`${path}/${file}`);
      expect(response.headers()['content-type'], file).toBe(`${type}; charset=utf-8`);
    }
    // The worker counts the works again after a change by another test.
    let cited: { issued?: { 'date-parts': number[][] } }[] = [];
    await expect(async () => {
      await page.goto(path ?? '');
      const count = Number(/^\d+/.exec((await page.locator('h2#works').textContent()) ?? '')?.[0]);
      cited = await (await request.get(`${path}/cite.json`)).json();
      expect(cited.length).toBe(count);
    }).toPass({ timeout: 180_000 });
    if (kind === 'topics') {
      await page.getByText('Works by year, as a table').click();
      await page.getByRole('table', { name: 'Works by year' }).getByRole('link').first().click();
    } else {
      // The first of these has works of a single year only, and therefore no chart.
      await page.goto(`${path}?year=${cited[0]?.issued?.['date-parts'][0]?.[0]}`);
    }
    const year = (await page.locator('h2#works').textContent())?.replace('Works of ', '');
    const href = await page.getByRole('link', { name: 'CSL-JSON' }).getAttribute('href');
    expect(href).toBe(`${path}/cite.json?year=${year}`);
    const ofYear: { issued?: { 'date-parts': number[][] } }[] = await (await request.get(href ?? '')).json();
    expect(ofYear.length).toBeGreaterThan(0);
    expect(new Set(ofYear.map(({ issued }) => `${issued?.['date-parts'][0]?.[0]}`))).toEqual(new Set([year]));
  }
  await page.goto('/search?q=training&kind=works');
  const found: unknown[] = await (
    await request.get((await page.getByRole('link', { name: 'CSL-JSON' }).getAttribute('href')) ?? '')
  ).json();
  expect(found.length).toBeGreaterThan(0);
  expect((await request.get('/search/cite.bib')).status()).toBe(400);
  expect(await findViolations(page)).toEqual([]);
});

test('a former URL redirects permanently, and an unknown one is not found', async ({ page, request }) => {
  await page.goto(`${record}/sources`);
  const permanent = await page.getByRole('link', { name: 'Permanent link' }).getAttribute('href');
  for (const rest of ['works/cite.bib', 'feed.atom', 'feed.json']) {
    const moved = await request.get(`${permanent}/${rest}`, { maxRedirects: 0 });
    expect(moved.status()).toBe(308);
    expect(moved.headers().location).toBe(`${record}/${rest}`);
    expect((await request.get(`/authors/nobody-at-all/${rest}`)).status()).toBe(404);
  }
  for (const path of [`${record}/works/cite.exe`, '/works/000000000000/cite.bib', '/sitemaps/works-9999.xml', '/sitemaps/x.xml']) {
    expect((await request.get(path)).status(), path).toBe(404);
  }
});

test('errors of JSON routes are problem details, and those of other files are text', async ({ request }) => {
  for (const [path, status] of [
    ['/oembed.json', 400],
    ['/oembed.json?url=https%3A%2F%2Felsewhere.example%2Fauthors%2Fa', 400],
    ['/works/cite.json', 400],
    ['/works/cite.jsonld?id=nothing-here', 404],
    ['/works/zzz/cite.json', 404],
    ['/authors/nobody-at-all/works/cite.json', 404],
    ['/authors/nobody-at-all/works/cite.jsonld', 404],
    ['/authors/nobody-at-all/cv/resume.json', 404],
    ['/topics/nothing-at-all/cite.json', 404],
    ['/search/cite.json', 400],
    ['/me/saved/cite.json', 404],
  ] as const) {
    const response = await request.get(path);
    expect([response.status(), response.headers()['content-type']], path).toEqual([status, 'application/problem+json']);
    expect(await response.json(), path).toMatchObject({ status, code: status === 404 ? 'not_found' : 'invalid_request' });
  }
  const text = await request.get('/works/zzz/cite.bib');
  expect(text.headers()['content-type']).toContain('text/plain');
  expect(await text.text()).toContain('Search for the work or profile');
});

test('every URL of the sitemap answers, and robots.txt names it', async ({ request }) => {
  const address = /<loc>([^<]+)<\/loc>/g;
  const locs = async (path: string) => [...(await (await request.get(path)).text()).matchAll(address)].map((match) => match[1] ?? '');
  const pages = await locs('/sitemap.xml');
  expect(await (await request.get('/robots.txt')).text()).toContain(new URL('/sitemap.xml', pages[0]).href);
  const all = (await Promise.all(pages.map(locs))).flat();
  expect(all.filter((each) => each.endsWith(record))).toHaveLength(1);
  expect(new Set(all).size).toBe(all.length);
  for (const each of all.filter((_, at) => at % 10 === 0)) expect((await request.get(each)).status(), each).toBe(200);
});

test('a feed reader finds the feeds from the page', async ({ page, request }) => {
  await page.goto(record);
  const atom = await page.locator('link[rel="alternate"][type="application/atom+xml"]').getAttribute('href');
  const json = await page.locator('link[rel="alternate"][type="application/feed+json"]').getAttribute('href');
  const entries = await page.evaluate(async (href) => {
    const source = await (await fetch(new URL(href ?? '').pathname)).text();
    const feed = new DOMParser().parseFromString(source, 'application/xml');
    return feed.querySelector('parsererror') ? -1 : feed.querySelectorAll('entry').length;
  }, atom);
  const feed = await (await request.get(json ?? '')).json();
  expect(feed.version).toBe('https://jsonfeed.org/version/1.1');
  expect(entries).toBe(feed.items.length);
  expect(entries).toBeGreaterThan(10);
});

test('pages have structured data about their subject', async ({ page, request }) => {
  await page.goto(record);
  const profile = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '');
  expect(profile).toMatchObject({ '@type': 'ProfilePage', mainEntity: { '@type': 'Person', name: 'Yunquan Zhang' } });
  await page.goto(await firstWork(request));
  const title = await page.getByRole('heading', { level: 1 }).textContent();
  await expect(page.locator('meta[name="citation_title"]')).toHaveAttribute('content', title ?? '');
  expect(await page.locator('meta[name="citation_author"]').count()).toBeGreaterThan(0);
  const article = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '');
  expect(article).toMatchObject({ '@type': 'ScholarlyArticle', name: title });
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', article.url);
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  for (const width of [390, 1440]) {
    test(`a reader downloads a work’s BibTeX at ${width} px`, async ({ page, request }) => {
      await page.setViewportSize({ width, height: 900 });
      for (const path of [record, await firstWork(request)]) {
        await page.goto(path);
        for (const name of ['BibTeX', 'RIS', 'CSL-JSON', 'JSON-LD', 'CSV'])
          await expect(page.getByRole('link', { name, exact: true })).toBeVisible();
        const download = page.waitForEvent('download');
        await page.getByRole('link', { name: 'BibTeX' }).click();
        expect((await download).suggestedFilename()).toMatch(/\.bib$/);
      }
    });
  }
});

test('the opened block passes axe', async ({ page, request }) => {
  for (const path of [record, await firstWork(request)]) {
    await page.goto(path);
    const violations = await findViolations(page);
    expect(violations.map(({ id }) => id)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0);
  }
});

test('the URL of a page returns the file that a reference manager asks for, and the page to everybody else', async ({ request }) => {
  const work = await firstWork(request);
  for (const [file, type] of files) {
    for (const [page, fileUrl] of [
      [work, `${work}/${file}`],
      [record, `${record}/works/${file}`],
    ] as const) {
      // This request puts the file into the page cache under its own URL; the negotiated response must not be that entry.
      await request.get(fileUrl);
      const response = await request.get(page, { headers: { accept: `${type}, */*;q=0.1` } });
      expect(response.headers()['content-type'], page).toBe(`${type}; charset=utf-8`);
      expect(response.headers()['content-location'], page).toBe(fileUrl);
      expect(response.headers().vary, page).toMatch(/(^|, )Accept(,|$)/);
      expect(await response.text(), page).toBe(await (await request.get(fileUrl)).text());
    }
  }
  for (const accept of ['*/*', 'text/html,application/xhtml+xml,*/*;q=0.8', 'application/x-nothing', 'application/x-bibtex;q=0, */*']) {
    const response = await request.get(`${record}?type=paper`, { headers: { accept } });
    expect(response.headers()['content-type'], accept).toContain('text/html');
    expect(await response.text(), accept).toMatch(
      /<link rel="alternate describedby" type="application\/x-bibtex" href="[^"]*\/works\/cite.bib"/,
    );
  }
  for (const accept of ['application/x-bibtex; charset=utf-8', 'Application/X-BibTeX;charset=UTF-8, text/html;q=0.5']) {
    const response = await request.get(work, { headers: { accept } });
    expect(response.headers()['content-type'], accept).toBe('application/x-bibtex; charset=utf-8');
  }
  const chosen = await request.get(`${record}?type=nonsense&from=2100`, { headers: { accept: 'text/csv' } });
  expect((await chosen.text()).trimEnd().split('\r\n')).toHaveLength(1);
  expect((await request.get('/works/000000000000', { headers: { accept: 'application/x-bibtex' } })).status()).toBe(404);
});

test('Link headers name identifier, type, authors and PDF, also from the page cache, for HEAD and unchanged pages', async ({ request }) => {
  const [{ id, DOI }] = await (await request.get('/authors/minghui-qiu/works/cite.json')).json();
  const permanentUrl = /"@id":"([^"]*\/authors\/[0-9a-z]{12})"/.exec(await (await request.get(record)).text())?.[1];
  for (const [path, links] of [
    [record, [`<${permanentUrl}>; rel="cite-as"`, '<https://schema.org/ProfilePage>; rel="type"']],
    [
      `/works/${id}`,
      [
        `<https://doi.org/${DOI}>; rel="cite-as"`,
        '<https://schema.org/ScholarlyArticle>; rel="type"',
        `; rel="item"; type="application/pdf"`,
        `/authors/`,
      ],
    ],
  ] as const) {
    const first = await request.get(path);
    for (const link of links) expect(first.headers().link, path).toContain(link);
    const again = await request.get(path);
    expect(again.headers()['cache-status']).toBe('Peergraph; hit');
    const unchanged = await request.get(path, { headers: { 'if-none-match': again.headers().etag ?? '' } });
    expect(unchanged.status()).toBe(304);
    for (const response of [again, unchanged, await request.head(path)]) expect(response.headers().link).toBe(first.headers().link);
  }
});
