import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';

/** Tags of WCAG 2.2, levels A and AA. */
export const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const colourRuleIds = ['color-contrast', 'link-in-text-block'];
/** Rules about colours: the only ones that a page can violate in just one of the two colour schemes. */
export const colourRules: axe.RunOnly = { type: 'rule', values: colourRuleIds };
export const allRules: axe.RunOnly = { type: 'tag', values: [...wcag, 'best-practice'] };

let source: string | undefined;
const axeSource = (): string => (source ??= readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8'));

/**
 * Returns the violations that axe finds on a page, by the given rules or by all. axe-core is run directly: @axe-core/playwright loads it
 * twice for each page and lists passed rules, which takes three times as long. That package is for frames, and our pages have none.
 */
export async function findViolations(page: Page, runOnly?: axe.RunOnly): Promise<axe.Result[]> {
  expect(page.frames(), 'a frame on the page would not be checked').toHaveLength(1);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource());
  await setBarPosition(page, 'static');
  const violations = await page.evaluate(async (only) => {
    const { axe: loaded } = window as unknown as { axe: typeof axe };
    return (await loaded.run(document, { resultTypes: ['violations'], ...(only && { runOnly: only }) })).violations;
  }, runOnly);
  await setBarPosition(page, '');
  return violations;
}

/** Sets the position of sticky and fixed bars. They cover a part of the page, and axe would report covered links as too small targets. */
const setBarPosition = (page: Page, position: 'static' | ''): Promise<void> =>
  page.evaluate((wanted) => {
    for (const bar of document.querySelectorAll<HTMLElement>('header, nav')) {
      if (wanted === '' || /sticky|fixed/.test(getComputedStyle(bar).position)) bar.style.position = wanted;
      // An empty attribute would change the page's fingerprint (page-fingerprint.ts).
      if (bar.getAttribute('style') === '') bar.removeAttribute('style');
    }
  }, position);
