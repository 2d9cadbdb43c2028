import { defineConfig } from '@playwright/test';

// For Debian's Chromium: no requests to its vendor, works as root in a container, and no spare process for each context.
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
// The appearance of pages is checked on SQLite only (e2e/pages.ts). Without fonts, a page takes an eighth less work to load.
if (isPostgres) args.push('--disable-remote-fonts');

export default defineConfig({
  testDir: './e2e',
  // Node strips the types. Playwright would compile every product module that a test imports: 8 s of one core per worker.
  build: { external: ['**/*.ts'] },
  testMatch: '**/*.spec.ts',
  // Tests that move the clock run one by one, on their own instances (tests/run.ts).
  testIgnore: process.env.E2E_CLOCK ? [] : ['**/*.clock.spec.ts'],
  // Behaviour that does not depend on a database is tested on SQLite only.
  ...(isPostgres && { grepInvert: /@one-engine/ }),
  // A run empties its folder when it begins, and two runs can overlap.
  outputDir: `../test-results/${process.env.E2E_NAME ?? 'walk'}`,
  fullyParallel: false,
  workers: process.env.E2E_CLOCK ? 1 : 2,
  retries: 0,
  // `npm test` has up to four tests at once on two cores (tests/run.ts): the limits stop tests that hang, not slow ones.
  timeout: 300_000,
  expect: { timeout: 40_000 },
  reporter: [['list'], ['json']],
  use: {
    baseURL: process.env.E2E_URL ?? 'http://localhost:3000',
    launchOptions: { executablePath: process.env.E2E_CHROMIUM ?? '/usr/bin/chromium', args },
    // A trace records the page at every step, which costs a fifth of the time: set E2E_TRACE=on to examine a failure.
    trace: process.env.E2E_TRACE === 'on' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
  },
});
