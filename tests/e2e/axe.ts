import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';

/** WCAG 2.2, A and AA. */
export const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The rules that ask for the colours of a page. */
const aboutColours = ['color-contrast', 'link-in-text-block'];
/** A page that has no fault in light colours can have these alone in dark ones. */
export const colours: axe.RunOnly = { type: 'rule', values: aboutColours };
export const wcagAndBestPractice: axe.RunOnly = { type: 'tag', values: [...wcag, 'best-practice'] };

let source: string | undefined;
const axeSource = (): string => (source ??= readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8'));

/**
 * The violations that axe finds on a page, by some rules or by all. It is called as itself: @axe-core/playwright loads it
 * twice for each page, and lists what passed, which takes three times as long. Our pages have no frames, for which that package is made.
 */
export async function violationsOn(page: Page, runOnly?: axe.RunOnly): Promise<axe.Result[]> {
  expect(page.frames(), 'a frame on the page would not be looked at').toHaveLength(1);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource());
  await pin(page, 'static');
  const violations = await page.evaluate(async (only) => {
    const { axe: loaded } = window as unknown as { axe: typeof axe };
    return (await loaded.run(document, { resultTypes: ['violations'], ...(only && { runOnly: only }) })).violations;
  }, runOnly);
  await pin(page, '');
  return violations;
}

/** Bars that stay in place cover a part of the page until it is scrolled: axe takes what is below them for too small a target. */
const pin = (page: Page, position: 'static' | ''): Promise<void> =>
  page.evaluate((wanted) => {
    for (const bar of document.querySelectorAll<HTMLElement>('header, nav')) {
      if (wanted === '' || /sticky|fixed/.test(getComputedStyle(bar).position)) bar.style.position = wanted;
      // An empty attribute would make the page differ from the one that was judged (judged-pages.ts).
      if (bar.getAttribute('style') === '') bar.removeAttribute('style');
    }
  }, position);
