import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { type Instance, startInstance } from '../instance.ts';
import { largest, storeLargest } from '../largest-records.ts';
import { findViolations, wcag } from './axe.ts';

/** A record with 5,000 works, and a work with 450 authors, in the browser. */
test.describe.configure({ mode: 'serial' });

const petra = '/authors/petra-vielschreiber';
const works = (page: Page) => page.getByRole('article');

async function expectAccessible(page: Page): Promise<void> {
  const violations = await findViolations(page, { type: 'tag', values: wcag });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(overflow, `${page.url()} scrolls sideways`).toBeLessThanOrEqual(0);
}

let instance: Instance | undefined;
let folder = '';

// A separate instance, because thousands of works would affect the lists of other tests.
test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'peergraph-largest-'));
  process.env.DATABASE_URL = `file:${join(folder, 'largest.db')}`;
  const { openStore } = await import('#lib/platform/db/store.ts');
  const store = openStore(process.env.DATABASE_URL);
  await store.migrate();
  await storeLargest(store);
  await store.close();
  instance = await startInstance({ DATABASE_URL: process.env.DATABASE_URL, SAMPLE: 'off' });
});

test.afterAll(async () => {
  await instance?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const toUrl = (path: string): string => `${instance?.url}${path}`;

for (const width of [390, 1440]) {
  test(`5,000 works are a page of 50, a chart and filters, at ${width} px; no year label is clipped`, async ({ browser }) => {
    const context = await browser.newContext({ viewport: { width, height: 900 } });
    const page = await context.newPage();
    await page.goto(toUrl(petra));
    await expect(works(page)).toHaveCount(50);
    const clipped = await page.locator('figure svg text').evaluateAll((labels) =>
      labels.flatMap((label) => {
        const [box, frame] = [label.getBoundingClientRect(), label.closest('svg')?.getBoundingClientRect()];
        return frame && box.width > 0 && (box.right > frame.right + 1 || box.left < frame.left - 1) ? [label.textContent] : [];
      }),
    );
    expect(clipped).toEqual([]);
    await page.getByText('Works by year, as a table').click();
    await expect(page.locator('figure').getByRole('row')).toHaveCount(largest.years + 1);
    await expectAccessible(page);
    await context.close();
  });
}

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('a reader goes from a year of 5,000 works to its second page and back, and downloads the year', async ({ page, request }) => {
    await page.goto(toUrl(petra));
    await page.getByText('Works by year, as a table').click();
    await page.locator('figure').getByRole('link', { name: '2024' }).click();
    await expect(page.getByText('100 of 5,000 works', { exact: true })).toBeVisible();
    await expect(works(page)).toHaveCount(50);
    await page.getByRole('link', { name: 'Next page' }).click();
    await expect(works(page)).toHaveCount(50);
    const href = (await page.getByRole('link', { name: 'CSL-JSON' }).getAttribute('href')) ?? '';
    expect(JSON.parse(await (await request.get(toUrl(href))).text()).length).toBe(100);
    await page.getByRole('link', { name: 'First page' }).click();
    await expect(page).toHaveURL(/from=2024&to=2024#works$/);
  });

  test('450 authors are folded after a dozen, the own name stands out, and the page of the work has them all', async ({
    page,
    request,
  }) => {
    await page.goto(toUrl(`${petra}?from=2024&to=2024&order=title`));
    await page.getByRole('link', { name: 'Next page' }).click();
    const crowd = works(page).filter({ hasText: 'What four hundred and fifty people found' });
    await expect(crowd.getByText('and 438 more authors')).toBeVisible();
    await expect(crowd.locator('b', { hasText: largest.name }).first()).toBeVisible();
    await expect(crowd.getByText('Member200 Ofthecrowd')).toBeHidden();
    await crowd.getByText('and 438 more authors').click();
    await expect(crowd.getByText('Member200 Ofthecrowd')).toBeVisible();
    await crowd.getByText('Why is this listed?').click();
    await expect(crowd).toContainText('450th of 450 authors');
    await crowd.getByRole('heading').getByRole('link').click();
    const { pathname } = new URL(page.url());
    expect(await page.locator('#authors a').count()).toBe(largest.crowd);
    expect((await (await request.get(toUrl(`${pathname}/cite.bib`))).text()).match(/ and /g)?.length).toBeGreaterThanOrEqual(
      largest.crowd - 1,
    );
    expect((await request.get(toUrl(`${pathname}/card.png`))).status()).toBe(200);
  });
});
