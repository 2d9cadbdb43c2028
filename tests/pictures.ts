import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { findChromium } from './chromium.ts';
import { startInstance } from './instance.ts';

/** `npm run pictures`: takes the screenshots of README.md on an instance with the sample, in light and dark mode. */
const folder = 'docs/pictures';
const maxBytes = 1_500_000;
/** The first page of each kind is slow on a busy machine. */
const timeoutMs = 120_000;
const pictures = {
  home: '/',
  profile: '/authors/mara-lindqvist',
  graph: '/graph?from=author:yunquan-zhang',
  invitation: '/invite/mara-lindqvist',
} as const;

async function openAs(browser: Browser, url: string, token: string, colorScheme: 'light' | 'dark'): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1280, height: 800 }, colorScheme, reducedMotion: 'reduce' });
  context.setDefaultTimeout(timeoutMs);
  const page = await context.newPage();
  await page.goto(`/outbox?token=${token}`);
  await page.getByRole('button', { name: 'Continue as Tomás Okafor' }).click();
  await page.waitForURL(/\/me$/);
  return page;
}

const instance = await startInstance();
const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox'] });
try {
  mkdirSync(folder, { recursive: true });
  const token = readFileSync(join(instance.dataDir, 'outbox-token'), 'utf8').trim();
  let bytes = 0;
  for (const scheme of ['light', 'dark'] as const) {
    const signedIn = await openAs(browser, instance.url, token, scheme);
    const context = await browser.newContext({ baseURL: instance.url, viewport: { width: 1280, height: 800 }, colorScheme: scheme });
    context.setDefaultTimeout(timeoutMs);
    const reader = await context.newPage();
    for (const [name, path] of Object.entries(pictures)) {
      const page = name === 'invitation' ? signedIn : reader;
      const file = join(folder, `${name}-${scheme}.png`);
      await page.goto(path, { waitUntil: 'networkidle' });
      if (name === 'graph') await page.locator('[data-explorer][data-arranged="true"]').waitFor();
      await page.screenshot({ path: file });
      bytes += statSync(file).size;
    }
  }
  console.log(`${Object.keys(pictures).length * 2} pictures in ${folder}, ${Math.round(bytes / 1024)} kB`);
  if (bytes > maxBytes) throw new Error(`The pictures are larger than ${maxBytes / 1_000_000} MB.`);
} finally {
  await browser.close();
  await instance.stop();
}
