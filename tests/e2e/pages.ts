import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { colours, violationsOn, wcagAndBestPractice } from './axe.ts';
import { hasPassed, lookOf, notePassed } from './judged-pages.ts';

const ownNetwork = (): Record<string, string> => {
  const part = () => Math.floor(Math.random() * 256);
  return { 'x-forwarded-for': `10.${part()}.${part()}.7` };
};

/**
 * Everybody signs in from a network of their own, as people do: from one there are so many mails and tries an hour. The outbox is read on
 * the machine itself, so only `work` is done from there.
 */
async function fromHome<Result>(page: Page, work: () => Promise<Result>): Promise<Result> {
  await page.setExtraHTTPHeaders(ownNetwork());
  try {
    return await work();
  } finally {
    await page.setExtraHTTPHeaders({});
  }
}

/** The address at which the operator's browser opens the outbox: as `npm start` prints it. */
export const outboxAddress = (): string =>
  `/outbox?token=${readFileSync(join(process.env.E2E_DATA_DIR ?? '', 'outbox-token'), 'utf8').trim()}`;

/** The mails of the outbox to an address, newest first, once the page of the outbox is open. */
export const mailsTo = (page: Page, address: string) => page.getByRole('article').filter({ hasText: `To ${address}` });

/** Asks for a link to sign in with, and gives the mail that came for it: the newest, once there is one more than before. */
export async function requestSignInLink(page: Page, email: string, next = '/me'): Promise<Locator> {
  // A notice may come in the same moment.
  const links = () => mailsTo(page, email).filter({ hasText: 'Sign in to Peergraph' });
  await page.goto(outboxAddress());
  const before = await links().count();
  await fromHome(page, async () => {
    await page.goto(`/sign-in?next=${encodeURIComponent(next)}`);
    await page.getByLabel('Email address').fill(email);
    await page.getByRole('button', { name: 'Send me a link' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email');
  });
  await expect(async () => {
    await page.goto(outboxAddress());
    expect(await links().count()).toBeGreaterThan(before);
  }).toPass({ timeout: 60_000 });
  return links().first();
}

/** The sample's people, as whom the operator's browser continues. */
const samplePeople: Readonly<Record<string, string>> = { 'mara@example.org': 'mara', 'tomas@example.org': 'tomas' };

/**
 * Signs somebody in with the requests that the pages of the sign-in send; walks of these pages are in people.spec.ts and security.spec.ts.
 * The sample's people, whom many walks share, need no mail: an address gets ten in an hour.
 */
export async function signIn(page: Page, email: string, next = '/me', more: Record<string, string> = {}): Promise<void> {
  const person = samplePeople[email];
  // The demo is for this machine alone.
  const headers = { ...(person ? {} : ownNetwork()), 'user-agent': browserName, 'sec-fetch-site': 'same-origin' };
  const post = async (path: string, form: Record<string, string>) => {
    const answer = await page.request.post(`/api/auth/${path}`, { form: { ...form, next }, headers, maxRedirects: 0 });
    expect(answer.headers().location ?? `${answer.status()} without a place to go on`, `${path} for ${email}`).not.toMatch(/problem=|^\d/);
  };
  if (person) {
    await page.request.get(outboxAddress(), { maxRedirects: 0 });
    await post('demo', { person });
  } else {
    const before = new Set(keptMails());
    await post('ask', { email, ...more });
    await post('confirm', { code: await newCode(email, before) });
  }
  await page.goto(next);
  await expectAt(page, next);
}

/** A page of a browser of its own. */
export const opened = async (browser: Browser, script = true): Promise<Page> =>
  (await browser.newContext({ javaScriptEnabled: script })).newPage();

/** A page of a browser of its own, in which somebody is signed in. */
export async function signedIn(browser: Browser, email: string, next = '/me', script = true): Promise<Page> {
  const page = await opened(browser, script);
  await signIn(page, email, next);
  return page;
}

/** As a session names the browser that began it. */
const browserName = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

const outbox = (): string => join(process.env.E2E_DATA_DIR ?? '', 'outbox');

/** Names of the files of the outbox, one for each mail. */
const keptMails = (): string[] => (existsSync(outbox()) ? readdirSync(outbox()).filter((name) => name.endsWith('.json')) : []);

interface KeptMail {
  to: string;
  text: string;
  sentAt: string;
}

const mailsIn = (names: readonly string[]): KeptMail[] => names.map((name) => JSON.parse(readFileSync(join(outbox(), name), 'utf8')));

/** Opens the link of the newest mail to an address, once so many have come. */
export async function openMailedLink(page: Page, address: string, mails = 1): Promise<void> {
  const kept = () => mailsIn(keptMails()).filter(({ to }) => to === address);
  await expect.poll(kept, { timeout: 60_000, message: `a mail to ${address}`, intervals: [100] }).toHaveLength(mails);
  const newest = kept()
    .sort((one, other) => one.sentAt.localeCompare(other.sentAt))
    .at(-1);
  await page.goto(/https?:\S+/.exec(newest?.text ?? '')?.[0] ?? '');
}

/** The code of the sign-in mail to an address that is none of those before. */
async function newCode(email: string, before: ReadonlySet<string>): Promise<string> {
  const codes = () =>
    mailsIn(keptMails().filter((name) => !before.has(name)))
      .filter(({ to }) => to === email)
      .map(({ text }) => /\/sign-in\/confirm\?code=([0-9a-z]+)/.exec(text)?.[1])
      .filter((code) => code !== undefined);
  await expect.poll(codes, { timeout: 60_000, message: `a sign-in mail to ${email}`, intervals: [100] }).toHaveLength(1);
  return codes()[0] ?? '';
}

const expectAt = (page: Page, path: string) => expect(page).toHaveURL(new RegExp(`${path.replace(/[/?]/g, '\\$&')}$`));

/** A device with a lock, as Chromium pretends to have one (Chrome DevTools Protocol, WebAuthn). */
export async function withDevice(page: Page): Promise<{ credentials(): Promise<number> }> {
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

/** Follows the link of a page to the sign-in with a passkey, and uses the passkey of the page's device. */
export async function signInByPasskey(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Sign in with a passkey' }).click();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
}

/** Takes the pointer off the page, and ends all transitions: of what it was on, and of everything where the theme has changed. */
async function leaveAlone(page: Page): Promise<void> {
  await page.mouse.move(0, 0);
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish();
  });
}

/**
 * What every page must be: without faults that axe finds (WCAG 2.2 AA), and not wider than the screen. Needs script. A page that looks the
 * same as one that passed in this run is not judged again; one that differs in its colours alone is judged for these. Markup does not depend
 * on the database, and every walk on PostgreSQL also runs on SQLite: pages are judged there alone.
 */
export async function sound(page: Page): Promise<void> {
  if (process.env.E2E_DATABASE_URL?.startsWith('postgres')) return;
  await page.waitForLoadState();
  await leaveAlone(page);
  const look = await lookOf(page);
  if (hasPassed(look.colours)) return;
  const faultsBefore = test.info().errors.length;
  const isLaidOut = hasPassed(look.layout);
  const violations = await violationsOn(page, isLaidOut ? colours : wcagAndBestPractice);
  const faults = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  expect(faults, page.url()).toEqual([]);
  if (!isLaidOut) await fits(page, hasPassed(look.page) ? [] : otherWidths);
  if (test.info().errors.length > faultsBefore) return;
  for (const passed of Object.values(look)) notePassed(passed);
}

/** The same in light colours, and then in dark ones. */
export async function soundInBothThemes(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await sound(page);
  }
}

/**
 * It does not scroll sideways at its width and these, text that is spaced wider included. A page whose spaced text fits is not measured
 * without the spacing: that makes words and lines shorter.
 */
async function fits(page: Page, widths: readonly number[]): Promise<void> {
  const before = page.viewportSize();
  await space(page, true);
  expect.soft(await sideways(page), `${page.url()} loses text that is spaced wider`).toEqual([]);
  for (const width of widths.filter((each) => each <= phone)) {
    await page.setViewportSize({ width, height: 800 });
    expect.soft(await sideways(page), `${page.url()} loses text that is spaced wider at ${width} px`).toEqual([]);
  }
  await space(page, false);
  for (const width of widths.filter((each) => each > phone)) {
    await page.setViewportSize({ width, height: 800 });
    expect.soft(await sideways(page), `${page.url()} scrolls sideways at ${width} px`).toEqual([]);
  }
  if (before) await page.setViewportSize(before);
}

const phone = 390;
/** The narrowest width at which a page is read without scrolling both ways (WCAG 2.2, 1.4.10), a phone, and the narrowest with two columns. */
const otherWidths = [320, phone, 1000];

/** Spaces lines, paragraphs, letters and words wider, as a reader may (WCAG 2.2, 1.4.12), or no longer. */
const space = (page: Page, wider: boolean): Promise<void> =>
  page.evaluate((isWider) => {
    // A sheet that a script makes is none of those that the page's policy refuses.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
    );
    document.adoptedStyleSheets = isWider ? [sheet] : [];
  }, wider);

/** What makes a page wider than its window: the innermost elements that reach beyond it. */
export const sideways = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const isBeyond = (element: Element) => element.getBoundingClientRect().right > clientWidth + 0.5;
    const beyond = [...document.body.querySelectorAll('*')].filter((each) => isBeyond(each) && ![...each.children].some(isBeyond));
    return [`${scrollWidth - clientWidth} px`, ...beyond.slice(0, 5).map((each) => each.outerHTML.slice(0, 200))];
  });
