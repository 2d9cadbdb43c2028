import { expect, type Page, test } from '@playwright/test';
import { parse } from '@retorquere/bibtex-parser';
import { changeDatabase } from './instance-database.ts';
import { expectAccessible, expectAccessibleInBothThemes } from './pages.ts';

/** The works of a record: filters, sort orders, versions, sources, and files of selected works. */
const yunquan = '/authors/yunquan-zhang';
const works = (page: Page) => page.getByRole('article');

test('a reader filters by keyboard only, sees the active filters, and removes them', async ({ page }) => {
  await page.goto(yunquan);
  await page.getByText('Filter', { exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('From year')).toBeFocused();
  await page.keyboard.type('2025');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/authors\/yunquan-zhang\?from=2025#works$/);
  await expect(works(page)).toHaveCount(11);
  await expect(page.getByText('11 of 22 works', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Remove the filter Since 2025' }).press('Enter');
  await expect(works(page)).toHaveCount(22);
  await expect(page).toHaveURL(/\/authors\/yunquan-zhang#works$/);
});

test('the page of a work links authors of unknown position, and labels a summary of ours', async ({ page }) => {
  await page.goto(yunquan);
  await page.getByRole('link', { name: /^DynaTrain/ }).click();
  await expect(page.locator('#authors')).toHaveText('Yuanqing Wang, Yuchen Zhang, Hao Lin … Daning Cheng, Yunquan Zhang … and others');
  const profile = page.getByRole('region', { name: 'Profiles of the authors' }).getByRole('listitem').filter({ hasText: 'Yunquan Zhang' });
  await expect(profile).toContainText('Place in the list of authors not known');
  const facts = page.getByRole('table', { name: 'Facts by source' });
  await expect(facts.getByRole('rowheader', { name: 'Summary by Peergraph' })).toBeVisible();
  await expect(facts.getByRole('rowheader', { name: 'Abstract' })).toHaveCount(0);
});

test('the page to correct a work shows that the sources leave out authors', async ({ page }) => {
  await page.goto(yunquan);
  await page.getByRole('link', { name: /^DynaTrain/ }).click();
  await page.getByRole('link', { name: 'Report a problem' }).click();
  await page.getByRole('link', { name: 'Something is wrong' }).click();
  const shown = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Authors', exact: true }) });
  await expect(shown).toContainText('Shown: Yuanqing Wang, Yuchen Zhang, Hao Lin … and others');
  await shown.getByRole('link').click();
  await expect(page.getByText('The sources leave out further names')).toBeVisible();
});

test('the number next to each value is the number of works that it leaves', async ({ page, request }) => {
  await page.goto(`${yunquan}?from=2022`);
  let tried = 0;
  for (const name of ['source', 'category', 'code']) {
    for (const option of await page.locator(`select[name=${name}] option:not([value=""])`).all()) {
      const value = (await option.getAttribute('value')) ?? '';
      const promised = Number(/\((\d+)\)$/.exec((await option.textContent()) ?? '')?.[1]);
      const html = await (await request.get(`${yunquan}?from=2022&${name}=${encodeURIComponent(value)}`)).text();
      expect(html.match(/<article/g)?.length ?? 0, `${name} ${value}`).toBe(promised);
      tried += 1;
    }
  }
  expect(tried).toBeGreaterThan(5);
});

test('orders: newest, by title, and as each source lists its works', async ({ page }) => {
  await page.goto('/authors/wenguang-chen');
  await expect(works(page)).toHaveCount(19);
  await page.getByRole('navigation', { name: 'Order of the works' }).getByRole('link', { name: 'Title' }).click();
  const titles = await works(page).getByRole('heading').allInnerTexts();
  const folded = titles.map((title) => title.toLowerCase().replace(/[^a-z0-9]+/g, ' '));
  expect(folded.slice(0, 3)).toEqual([...folded].sort().slice(0, 3));
  await page.getByText('Filter', { exact: true }).click();
  await page.getByRole('combobox', { name: 'Order' }).selectOption('As in Scholar Feed');
  await page.getByRole('button', { name: 'Show these works' }).click();
  await expect(works(page).first()).toContainText('GLM-130B');
  await expect(works(page)).toHaveCount(19);
});

test('meaningless parameters are ignored, with a note', async ({ page }) => {
  const response = await page.goto(`${yunquan}?type=banana&from=soon&order=fame&after=nonsense&venue=<script>`);
  expect(response?.status()).toBe(200);
  await expect(works(page)).toHaveCount(22);
  await expect(page.getByText(/were ignored: order, from, type, venue/)).toBeVisible();
});

test('a record with few works has no filter', async ({ page }) => {
  await page.goto('/authors/fei-yang');
  await expect(works(page)).toHaveCount(6);
  await expect(page.getByText('Filter', { exact: true })).toHaveCount(0);
  await page.goto('/authors/fei-yang?from=2022&to=2012');
  await expect(page.getByText('3 of 6 works', { exact: true })).toBeVisible();
});

test.describe('without script, on a phone', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });

  test('filters leave one work, then none, and link back', async ({ page }) => {
    await page.goto(yunquan);
    await page.getByText('Filter', { exact: true }).click();
    await page.getByLabel('Code', { exact: true }).selectOption('linked');
    await page.getByRole('button', { name: 'Show these works' }).click();
    await expect(page).toHaveURL(/\?code=linked#works$/);
    await expect(works(page)).toHaveCount(1);
    await page.goto(`${yunquan}?code=linked&from=2025`);
    await expect(page.getByText('No works match these filters')).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Clear all filters' }).last().click();
    await expect(works(page)).toHaveCount(22);
  });

  test('all abstracts open at once, and close one by one', async ({ page }) => {
    await page.goto(`${yunquan}?from=2025&abstracts=open`);
    await expect(works(page)).toHaveCount(11);
    expect(await page.locator('article details:not([open]) > summary.entry-action').count()).toBe(0);
  });

  test('selected works are downloaded as one file of each format', async ({ page, request }) => {
    await page.goto(yunquan);
    await page.getByRole('link', { name: 'Select works' }).click();
    await page.getByRole('checkbox', { name: /DynaTrain/ }).check();
    await page.getByRole('checkbox', { name: /CALM/ }).check();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'BibTeX' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('works.bib');
    const { search } = new URL(file.url());
    const library = parse(await (await request.get(`/works/cite.bib${search}`)).text());
    expect(library.errors).toEqual([]);
    expect(library.entries.length).toBe(2);
    for (const [ending, count] of [
      ['json', (text: string) => JSON.parse(text).length],
      ['jsonld', (text: string) => JSON.parse(text)['@graph'].length],
      ['ris', (text: string) => text.match(/^TY {2}- /gm)?.length],
      ['csv', (text: string) => text.trimEnd().split('\r\n').length - 1],
    ] as const) {
      expect(count(await (await request.get(`/works/cite.${ending}${search}`)).text()), ending).toBe(2);
    }
  });

  test('“why is this listed” shows place, spelling, rule and source, also for folded authors', async ({ page }) => {
    await page.goto(yunquan);
    const hidden = works(page).filter({ hasText: 'DynaTrain' });
    await hidden.getByText('Why is this listed?').click();
    await expect(hidden).toContainText(
      /Behind “et al.” in the author list, written “Yunquan Zhang” by .*; the source lists the work on this/,
    );
    const unnamed = await works(page).filter({ hasText: 'The source gives no author list' }).all();
    expect(unnamed.length).toBeGreaterThan(0);
    for (const entry of unnamed) {
      await expect(entry).not.toContainText('et al.');
    }
  });

  test('CALM’s page shows which source gives which year, on what day, and that they disagree', async ({ page }) => {
    await page.goto(yunquan);
    await works(page).filter({ hasText: 'CALM:' }).getByRole('heading').getByRole('link').click();
    const table = page.getByRole('table', { name: 'Facts by source' });
    await expect(table.getByRole('columnheader')).toHaveText(['Fact', 'Scholar Feed', 'BZPEER', 'Peergraph', 'Why this is shown']);
    const row = table.getByRole('row', { name: /^Date/ });
    await expect(row).toContainText('Shown: 18 December 2025');
    await expect(row).toContainText(/2026 ?Differs/);
    await expect(row).toContainText('The more precise date is shown');
    await expect(table.getByRole('row', { name: /^Category/ })).toContainText('Only source');
    await page.getByText(/^Date · /).click();
    const date = page.locator('details', { hasText: /^Date · / });
    await expect(date).toContainText('disagree');
    await expect(date).toContainText(/Scholar Feed, read on \d+ \w+ \d{4}: 18 December 2025 Shown/);
    await expect(date).toContainText(/BZPEER, read on \d+ \w+ \d{4}: 2026/);
    await expect(date).toContainText('The more precise date is shown');
    await expect(page.getByRole('link', { name: 'Daning Chen', exact: true }).first()).toBeVisible();
  });

  test('a record names its sources: 6 declared and 5 listed, Daning Chen, upstream and last check', async ({ page }) => {
    await page.goto('/authors/daning-cheng');
    await page
      .getByRole('navigation', { name: 'Profile' })
      .getByRole('link', { name: /^Sources/ })
      .click();
    await expect(page).toHaveURL(/\/authors\/daning-cheng\/sources/);
    await expect(page.getByText('6 works declared by BZPEER, 5 listed.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Daning Chen', exact: true }).first()).toBeVisible();
    const bzpeer = page.getByRole('region', { name: 'BZPEER' });
    await expect(bzpeer).toContainText('arXiv');
    await expect(bzpeer).toContainText(/Last checked\s*\d+ \w+ \d{4}/);
    await expect(bzpeer).toContainText('Works 6, ');
  });
});

test('a record’s files apply its filters, and its page offers them', async ({ page, request }) => {
  await page.goto(`${yunquan}?from=2025`);
  const href = await page.getByRole('link', { name: 'CSL-JSON' }).getAttribute('href');
  expect(href).toBe(`${yunquan}/works/cite.json?from=2025`);
  const items: { issued: { 'date-parts': number[][] } }[] = await (await request.get(href ?? '')).json();
  expect(items.length).toBe(11);
  for (const { issued } of items) expect(issued['date-parts'][0]?.[0]).toBeGreaterThanOrEqual(2025);
  const permanent = page.getByLabel(/Permanent link/);
  await expect(permanent).toHaveValue(/^http.*\/authors\/[0-9a-z]{12}$/);
  await expect(permanent).not.toBeEditable();
});

test('a file of no works, too many works or unknown works is rejected with advice', async ({ request }) => {
  const many = Array.from({ length: 201 }, (_, at) => `id=x${at}`).join('&');
  for (const [query, status, words] of [
    ['', 400, /select works/],
    [`?${many}`, 400, /at most 200/],
    ['?id=nothing-here&id=<b>', 404, /nothing-here, \?b\?/],
  ] as const) {
    const response = await request.get(`/works/cite.bib${query}`);
    expect(response.status(), query).toBe(status);
    expect(await response.text(), query).toMatch(words);
  }
});

test('two versions of one work are listed together, the published one first; a retracted one is marked', async ({ page }) => {
  await importVersions();
  await page.goto('/authors/vera-fassung');
  await expect(works(page)).toHaveCount(2);
  await expect(page.getByText('3 works in 2 entries')).toBeVisible();
  const entry = works(page).filter({ hasText: 'A lantern told twice' });
  await expect(entry).toContainText('Conference paper');
  await entry.getByText('2 versions').click();
  await expect(entry).toContainText('the texts have not been compared');
  await expectAccessible(page);
  const retracted = works(page).filter({ hasText: 'withdrawn' });
  await expect(retracted.getByRole('heading')).toContainText('Retracted');
  await expect(retracted.locator('s')).toContainText('A lantern withdrawn');
  await entry.getByRole('link', { name: 'Preprint' }).click();
  await expect(page.getByRole('region', { name: 'Other versions' })).toContainText('Conference paper');
});

/** Imports works of an invented person, as from her BibTeX file. */
const importVersions = (): Promise<void> =>
  changeDatabase(async (tx) => {
    const { storeWorks } = await import('#lib/catalog/ingest/commands/store-works.ts');
    const createImportedWork = (recordId: string, title: string, more: object) => ({
      ...{ source: 'bibtex' as const, recordId, title: [title], type: 'paper' as const, identifiers: [], indicators: [] },
      ...{ authors: [{ name: 'Vera Fassung' }], authorsComplete: true },
      ...more,
    });
    await storeWorks(tx, {
      source: 'bibtex',
      importId: null,
      observedAt: new Date(),
      works: [
        createImportedWork('lantern', 'A lantern told twice, and lit once', { year: 2024, venue: 'Lamps' }),
        createImportedWork('lantern-early', 'A Lantern Told Twice and Lit Once', { year: 2025, type: 'preprint' }),
        createImportedWork('lantern-withdrawn', 'A lantern withdrawn from every shelf', { year: 2023, retracted: true }),
      ],
    });
  });

for (const width of [390, 1440]) {
  test(`filters, boxes and sources pass axe and do not scroll sideways at ${width} px, light and dark`, async ({ browser }) => {
    const context = await browser.newContext({ viewport: { width, height: 900 } });
    const page = await context.newPage();
    for (const [path, opened] of [
      [`${yunquan}?from=2024&code=none`, 'Change the filters'],
      [`${yunquan}?order=title&select=on`, 'Why is this listed?'],
      ['/authors/daning-cheng/sources', null],
    ] as const) {
      await page.goto(path);
      if (opened) await page.getByText(opened).first().click();
      await expectAccessibleInBothThemes(page);
    }
    await page.goto(yunquan);
    await works(page).filter({ hasText: 'CALM:' }).getByRole('heading').getByRole('link').click();
    for (const fact of ['Date', 'Authors', 'Summary by Peergraph']) await page.getByText(new RegExp(`^${fact} · `)).click();
    await expectAccessibleInBothThemes(page);
    await context.close();
  });
}

test.describe('the citation of a work in a list', () => {
  test('is copied with two clicks, and Escape returns to the list', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/authors/yunquan-zhang');
    const cite = page.getByRole('link', { name: 'cite', exact: true }).first();
    await cite.click();
    const panel = page.getByRole('dialog');
    await panel.getByRole('button', { name: 'Copy APA' }).click();
    await expect(panel.getByRole('button', { name: 'Copied' })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\(\d{4}.*\)\. /);
    await panel.getByRole('link', { name: 'BibTeX' }).click();
    await expect(panel).toContainText('@');
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
    await expect(cite).toBeFocused();
  });

  test.describe('without script', () => {
    test.use({ javaScriptEnabled: false });
    test('is a page with all styles', async ({ page }) => {
      await page.goto('/authors/yunquan-zhang');
      await page.getByRole('link', { name: 'cite', exact: true }).first().click();
      await page.getByRole('link', { name: 'MLA' }).click();
      await expect(page).toHaveURL(/\/works\/[^/]+\/cite\?style=mla$/);
      await expect(page.getByRole('region', { name: 'Citation' })).toContainText('“');
    });
  });
});

test('the page of a work has its facts, its citation and related works in the first screens, and sources in one line', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(yunquan);
  await page.getByRole('link', { name: /^DynaTrain/ }).click();
  const topOf = async (name: string) => (await page.getByRole('heading', { level: 2, name, exact: true }).boundingBox())?.y ?? Infinity;
  expect(await topOf('Cite')).toBeLessThan(900);
  expect(await topOf('Details')).toBeLessThan(900);
  expect(await topOf('Related works')).toBeLessThan(900);
  await page.getByRole('region', { name: 'Details' }).getByRole('link', { name: 'What each source says' }).click();
  await expect(page).toHaveURL(/#who-says-so$/);
});
