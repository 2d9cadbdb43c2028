import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** WCAG 2.2, A and AA. */
export const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * The violations that axe finds on a page, by the rules with these tags, or by all. Most of axe's usual time goes into a second page that
 * merges the results of frames, and into lists of what passed: our pages have no frames, and only violations are read.
 */
export async function violationsOn(page: Page, tags?: string[]) {
  expect(page.frames(), 'a frame on the page would not be looked at').toHaveLength(1);
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });
  await pin(page, 'static');
  const { violations } = await (tags ? axe.withTags(tags) : axe).analyze();
  await pin(page, '');
  return violations;
}

/** Bars that stay in place cover a part of the page until it is scrolled: axe takes what is below them for too small a target. */
const pin = (page: Page, position: 'static' | ''): Promise<void> =>
  page.evaluate((wanted) => {
    for (const bar of document.querySelectorAll<HTMLElement>('header, nav')) {
      if (wanted === '' || /sticky|fixed/.test(getComputedStyle(bar).position)) bar.style.position = wanted;
    }
  }, position);
