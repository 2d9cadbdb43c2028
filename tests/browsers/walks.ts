import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { findChromium } from '../chromium.ts';
import { startInstance } from '../instance.ts';
import { type Measure, walks } from './walk-list.ts';
import { type Mode, modes, Walker } from './walker.ts';

/**
 * `npm run walks`: what people do here, in Chromium, on a desktop and a phone, with the mouse, with the keyboard alone and without script.
 * Each combination has an instance of its own with the sample. Prints the clicks of each walk, and fails if a walk fails or needs more clicks
 * than it may. `--width`, `--mode` and `--walk <number>` select; later walks use what earlier ones have done.
 */
const viewports = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;

const { values: options } = parseArgs({
  options: { width: { type: 'string' }, mode: { type: 'string' }, walk: { type: 'string', multiple: true }, inside: { type: 'boolean' } },
});

/** A DOI registry that knows one work. */
async function startRegistry() {
  const item = {
    type: 'article-journal',
    title: 'Lanterns for Small Matrices',
    author: [
      { given: 'Yunquan', family: 'Zhang' },
      { given: 'Vera', family: 'Kell' },
    ],
    issued: { 'date-parts': [[2025, 5]] },
    DOI: '10.5555/lanterns',
  };
  const server = createServer((request, response) => {
    const isKnown = decodeURIComponent(request.url ?? '').includes(item.DOI);
    response.writeHead(isKnown ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(isKnown ? item : {}));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => server.close() };
}

const row = (cells: readonly string[]): string => cells.map((cell, at) => cell.padEnd([4, 62, 8, 10, 7, 0][at] ?? 0)).join('');

/** The walks of one combination, in a process whose environment is that of the instance. Returns whether all passed. */
async function walkAll(width: number, mode: Mode): Promise<boolean> {
  const viewport = viewports.find((each) => each.width === width) ?? viewports[0];
  const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox'] });
  let allPassed = true;
  for (const [at, { name, run }] of walks.entries()) {
    if (options.walk && !options.walk.includes(String(at + 1))) continue;
    const walker = new Walker({ browser, url: process.env.E2E_URL ?? '', viewport, mode });
    let result = '';
    let fault: unknown;
    try {
      const measures: Measure[] = await run(walker);
      const missed = measures.filter(({ count, max }) => count > max);
      const shown = measures.map(({ what, count, max }) => `${what} ${count} of at most ${max}`).join(', ');
      result = `${missed.length > 0 ? 'FAILED' : 'passed'}: ${shown}`;
    } catch (error) {
      fault = error;
      result = 'FAILED';
    }
    allPassed &&= result.startsWith('passed');
    console.log(row([String(at + 1), name, `${width}`, mode, String(walker.clicks), result]));
    if (fault) {
      console.error(fault instanceof Error ? fault.stack?.split('matcherResult')[0] : fault);
      for (const page of browser.contexts().flatMap((context) => context.pages()))
        console.error(`\n${page.url()}\n${(await page.locator('main').ariaSnapshot()).slice(0, 1500)}`);
    }
    await Promise.all(browser.contexts().map((context) => context.close()));
  }
  await browser.close();
  return allPassed;
}

/** Starts an instance, and walks on it in a child process. Returns whether all walks passed. */
async function runCombination(width: number, mode: Mode): Promise<boolean> {
  const registry = await startRegistry();
  const instance = await startInstance({ CROSSREF_API_URL: registry.url, DATACITE_API_URL: registry.url });
  try {
    const selected = (options.walk ?? []).map((each) => `--walk=${each}`);
    const args = [...process.execArgv, import.meta.filename, '--inside', `--width=${width}`, `--mode=${mode}`, ...selected];
    const child = spawn(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ...instance.env } });
    const [code] = await once(child, 'exit');
    return code === 0;
  } finally {
    await instance.stop();
    registry.stop();
  }
}

const isChosen = (option: string | undefined, value: string | number): boolean => !option || option === String(value);

if (options.inside) process.exit((await walkAll(Number(options.width), options.mode as Mode)) ? 0 : 1);
console.log(row(['', 'walk', 'px', 'mode', 'clicks', 'result']));
let passed = true;
for (const { width } of viewports)
  for (const mode of modes)
    if (isChosen(options.width, width) && isChosen(options.mode, mode)) passed = (await runCombination(width, mode)) && passed;
process.exit(passed ? 0 : 1);
