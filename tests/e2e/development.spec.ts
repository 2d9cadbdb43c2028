import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { trackedFiles } from '../house/source-files.ts';
import { freePort } from '../postgres.ts';
import { removeFolder } from '../temporary-files.ts';
import { signIn } from './pages.ts';

/** `npm run dev` in a copy of the repository: an edit of each kind of file is shown in open pages. */
test.describe.configure({ mode: 'serial' });

/**
 * On two quiet cores, the framework shows an edit within a second, and a restart takes less than five. Other tests run concurrently, so the
 * limits only find a page that does not reload by itself. The times are printed.
 */
const limitMs = { reload: 20_000, restart: 40_000 };
const startMs = 200_000;

let folder: string;
let dataDir: string;
let server: ChildProcess;
let pages: { visitor: Page; member: Page };
let shared: string | undefined;
const times: string[] = [];

/** Opens a page by a visit, and waits for its connection to the framework. */
async function open(browser: Browser, baseURL: string, visit: (page: Page) => Promise<unknown>): Promise<Page> {
  const page = await (await browser.newContext({ baseURL })).newPage();
  const connected = page.waitForEvent('console', { predicate: (line) => line.text() === '[HMR] connected', timeout: startMs });
  await Promise.all([visit(page), connected]);
  return page;
}

test.beforeAll(async ({ browser }) => {
  // In the repository, whose packages it uses: Turbopack reads nothing outside the folder of the lock file.
  mkdirSync('.cache', { recursive: true });
  folder = mkdtempSync(resolve('.cache/development-'));
  dataDir = join(folder, 'data');
  for (const path of trackedFiles().filter((path) => path !== 'package-lock.json' && !/^(docs|tests)\//.test(path)))
    cpSync(path, join(folder, path));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const { DATABASE_URL: _, E2E_DATABASE_URL: __, ...inherited } = process.env;
  const env = { ...inherited, DATA_DIR: dataDir, PORT: String(port), PUBLIC_URL: url, LOG_LEVEL: 'warn', MAIL_INTERVAL_SECONDS: '0' };
  const script = JSON.parse(readFileSync('package.json', 'utf8'))
    .scripts.dev.replace(/^node /, '')
    .split(' ');
  server = spawn(process.execPath, script, { cwd: folder, env, stdio: ['ignore', 'inherit', 'inherit'] });
  await expect.poll(() => existsSync(join(dataDir, 'outbox-token')), { timeout: startMs }).toBe(true);
  shared = process.env.E2E_DATA_DIR;
  process.env.E2E_DATA_DIR = dataDir;
  const visitor = await open(browser, url, (page) => page.goto('/authors'));
  pages = { visitor, member: await open(browser, url, (page) => signIn(page, 'mara@example.org', '/authors')) };
});

test.afterAll(async () => {
  process.env.E2E_DATA_DIR = shared;
  server.kill('SIGTERM');
  await once(server, 'exit');
  removeFolder(folder);
  console.log(`[development] ms from saving a file to both open pages: ${times.join(', ')}`);
});

/** Replaces the only place of a text in a file. Returns a function that restores the file. */
function edit(path: string, text: string, replacement: string): () => void {
  const file = join(folder, path);
  const source = readFileSync(file, 'utf8');
  expect(source.split(text), `“${text}” in ${path}`).toHaveLength(2);
  writeFileSync(
    file,
    source.replace(text, () => replacement),
  );
  return () => writeFileSync(file, source);
}

/** Waits until a condition holds in both open pages. It also holds on after a page has reloaded. */
async function waitFor<Argument>(condition: (argument: Argument) => boolean | Promise<boolean>, argument: Argument, timeout: number) {
  await Promise.all(
    Object.entries(pages).map(([viewer, page]) =>
      page.waitForFunction(condition as never, argument, { timeout, polling: 20 }).catch(async (error: Error) => {
        throw new Error(`The page of the ${viewer}: ${error.message}\n${await page.evaluate(() => document.body.outerHTML)}`);
      }),
    ),
  );
}

const isShown = (text: string): boolean => [...document.querySelectorAll('main, footer')].some((part) => part.textContent.includes(text));
/** The overlay of the framework is in a shadow tree. */
const isShownInOverlay = (text: string): boolean =>
  document.querySelector('nextjs-portal')?.shadowRoot?.textContent?.includes(text) ?? false;

/** Measures how long both pages take to show an edit. */
async function measure(what: string, ms: number, wait: (timeout: number) => Promise<unknown>): Promise<void> {
  const savedAt = performance.now();
  await wait(ms);
  times.push(`${what} ${Math.round(performance.now() - savedAt)}`);
}

test('a component, a page, a style and a query are shown without a restart', async () => {
  // The first edit after a cold start takes longer: Next.js is storing what it has compiled.
  edit('components/site/site-footer.tsx', "title: 'Explore'", "title: 'First edit'");
  await waitFor(isShown, 'First edit', startMs);
  edit('components/site/site-footer.tsx', "title: 'First edit'", "title: 'Edited component'");
  await measure('component', limitMs.reload, (ms) => waitFor(isShown, 'Edited component', ms));
  edit('app/authors/page.tsx', 'title="People"', 'title="Edited page"');
  await measure('page', limitMs.reload, (ms) => waitFor(isShown, 'Edited page', ms));
  edit('app/globals.css', '--color-paper: light-dark(#fcfbf8', '--color-paper: light-dark(#ff0000');
  const isRed = () => getComputedStyle(document.body).backgroundColor === 'rgb(255, 0, 0)';
  await measure('style', limitMs.reload, (ms) => waitFor(isRed, undefined, ms));
  edit('lib/portal/pages/queries/directory.ts', 'heading: headingOf(', "heading: 'Edited query: ' + headingOf(");
  await measure('query', limitMs.reload, (ms) => waitFor(isShown, 'Edited query: ', ms));
});

test('a rule, an answer of the server and a browser script are new after a restart, and open pages reload', async () => {
  edit('lib/catalog/bibliography/listed-names.ts', 'return others ? `$', 'return others ? ` the Ruled $');
  await measure('rule', limitMs.restart, (ms) => waitFor(isShown, ' the Ruled', ms));
  edit(
    'lib/portal/search/queries/suggestions.ts',
    'if (identified.length > 0) return identified;',
    "return [{ label: 'Edited answer' }] as never;",
  );
  const isAnswered = async () => {
    const answer = await fetch('/search/suggestions?q=zhang').then(
      (response) => response.text(),
      () => 'The server is being restarted.',
    );
    return answer.includes('Edited answer');
  };
  await measure('server', limitMs.restart, (ms) => waitFor(isAnswered, undefined, ms));
  edit('components/search/search-box.ts', 'import ', 'Object.assign(globalThis, { isEdited: true });\nimport ');
  await measure('script', limitMs.restart, (ms) => waitFor(() => 'isEdited' in globalThis, undefined, ms));
});

test('a new route has its policy, and a changed policy applies', async () => {
  const addFile = (path: string, text: string) => writeFileSync(join(folder, 'app/added', path), text);
  // While the server is being restarted, a request can fail.
  const isEmbeddable = async () => (await fetch('/added').catch(() => undefined))?.headers.get('access-control-allow-origin') === '*';
  mkdirSync(join(folder, 'app/added'));
  addFile('policy.ts', 'export const policy = { embeddable: true };');
  addFile('route.ts', "export const GET = () => new Response('Added');");
  await measure('route', limitMs.restart, (ms) => waitFor(isEmbeddable, undefined, ms));
  addFile('policy.ts', 'export const policy = {};');
  const isPrivate = async () => (await fetch('/added').catch(() => undefined))?.headers.get('access-control-allow-origin') === null;
  await measure('policy', limitMs.restart, (ms) => waitFor(isPrivate, undefined, ms));
});

test('a job runs the new code of the worker', async () => {
  edit('lib/platform/mail/jobs.ts', 'subject, text, html', "subject: 'Edited job', text, html");
  const mails = () => globSync(join(dataDir, 'outbox/*.json')).map((path) => readFileSync(path, 'utf8'));
  await measure('job', limitMs.restart, (timeout) =>
    expect(async () => {
      const form = { email: `job-${Date.now()}@example.org`, next: '/me' };
      await pages.visitor.request.post('/api/auth/ask', { form, headers: { 'sec-fetch-site': 'same-origin' }, maxRedirects: 0 });
      await expect.poll(() => mails().join(), { timeout: 700, intervals: [50] }).toContain('Edited job');
    }).toPass({ timeout, intervals: [0] }),
  );
});

test('an error shows its file and line, and disappears with it', async () => {
  const mendComponent = edit('components/site/site-footer.tsx', 'const linkGroups = [', 'const linkGroups = = [');
  await measure('broken component', limitMs.reload, (ms) => waitFor(isShownInOverlay, 'components/site/site-footer.tsx (5:20)', ms));
  mendComponent();
  edit('app/authors/page.tsx', 'title="Edited page"', 'title="Fixed page"');
  await measure('fixed component', limitMs.reload, (ms) => waitFor(isShown, 'Fixed page', ms));

  const mendServer = edit('lib/platform/http/etag.ts', 'export const matchesEtag', 'export const const matchesEtag');
  await measure('broken server', limitMs.restart, (ms) => waitFor(isShown, 'lib/platform/http/etag.ts:', ms));
  mendServer();
  await measure('fixed server', limitMs.restart, (ms) => waitFor(isShown, 'Fixed page', ms));
});

test('an error while the server starts, or answers, is shown with its stack', async () => {
  const mendStart = edit(
    'lib/platform/http/etag.ts',
    'export const matchesEtag',
    "throw new Error('Planted at start');\nexport const matchesEtag",
  );
  await measure('error at start', limitMs.restart, (ms) => waitFor(isShown, 'Planted at start', ms));
  await expect(pages.visitor.locator('pre')).toContainText(/lib\/platform\/http\/etag\.ts:\d+/);
  mendStart();
  await measure('fixed start', limitMs.restart, (ms) => waitFor(isShown, 'Fixed page', ms));
  const failing = await pages.visitor.context().newPage();
  edit(
    'lib/portal/search/queries/suggestions.ts',
    "return [{ label: 'Edited answer' }] as never;",
    "throw new Error('Planted in an answer');",
  );
  await expect(async () => {
    await failing.goto('/search/suggestions?q=zhang');
    await expect(failing.locator('pre')).toContainText(/lib\/portal\/search\/queries\/suggestions\.ts:\d+/, { timeout: 200 });
  }).toPass({ timeout: limitMs.restart });
  await expect(failing.locator('pre')).toContainText("throw new Error('Planted in an answer');");
});
