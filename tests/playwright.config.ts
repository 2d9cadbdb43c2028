import { defineConfig } from '@playwright/test';

// Debian's Chromium; the flags keep it from calling home, let it run as root in a container, and start no process in reserve for each context.
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  '--renderer-process-limit=1',
];

const isPostgres = process.env.E2E_DATABASE_URL?.startsWith('postgres') === true;
// How a page looks is judged on SQLite alone (e2e/pages.ts): a page without its fonts is loaded with an eighth less work.
if (isPostgres) args.push('--disable-remote-fonts');

export default defineConfig({
  testDir: './e2e',
  // Node strips the types itself. Playwright would compile every module of the product that a walk imports: 8 s of a core for each worker.
  build: { external: ['**/*.ts'] },
  testMatch: '**/*.spec.ts',
  // Walks that move the clock run one by one, on instances of their own (tests/run.ts).
  testIgnore: process.env.E2E_CLOCK ? [] : ['**/*.clock.spec.ts'],
  // What is decided before a database is asked is walked on SQLite alone.
  ...(isPostgres && { grepInvert: /@one-engine/ }),
  // Each run empties its folder when it begins, and two may run at once.
  outputDir: `../test-results/${process.env.E2E_NAME ?? 'walk'}`,
  fullyParallel: false,
  workers: process.env.E2E_CLOCK ? 1 : 2,
  retries: 0,
  // `npm test` has up to four walks at once on two cores (tests/run.ts): these limits end what hangs, and not what is slow.
  timeout: 300_000,
  expect: { timeout: 40_000 },
  reporter: [['list'], ['json']],
  use: {
    baseURL: process.env.E2E_URL ?? 'http://localhost:3000',
    launchOptions: { executablePath: process.env.E2E_CHROMIUM ?? '/usr/bin/chromium', args },
    // A trace records the page around every step, which costs a fifth of the time: E2E_TRACE=on for one that fails.
    trace: process.env.E2E_TRACE === 'on' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
  },
});
