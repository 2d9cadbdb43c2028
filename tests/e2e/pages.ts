import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { allRules, colourRules, findViolations } from './axe.ts';
import { fingerprintPage, hasPassed, recordPassed } from './page-fingerprint.ts';

/** The main heading of a page. */
export const heading = (page: Page) => page.getByRole('heading', { level: 1 });

const randomClientHeaders = (): Record<string, string> => {
  const part = () => Math.floor(Math.random() * 256);
  return { 'x-forwarded-for': `10.${part()}.${part()}.7` };
};

/**
 * Runs `work` with a random client address: sign-ins from one network are rate-limited per hour. The outbox accepts requests from the same
 * machine only, so other requests have no forwarding header.
 */
async function withClientAddress<Result>(page: Page, work: () => Promise<Result>): Promise<Result> {
  await page.setExtraHTTPHeaders(randomClientHeaders());
  try {
    return await work();
  } finally {
    await page.setExtraHTTPHeaders({});
  }
}

/** Returns the path of the outbox with its token, as `npm start` prints it for the operator. */
export const outboxPath = (): string =>
  `/outbox?token=${readFileSync(join(process.env.E2E_DATA_DIR ?? '', 'outbox-token'), 'utf8').trim()}`;

/** Returns the mails to an address on the open outbox page, newest first. */
export const mailsTo = (page: Page, address: string) => page.getByRole('article').filter({ hasText: `To ${address}` });

/** Requests a sign-in link and returns its mail in the outbox. */
export async function requestSignInLink(page: Page, email: string, next = '/me'): Promise<Locator> {
  // A notification may be mailed at the same time.
  const links = () => mailsTo(page, email).filter({ hasText: 'Sign in to Peergraph' });
  await page.goto(outboxPath());
  const before = await links().count();
  await withClientAddress(page, async () => {
    await page.goto(`/sign-in?next=${encodeURIComponent(next)}`);
    await page.getByLabel('Email address').fill(email);
    await page.getByRole('button', { name: 'Send me a link' }).click();
    await expect(heading(page)).toHaveText('Check your email');
  });
  await expect(async () => {
    await page.goto(outboxPath());
    expect(await links().count()).toBeGreaterThan(before);
  }).toPass({ timeout: 60_000 });
  return links().first();
}

/** People of the sample data that the demo sign-in offers to the operator's browser. */
const samplePeople: Readonly<Record<string, string>> = { 'mara@example.org': 'mara', 'tomas@example.org': 'tomas' };

/**
 * Signs in with the requests that the sign-in pages send; people.spec.ts and security.spec.ts test the pages themselves. People of the
 * sample data, whom many tests share, sign in without a mail: the limit is ten mails per address and hour.
 */
export async function signIn(page: Page, email: string, next = '/me', extraFields: Record<string, string> = {}): Promise<void> {
  const person = samplePeople[email];
  // The demo sign-in accepts requests from the same machine only.
  const headers = { ...(person ? {} : randomClientHeaders()), 'user-agent': browserName, 'sec-fetch-site': 'same-origin' };
  const post = async (path: string, form: Record<string, string>) => {
    const response = await page.request.post(`/api/auth/${path}`, { form: { ...form, next }, headers, maxRedirects: 0 });
    expect(response.headers().location ?? `${response.status()} without a location`, `${path} for ${email}`).not.toMatch(/problem=|^\d/);
  };
  if (person) {
    await page.request.get(outboxPath(), { maxRedirects: 0 });
    await post('demo', { person });
  } else {
    const before = new Set(listMailFiles());
    await post('ask', { email, ...extraFields });
    await post('confirm', { code: await waitForSignInCode(email, before) });
  }
  await page.goto(next);
  await expectPath(page, next);
}

/** Opens a page in a new browser context. */
export const openPage = async (browser: Browser, script = true): Promise<Page> =>
  (await browser.newContext({ javaScriptEnabled: script })).newPage();

/** Opens a page in a new browser context and signs in. */
export async function openSignedInPage(browser: Browser, email: string, next = '/me', script = true): Promise<Page> {
  const page = await openPage(browser, script);
  await signIn(page, email, next);
  return page;
}

/** Presses a button whose change is shown before the server has answered, and waits for the answer: the next page depends on it. */
export async function pressUntilAnswered(button: Locator): Promise<void> {
  const answered = button.page().waitForResponse((response) => response.request().method() === 'POST');
  await button.click();
  await answered;
}

/** Expects a confirmation that has the focus, so that a screen reader reads it. */
export const expectConfirmed = (page: Page, text: string | RegExp) =>
  expect(page.getByRole('status').filter({ hasText: text })).toBeFocused();

/** User agent that the list of sessions shows. */
const browserName = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

const outbox = (): string => join(process.env.E2E_DATA_DIR ?? '', 'outbox');

/** Returns the names of the outbox files, one for each mail. */
const listMailFiles = (): string[] => (existsSync(outbox()) ? readdirSync(outbox()).filter((name) => name.endsWith('.json')) : []);

interface StoredMail {
  to: string;
  text: string;
  sentAt: string;
}

const readMails = (names: readonly string[]): StoredMail[] => names.map((name) => JSON.parse(readFileSync(join(outbox(), name), 'utf8')));

/** Waits for the given number of mails to an address and opens the link of the newest. */
export async function openMailedLink(page: Page, address: string, mails = 1): Promise<void> {
  const kept = () => readMails(listMailFiles()).filter(({ to }) => to === address);
  await expect.poll(kept, { timeout: 60_000, message: `a mail to ${address}`, intervals: [100] }).toHaveLength(mails);
  const newest = kept()
    .sort((one, other) => one.sentAt.localeCompare(other.sentAt))
    .at(-1);
  await page.goto(/https?:\S+/.exec(newest?.text ?? '')?.[0] ?? '');
}

/** Waits for a sign-in mail to an address that is not among the given files, and returns its code. */
async function waitForSignInCode(email: string, before: ReadonlySet<string>): Promise<string> {
  const codes = () =>
    readMails(listMailFiles().filter((name) => !before.has(name)))
      .filter(({ to }) => to === email)
      .map(({ text }) => /\/sign-in\/confirm\?code=([0-9a-z]+)/.exec(text)?.[1])
      .filter((code) => code !== undefined);
  await expect.poll(codes, { timeout: 60_000, message: `a sign-in mail to ${email}`, intervals: [100] }).toHaveLength(1);
  return codes()[0] ?? '';
}

const expectPath = (page: Page, path: string) => expect(page).toHaveURL(new RegExp(`${path.replace(/[/?]/g, '\\$&')}$`));

/** Adds a virtual platform authenticator to the page (Chrome DevTools Protocol, WebAuthn). */
export async function addVirtualAuthenticator(page: Page): Promise<{ credentials(): Promise<number> }> {
  // It answers at once what a person would choose in the field of the address: only at this address.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => window.location.hash === '#autofill';
  });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    credentials: async () => (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
  };
}

/** Signs in with the passkey of the page's authenticator, in one press. */
export async function signInByPasskey(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Sign in with a passkey' }).click();
}

/** Moves the pointer off the page and finishes all transitions, of hover states and of a changed colour scheme. */
async function settlePage(page: Page): Promise<void> {
  await page.mouse.move(0, 0);
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish();
  });
}

/**
 * Expects no violations by axe (WCAG 2.2 AA) and no horizontal overflow. Needs JavaScript. A page with the fingerprint of one that passed in
 * this run is not checked again; if only its colours differ, only colour rules are checked. Markup does not depend on the database, and every
 * test on PostgreSQL also runs on SQLite: pages are checked on SQLite only.
 */
export async function expectAccessible(page: Page): Promise<void> {
  if (process.env.E2E_DATABASE_URL?.startsWith('postgres')) return;
  await page.waitForLoadState();
  // A page that a form leads to gets its title after its content, and only then has the address changed.
  await expect(page.locator('form[aria-busy="true"]')).toHaveCount(0);
  await expect(page).toHaveTitle(/\S/);
  await settlePage(page);
  const fingerprint = await fingerprintPage(page);
  if (hasPassed(fingerprint.colours)) return;
  const faultsBefore = test.info().errors.length;
  const isLaidOut = hasPassed(fingerprint.layout);
  const violations = await findViolations(page, isLaidOut ? colourRules : allRules);
  const faults = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  expect(faults, page.url()).toEqual([]);
  if (!isLaidOut) await expectFitsWidths(page, hasPassed(fingerprint.page) ? [] : otherWidths);
  if (test.info().errors.length > faultsBefore) return;
  for (const passed of Object.values(fingerprint)) recordPassed(passed);
}

/** Runs `expectAccessible` in the light and then in the dark colour scheme. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
}

/**
 * Expects no horizontal overflow at the current and the given widths, also with wider text spacing. A page that fits with the spacing is not
 * measured without it, because text is narrower then.
 */
async function expectFitsWidths(page: Page, widths: readonly number[]): Promise<void> {
  const before = page.viewportSize();
  await setTextSpacing(page, true);
  expect.soft(await findHorizontalOverflow(page), `${page.url()} loses text that is spaced wider`).toEqual([]);
  for (const width of widths.filter((each) => each <= phoneWidth)) {
    await page.setViewportSize({ width, height: 800 });
    expect.soft(await findHorizontalOverflow(page), `${page.url()} loses text that is spaced wider at ${width} px`).toEqual([]);
  }
  await setTextSpacing(page, false);
  for (const width of widths.filter((each) => each > phoneWidth)) {
    await page.setViewportSize({ width, height: 800 });
    expect.soft(await findHorizontalOverflow(page), `${page.url()} scrolls sideways at ${width} px`).toEqual([]);
  }
  if (before) await page.setViewportSize(before);
}

const phoneWidth = 390;
/** Widths in px: the minimum without scrolling in two dimensions (WCAG 2.2, 1.4.10), a phone, and the narrowest layout with two columns. */
const otherWidths = [320, phoneWidth, 1000];

/** Turns on or off the wider text spacing that readers may set (WCAG 2.2, 1.4.12). */
const setTextSpacing = (page: Page, wider: boolean): Promise<void> =>
  page.evaluate((isWider) => {
    // The content security policy does not block style sheets that a script constructs.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
    );
    document.adoptedStyleSheets = isWider ? [sheet] : [];
  }, wider);

/** Returns the horizontal overflow and the innermost elements that cause it; empty if the page fits its window. */
export const findHorizontalOverflow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const isBeyond = (element: Element) => element.getBoundingClientRect().right > clientWidth + 0.5;
    const beyond = [...document.body.querySelectorAll('*')].filter((each) => isBeyond(each) && ![...each.children].some(isBeyond));
    return [`${scrollWidth - clientWidth} px`, ...beyond.slice(0, 5).map((each) => each.outerHTML.slice(0, 200))];
  });
