import { type Browser, expect as expectSoon, type Locator, type Page } from '@playwright/test';
import { tabTo } from '../e2e/keyboard.ts';
import { signIn } from '../e2e/pages.ts';

/** How a walk is done: with the mouse, with the keyboard alone, or with the mouse and without script. */
export const modes = ['mouse', 'keyboard', 'no script'] as const;
export type Mode = (typeof modes)[number];

interface WalkerOptions {
  browser: Browser;
  url: string;
  viewport: { width: number; height: number };
  mode: Mode;
}

/** A busy machine needs some seconds for the first page of a kind. */
const stepTimeoutMs = 20_000;

export const expect = expectSoon.configure({ timeout: stepTimeoutMs });

/** Opens pages of an instance, as the person who walks and as others. */
export class Walker {
  readonly options: WalkerOptions;
  #clicks = 0;

  constructor(options: WalkerOptions) {
    this.options = options;
  }

  /** Clicks, and presses of Enter and Space, since the start or the last call of `startCount`. */
  get clicks(): number {
    return this.#clicks;
  }

  startCount(): void {
    this.#clicks = 0;
  }

  get hasScript(): boolean {
    return this.options.mode !== 'no script';
  }

  /** Opens a page in a new browser context, signed in if there is an address. */
  async open(path: string, email?: string): Promise<Page> {
    const { browser, url, viewport } = this.options;
    const context = await browser.newContext({
      baseURL: url,
      viewport,
      javaScriptEnabled: this.hasScript,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    context.setDefaultTimeout(stepTimeoutMs);
    const page = await context.newPage();
    if (email) await signIn(page, email, path);
    else await page.goto(path);
    return page;
  }

  /**
   * Presses a control.
   * @param act what happens instead of the press, where the browser opens a window of its own
   */
  async press(page: Page, target: Locator, act?: () => Promise<unknown>): Promise<void> {
    this.#clicks += 1;
    if (this.options.mode === 'keyboard') await this.#moveTo(page, target);
    if (act) await act();
    else if (this.options.mode !== 'keyboard') await target.click();
    else {
      const isChoice = await target.evaluate((element) => /^(radio|checkbox)$/.test(element.getAttribute('type') ?? ''));
      await page.keyboard.press(isChoice ? 'Space' : 'Enter');
    }
  }

  /** Writes into a field. Typing is no click. */
  async write(page: Page, target: Locator, text: string): Promise<void> {
    if (this.options.mode !== 'keyboard') return target.fill(text);
    await this.#moveTo(page, target);
    await page.keyboard.insertText(text);
  }

  /** Chooses an option of a list: one click to open it, and one on the option. */
  async choose(page: Page, target: Locator, label: string): Promise<void> {
    this.#clicks += 2;
    if (this.options.mode === 'keyboard') await this.#moveTo(page, target);
    await target.selectOption({ label });
  }

  async #moveTo(page: Page, target: Locator): Promise<void> {
    await target.waitFor();
    await page.waitForLoadState();
    await tabTo(page, target);
  }
}

/** Repeats a check: a job may have to run first. */
export const eventually = (check: () => Promise<unknown>): Promise<void> =>
  expect(async () => void (await check())).toPass({ timeout: 60_000, intervals: [300] });
