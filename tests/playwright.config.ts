import { defineConfig } from '@playwright/test';
import { resolveLocalhost } from './e2e/localhost.ts';

resolveLocalhost();

// Flags for Debian's Chromium: no background network requests, running as root in a container, and no spare renderer process per context.
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
// The appearance of pages is checked on SQLite only (e2e/pages.ts): without fonts, loading a page takes an eighth less CPU time.
if (isPostgres) args.push('--disable-remote-fonts');

export default defineConfig({
  testDir: './e2e',
  // Node strips types itself. Playwright would compile every module that a test imports: 8 s of CPU time for each worker.
  build: { external: ['**/*.ts'] },
  testMatch: '**/*.spec.ts',
  // Tests that move the clock run one by one, on separate instances (tests/run.ts).
  testIgnore: process.env.E2E_CLOCK ? [] : ['**/*.clock.spec.ts'],
  // Tests tagged @one-engine check what does not depend on the database: they run on SQLite only.
  ...(isPostgres && { grepInvert: /@one-engine/ }),
  // Each run empties its folder at the start, and two may run concurrently.
  outputDir: `../test-results/${process.env.E2E_NAME ?? 'walk'}`,
  fullyParallel: false,
  workers: process.env.E2E_CLOCK ? 1 : 2,
  retries: 0,
  // `npm test` runs up to four tests concurrently on two cores (tests/run.ts): these limits end tests that hang, not slow ones.
  timeout: 300_000,
  expect: { timeout: 40_000 },
  reporter: [['list'], ['json']],
  use: {
    baseURL: process.env.E2E_URL ?? 'http://localhost:3000',
    launchOptions: { executablePath: process.env.E2E_CHROMIUM ?? '/usr/bin/chromium', args },
    // A trace records the page around every step, which adds a fifth to the time: set E2E_TRACE=on for a failing test.
    trace: process.env.E2E_TRACE === 'on' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
  },
});
