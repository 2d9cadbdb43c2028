import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import puppeteer from 'puppeteer-core';
import { freePort } from '../postgres.ts';

/** What a walk does in a browser, with real mouse and keys. */
export interface Driver {
  goto(url: string): Promise<void>;
  back(): Promise<void>;
  reload(): Promise<void>;
  /** Clicks the first visible element of a selector that contains the text. */
  click(selector: string, text?: string): Promise<void>;
  type(selector: string, text: string): Promise<void>;
  /** Returns the value of a JavaScript expression in the page. */
  read(expression: string): Promise<unknown>;
  close(): Promise<void>;
}

/** An expression for the first visible element of a selector that contains the text. */
const elementOf = (selector: string, text = ''): string =>
  `[...document.querySelectorAll(${JSON.stringify(selector)})].find((each) => each.checkVisibility() && each.textContent.includes(${JSON.stringify(text)})) ?? null`;

const missing = (selector: string, text = ''): Error => new Error(`The page has no ${selector} ${text && `with “${text}”`}`);

/** Firefox by WebDriver BiDi. */
export async function openFirefox(executablePath: string): Promise<Driver> {
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath, headless: true });
  const page = await browser.newPage();
  await page.setViewport({ width: 1440, height: 900 });
  const find = async (selector: string, text?: string) => {
    const element = (await page.evaluateHandle(elementOf(selector, text))).asElement();
    if (!element) throw missing(selector, text);
    return element as Awaited<ReturnType<typeof page.$>> & object;
  };
  return {
    goto: async (url) => void (await page.goto(url)),
    back: async () => void (await page.goBack()),
    reload: async () => void (await page.reload()),
    click: async (selector, text) => (await find(selector, text)).click(),
    type: async (selector, text) => (await find(selector)).type(text),
    read: (expression) => page.evaluate(expression),
    close: () => browser.close(),
  };
}

/** The key under which WebDriver names an element. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

/** WebKitGTK by WebDriver, on a display of its own. */
export async function openWebKit(executablePath: string): Promise<Driver> {
  const port = await freePort();
  const driver = spawn('xvfb-run', ['-a', executablePath, `--port=${port}`], { stdio: 'ignore', detached: true });
  const request = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, ...(body && { body: JSON.stringify(body) }) });
    const { value } = (await response.json()) as { value: unknown };
    if (!response.ok) throw new Error(JSON.stringify(value));
    return value;
  };
  for (let tries = 0; tries < 50 && !(await request('GET', '/status').catch(() => null)); tries += 1) await wait(200);
  const { sessionId } = (await request('POST', '/session', { capabilities: {} })) as { sessionId: string };
  const command = (method: string, path: string, body: object = {}) =>
    request(method, `/session/${sessionId}${path}`, method === 'POST' ? body : undefined);
  const read = (expression: string) => command('POST', '/execute/sync', { script: `return ${expression}`, args: [] });
  const find = async (selector: string, text?: string): Promise<string> => {
    const element = (await read(elementOf(selector, text))) as Record<string, string> | null;
    if (!element) throw missing(selector, text);
    return element[elementKey] ?? '';
  };
  return {
    goto: async (url) => void (await command('POST', '/url', { url })),
    back: async () => void (await command('POST', '/back')),
    reload: async () => void (await command('POST', '/refresh')),
    click: async (selector, text) => void (await command('POST', `/element/${await find(selector, text)}/click`)),
    type: async (selector, text) => void (await command('POST', `/element/${await find(selector)}/value`, { text })),
    read,
    close: async () => {
      await command('DELETE', '').catch(() => undefined);
      if (driver.pid) process.kill(-driver.pid);
    },
  };
}
