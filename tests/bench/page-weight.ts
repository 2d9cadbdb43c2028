import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { findChromium } from '../chromium.ts';
import { startInstance } from '../instance.ts';
import { freePort } from '../postgres.ts';

const pages = [
  '/',
  '/authors/yunquan-zhang',
  '/authors/yunquan-zhang?type=preprint',
  '/authors/mara-lindqvist',
  '/authors/mara-lindqvist/trust',
  '/topics/machine-learning',
  '/graph?from=author:yunquan-zhang',
  '/search?q=zhang',
  '/methods',
  '/authors',
];
/** Fetched by npx for this benchmark only: with its dependencies it would be a quarter of all files that `npm ci` installs. */
const lighthouse = 'lighthouse@13.5.0';

/** The fields of a Lighthouse report that the benchmark reads. */
interface Report {
  categories: Record<string, { id: string; score: number | null }>;
  audits: Record<string, { id: string; score: number | null; scoreDisplayMode: string }>;
}

async function reportOn(url: string, port: number): Promise<Report> {
  const args = ['--yes', lighthouse, url, `--port=${port}`, '--output=json', '--quiet', '--no-enable-error-reporting'];
  const { stdout } = await promisify(execFile)('npx', args, { maxBuffer: 100_000_000 });
  return JSON.parse(stdout);
}

const kinds = { document: 'HTML', stylesheet: 'CSS', script: 'script', font: 'fonts' } as const;

/** Measures the bytes of a first visit without a session, and the Lighthouse scores with its mobile throttling. */
export async function benchPageWeight(): Promise<void> {
  const instance = await startInstance();
  const port = await freePort();
  const flags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];
  const browser = await chromium.launch({ executablePath: await findChromium(), args: [...flags, `--remote-debugging-port=${port}`] });
  try {
    for (const path of pages) {
      const context = await browser.newContext();
      const page = await context.newPage();
      const bytes: Record<string, number> = {};
      let requests = 0;
      page.on('requestfinished', async (request) => {
        requests += 1;
        const kind = kinds[request.resourceType() as keyof typeof kinds] ?? 'other';
        bytes[kind] = (bytes[kind] ?? 0) + (await request.sizes()).responseBodySize;
      });
      await page.goto(instance.url + path, { waitUntil: 'networkidle' });
      await page.waitForTimeout(200);
      await context.close();
      const weights = [...Object.values(kinds), 'other'].map((kind) => `${kind} ${((bytes[kind] ?? 0) / 1000).toFixed(1)} kB`);
      const { categories, audits } = await reportOn(instance.url + path, port);
      const scores = Object.values(categories).map(({ id, score }) => `${id} ${Math.round((score ?? 0) * 100)}`);
      console.log(`${path.padEnd(40)} ${weights.join(', ')}; ${requests} requests; Lighthouse: ${scores.join(', ')}`);
      const faults = Object.values(audits).filter(({ score, scoreDisplayMode }) => score === 0 && scoreDisplayMode === 'binary');
      for (const { id } of faults) console.log(`   ${id}`);
    }
  } finally {
    await browser.close();
    await instance.stop();
  }
}
