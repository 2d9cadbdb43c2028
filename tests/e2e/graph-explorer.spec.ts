import { readFileSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, expect, type Locator, type Page, test } from '@playwright/test';
import { changeDatabase } from './instance-database.ts';
import { tabTo } from './keyboard.ts';
import { expectAccessibleInBothThemes } from './pages.ts';

// What does not depend on the database runs on one engine (@one-engine).
const around = (start: string, more = '') => `/graph?from=${start}${more}`;
const yunquan = around('author:yunquan-zhang');

async function openGraph(browser: Browser, address: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 1000 }, ...options })).newPage();
  await page.goto(address);
  await expect(page.locator('[data-explorer="drawn"][data-arranged="true"]')).toBeVisible();
  await expect(page.locator('[data-graph]')).toBeHidden();
  return page;
}

const stageOf = (page: Page) => page.getByRole('application');
const saidOn = (page: Page) => page.locator('[data-explorer] > [role="status"]');
const panel = (page: Page, title: string) => page.locator('details').filter({ has: page.locator('summary', { hasText: title }) });
const openPanel = (page: Page, title: string) => panel(page, title).locator('summary').click();

/** Points at one place of the picture after another, until `isFound`. */
async function scan(page: Page, at: (x: number, y: number) => Promise<unknown>, isFound: () => Promise<boolean>): Promise<void> {
  await stageOf(page).scrollIntoViewIfNeeded();
  const box = await stageOf(page).boundingBox();
  if (!box) throw new Error('The picture has no box.');
  for (let step = 0; step < 400; step += 1) {
    const radius = (step / 400) ** 0.5 * 0.45;
    await at(box.x + box.width * (0.5 + radius * Math.cos(step * 2.4)), box.y + box.height * (0.5 + radius * Math.sin(step * 2.4)));
    if (await isFound()) return;
  }
  throw new Error('There is no node in the picture.');
}

test('by mouse: who connects two people, through which works, and what they share, to take along @one-engine', async ({ browser }) => {
  const page = await openGraph(browser, yunquan);
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  const card = stageOf(page).locator('xpath=following-sibling::div[@aria-hidden="true"]');
  await scan(
    page,
    (x, y) => page.mouse.move(x, y),
    () => card.isVisible(),
  );
  const pointed = (await card.locator('p').nth(1).textContent()) ?? '';
  await page.mouse.down();
  await page.mouse.up();
  await expect(page.getByRole('heading', { level: 2, name: pointed })).toBeVisible();

  await page.goto(yunquan);
  await openPanel(page, 'Path');
  await panel(page, 'Path').getByRole('searchbox').fill('kairong luo');
  await panel(page, 'Path')
    .getByRole('button', { name: /^Path to Kairong Luo/ })
    .first()
    .click();
  const path = page.getByRole('list', { name: 'Path from Yunquan Zhang to Kairong Luo' });
  await expect(path.locator('a[href^="/works/"]').first()).toBeVisible();
  await expect(path.getByRole('link', { name: /joint work/ })).toHaveCount(2);
  await expect(page).toHaveURL(/&to=author:kairong-luo/);
  await page.getByRole('button', { name: 'Undo: find paths from Yunquan Zhang to Kairong Luo' }).click();
  await expect(page).toHaveURL(yunquan);
  await page.goForward();
  await expect(path).toBeVisible();

  await page.goto(yunquan);
  await openPanel(page, 'Compare');
  await panel(page, 'Compare').getByRole('searchbox').fill('daning cheng');
  await page
    .getByRole('button', { name: /^Compare with Daning Cheng/ })
    .first()
    .click();
  await expect(page.getByText(/^Yunquan Zhang and Daning Cheng share \d+ nodes\.$/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Works: 9 shared' })).toBeVisible();

  await openPanel(page, 'Download');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Picture as SVG' }).click();
  const file = readFileSync(await (await saved).path(), 'utf8');
  expect(file).toContain('<title>Daning Cheng</title>');
  const savedPng = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Picture as PNG' }).click();
  expect((await savedPng).suggestedFilename()).toBe('graph-author-yunquan-zhang.png');
  const savedData = page.waitForEvent('download');
  await page.getByRole('button', { name: 'GraphML' }).click();
  const data = readFileSync(await (await savedData).path(), 'utf8');
  const rows = await page.getByRole('table').locator('caption').textContent();
  expect(`${data.match(/<node /g)?.length} nodes in this picture`).toBe(rows);
  expect(errors).toEqual([]);
});

test('by keyboard: travels along links, is told where they lead, and finds who works at an institution since 2020 @one-engine', async ({
  browser,
}) => {
  const page = await openGraph(browser, around('institution:zhejiang-lab', '&since=2020'));
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await tabTo(page, stageOf(page));
  await page.keyboard.press('ArrowRight');
  await expect(saidOn(page)).toHaveText(/^1 of \d+: .+, (person|topic|work), .+\.$/);
  await page.keyboard.press('ArrowDown');
  await expect(saidOn(page)).toHaveText(/^.+, \d+ links?\.$/);
  await page.keyboard.press('ArrowUp');
  await expect(saidOn(page)).toHaveText(/^1 of \d+: /);
  await page.keyboard.press('Enter');
  await expect(saidOn(page)).toHaveText(/ selected\. Its actions follow the picture\.$/);
  const people = page.locator('tbody tr').filter({ has: page.getByRole('cell', { name: 'person', exact: true }) });
  const person = people.first().getByRole('button');
  await tabTo(page, person);
  await page.keyboard.press('Enter');
  const selected = page.getByRole('region', { name: ((await person.textContent()) ?? '').replace(/^Select\s+/, '') });
  await expect(selected.getByRole('link', { name: /^1 work, 2022/ })).toBeVisible();
  await tabTo(page, selected.getByRole('button', { name: /^Focus on / }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/since=2020.*&focus=author:/);
  await expect(page.getByRole('button', { name: 'Leave focus', exact: true })).toBeVisible();
});

test('by touch at 390 px: taps, pinches, hides and restores, without movement if that is wanted @one-engine', async ({ browser }) => {
  const page = await openGraph(browser, yunquan, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
  });
  const hide = page.getByRole('button', { name: /^Hide / });
  await scan(
    page,
    (x, y) => page.touchscreen.tap(x, y),
    () => hide.isVisible(),
  );
  const before = await stageOf(page).screenshot();
  const box = await stageOf(page).boundingBox();
  const touch = await page.context().newCDPSession(page);
  const [x, y] = [(box?.x ?? 0) + 180, (box?.y ?? 0) + 180];
  for (const [type, reach] of [
    ['touchStart', 20],
    ['touchMove', 60],
    ['touchMove', 110],
    ['touchEnd', 0],
  ] as const)
    await touch.send('Input.dispatchTouchEvent', {
      type,
      touchPoints:
        type === 'touchEnd'
          ? []
          : [
              { x: x - reach, y },
              { x: x + reach, y },
            ],
    });
  await expect.poll(async () => before.equals(await stageOf(page).screenshot())).toBe(false);
  await hide.tap();
  await expect(page).toHaveURL(/&hidden=/);
  const [one, other] = [await stageOf(page).screenshot(), await stageOf(page).screenshot()];
  expect(one.equals(other)).toBe(true);
  await page.getByRole('button', { name: 'Show 1 hidden' }).tap();
  await expect(page).not.toHaveURL(/hidden=/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});

// Who works on this topic at this institution since 2020? Ben Sandhill and Eva Coastline; the others before, on something else, or elsewhere.
const institute = 'Tidal Institute of Sand';
const topic = 'Reading of dunes';
const signedWorks: [year: number, category: string, authors: Record<string, string>][] = [
  [2015, topic, { 'Ada Duneman': institute }],
  [2021, topic, { 'Ben Sandhill': institute }],
  [2022, 'Counting of shells', { 'Cem Strandline': institute }],
  [2023, topic, { 'Dea Shoreham': 'College of Gravel' }],
  [2023, topic, { 'Ben Sandhill': institute, 'Eva Coastline': institute }],
];
const whoWorksThere = ['Ben Sandhill', 'Eva Coastline'];

async function storeSignedWorks(): Promise<void> {
  await changeDatabase(async (tx) => {
    const { storeWorks } = await import('#lib/catalog/ingest/commands/store-works.ts');
    const works = signedWorks.map(([year, category, authors], at) => ({
      ...{
        source: 'scholar-feed' as const,
        recordId: `dunes-${at}`,
        title: [`Sand and what it says, part ${at}`],
        type: 'article' as const,
      },
      ...{ year, category, identifiers: [], authorsComplete: true, indicators: [] },
      authors: Object.entries(authors).map(([name, affiliation]) => ({ name, affiliation })),
    }));
    await storeWorks(tx, { source: 'scholar-feed', importId: null, observedAt: new Date(), works });
  });
  await changeDatabase(async (tx) => {
    const { refreshContexts } = await import('#lib/catalog/contexts/commands/refresh.ts');
    while ((await refreshContexts(tx, 100)) > 0);
  });
}

interface Hand {
  options?: BrowserContextOptions;
  press: (page: Page, target: Locator) => Promise<unknown>;
  /** Moves a slider from its start to a place, of so many. */
  slide: (page: Page, slider: Locator, place: number, places: number) => Promise<void>;
}

const thumbWidth = 16;
const pointAt =
  (press: (page: Page, x: number, y: number) => Promise<unknown>): Hand['slide'] =>
  async (page, slider, place, places) => {
    await slider.scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await slider.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await press(page, x + thumbWidth / 2 + ((width - thumbWidth) * place) / places, y + height / 2);
  };

/** Moves the focus to a target, past the header of a page that was just opened. */
async function tabPastHeader(page: Page, target: Locator): Promise<void> {
  if (await page.evaluate(() => document.activeElement === document.body)) {
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
  }
  await tabTo(page, target);
}

const hands: Record<string, Hand> = {
  mouse: { press: (_, target) => target.click(), slide: pointAt((page, x, y) => page.mouse.click(x, y)) },
  keyboard: {
    press: async (page, target) => {
      await tabPastHeader(page, target);
      await page.keyboard.press('Enter');
    },
    slide: async (page, slider, place) => {
      await tabPastHeader(page, slider);
      for (let step = 0; step < place; step += 1) await page.keyboard.press('ArrowRight');
    },
  },
  'touch at 390 px': {
    options: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    press: (_, target) => target.tap(),
    slide: pointAt((page, x, y) => page.touchscreen.tap(x, y)),
  },
};

test.describe('who works on this topic at this institution since 2020', () => {
  test.beforeAll(storeSignedWorks);

  for (const [name, { options, press, slide }] of Object.entries(hands))
    test(`is answered by ${name} @one-engine`, async ({ browser }) => {
      const page = await (await browser.newContext({ viewport: { width: 1440, height: 1000 }, ...options })).newPage();
      await page.goto('/institutions/tidal-institute-of-sand');
      await press(page, page.getByRole('link', { name: 'Open in the graph' }));
      await expect(page.locator('[data-explorer="drawn"][data-arranged="true"]')).toBeVisible();
      // What a node is, is loaded when it is selected or pointed at.
      await expect(page.getByRole('region', { name: institute }).getByText('4 works, 4 people')).toBeVisible();
      await slide(page, page.getByLabel(/^From 2015/), 2020 - 2015, 2023 - 2015);
      await expect(page).toHaveURL(/since=2020/);
      const compare = panel(page, 'Compare');
      await press(page, compare.locator('summary'));
      const search = compare.getByRole('searchbox', { name: `Compare ${institute} with` });
      await press(page, search);
      await page.keyboard.type(topic);
      await press(page, compare.getByRole('button', { name: `Compare with ${topic}` }));
      const people = compare.locator('div').filter({ has: page.getByRole('heading', { name: 'People: 2 shared' }) });
      await expect(people.last().getByRole('listitem').getByRole('link')).toHaveText(whoWorksThere);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    });

  test('is answered without script @one-engine', async ({ browser }) => {
    const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
    await page.goto('/institutions/tidal-institute-of-sand');
    await page.getByRole('link', { name: 'Open in the graph' }).click();
    await page.getByLabel('Works from').fill('2020');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByLabel(`What ${institute} shares with`).fill(topic);
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.getByRole('region', { name: 'Compare' }).getByRole('link', { name: topic }).click();
    await expect(page).toHaveURL(/since=2020/);
    await expect(
      page
        .getByRole('table', { name: 'Shared people' })
        .locator('tbody tr')
        .locator('a')
        .filter({ hasText: /^[A-Z]/ }),
    ).toHaveText(whoWorksThere);
  });
});

test('is read in the order of the page, and passes axe in every state @one-engine', async ({ browser }) => {
  const state = '&to=author:kairong-luo&with=author:daning-cheng&at=author:daning-cheng&bridge=1+2';
  const page = await openGraph(browser, `${yunquan}${state}`);
  await expectAccessibleInBothThemes(page);
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Around Yunquan Zhang" [level=1]
      - figure:
        - group "Picture":
          - button "Undo" [disabled]
          - button "Redo" [disabled]
          - button "Zoom in"
        - application
      - region "New links by year"
      - region "Daning Cheng"
      - table
  `);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessibleInBothThemes(page);
});

test('without WebGL the picture of the server stays, with a sentence @one-engine', async ({ page }) => {
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  await page.goto(yunquan);
  await expect(page.getByText('This browser cannot draw the interactive graph, because it has no WebGL.')).toBeVisible();
  await expect(page.locator('[data-graph] svg:visible').first()).toBeVisible();
});

test('without script the same questions are answered by the page of the server @one-engine', async ({ browser }) => {
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await page.goto(`${yunquan}&to=author:kairong-luo&with=author:daning-cheng`);
  await expect(page.getByRole('region', { name: 'Path' }).locator('a[href^="/works/"]').first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Compare' }).getByRole('table', { name: 'Shared works' })).toBeVisible();
  await page.goto(around('institution:zhejiang-lab', '&since=2020'));
  await expect(page.locator('main svg:visible').first()).toBeVisible();
  await expect(page.locator('tbody tr').first()).toBeVisible();
});
