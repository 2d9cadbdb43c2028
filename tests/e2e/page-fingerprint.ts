import { createHash } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

/** Fingerprints of pages that passed in this run, as empty files in a folder shared by all tests of the run (tests/run.ts). */
const folder = process.env.E2E_JUDGED;

export const hasPassed = (look: string): boolean => folder !== undefined && existsSync(join(folder, look));

export function recordPassed(look: string): void {
  if (folder !== undefined) writeFileSync(join(folder, look), '');
}

/** Fingerprints of a page, used as file names. */
interface PageFingerprint {
  /** Hash of elements and texts, without hosts, ids and times of day, and of the reader's media preferences except the colour scheme. */
  page: string;
  /** `page` with the size of the window. */
  layout: string;
  /** `layout` with the colour scheme. */
  colours: string;
}

export async function fingerprintPage(page: Page): Promise<PageFingerprint> {
  const look = await page.evaluate(() => {
    const whole = document.documentElement.cloneNode(true) as Element;
    for (const unseen of whole.querySelectorAll('script, link[rel$="preload"]')) unseen.remove();
    const wishes = ['forced-colors: active', 'prefers-reduced-motion: reduce', 'prefers-contrast: more'];
    return {
      html: whole.outerHTML,
      isDark: matchMedia('(prefers-color-scheme: dark)').matches,
      wishes: wishes.filter((wish) => matchMedia(`(${wish})`).matches),
      onTop: [...document.querySelectorAll(':modal, :popover-open')].map((each) => each.outerHTML.length),
      size: [innerWidth, innerHeight, devicePixelRatio, getComputedStyle(document.documentElement).fontSize],
    };
  });
  const html = look.html
    .replace(/(localhost|127\.0\.0\.1):\d+/g, 'host')
    .replace(/\b(?=[a-z]*\d)[0-9a-z]{12,}\b/g, 'id')
    .replace(/(?<!\d)\d\d:\d\d(:\d\d(\.\d+)?)?(?!\d)/g, 'time');
  const hash = (...parts: unknown[]) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
  const whole = hash(html, look.wishes, look.onTop);
  const layout = hash(whole, look.size);
  return { page: whole, layout, colours: `${layout}-${look.isDark ? 'dark' : 'light'}` };
}
