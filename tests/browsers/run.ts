import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Instance, startInstance } from '../instance.ts';
import { type Driver, openFirefox, openWebKit } from './drivers.ts';

/**
 * `npm run browsers`: the five minutes of README.md, and a draft that survives a link, going back and reloading, in Firefox and WebKit. A
 * browser that is not installed is passed over: Debian has them as firefox-esr, and webkit2gtk-driver with xvfb.
 */
const browsers = [
  { name: 'Firefox', command: 'firefox-esr', open: openFirefox },
  { name: 'WebKit', command: 'WebKitWebDriver', open: openWebKit },
];

const timeoutMs = 60_000;

/** Repeats a step until it neither throws nor returns false: pages load, mails are sent by a job. */
async function until(name: string, step: () => Promise<unknown>): Promise<void> {
  const startedAt = Date.now();
  let last: unknown;
  while (Date.now() - startedAt < timeoutMs) {
    try {
      if ((await step()) !== false) return;
    } catch (error) {
      last = error;
    }
    await wait(300);
  }
  throw new Error(`${name}: not within ${timeoutMs / 1000} s`, { cause: last });
}

async function walk(driver: Driver, { url, dataDir }: Instance, email: string): Promise<void> {
  const outbox = `${url}/outbox?token=${readFileSync(join(dataDir, 'outbox-token'), 'utf8').trim()}`;
  const shows = (text: string) => until(`“${text}”`, () => driver.read(`document.body.innerText.includes(${JSON.stringify(text)})`));
  const click = (selector: string, text?: string) => until(`${selector} ${text ?? ''}`, () => driver.click(selector, text));
  const step = async (name: string, work: () => Promise<void>) => {
    await work();
    console.log(`  ${name}`);
  };

  await step('sign in by a mailed link', async () => {
    await driver.goto(outbox);
    await click('a', 'sign in with your own address');
    await until('the address', () => driver.type('main input[type="email"]', email));
    await click('main button', 'Send me a link');
    await shows('Check your email');
    const link = `[...document.querySelectorAll('article')].find((mail) => mail.textContent.includes(${JSON.stringify(email)}))?.querySelector('a[href*="/sign-in/confirm"]')?.href`;
    await until('the mail', async () => {
      await driver.goto(outbox);
      return driver.read(`Boolean(${link})`);
    });
    await driver.goto(`${await driver.read(link)}`);
    await click('main button', 'Sign in');
    await until('the dashboard', () => driver.read('location.pathname === "/me"'));
  });
  await step('follow', async () => {
    await driver.goto(`${url}/authors/yunquan-zhang`);
    await click('main button', 'Follow');
    await shows('Following');
  });
  await step('claim', async () => {
    await driver.goto(`${url}/claim/samuel-adeyemi`);
    await click('main button', 'Claim with');
    await click('main button', 'End the 7-day notice now');
    await shows('is yours');
  });
  const [field, message] = ['main textarea', 'Shall we count the herons on the plates of the harbour office together?'];
  const holds = (name: string) =>
    until(name, () => driver.read(`document.querySelector(${JSON.stringify(field)})?.value === ${JSON.stringify(message)}`));
  await step('write an invitation: kept over a link, going back and reloading', async () => {
    await driver.goto(`${url}/invite/mara-lindqvist`);
    await click('main label', 'Writing a paper together');
    await until('the message', () => driver.type(field, message));
    await click('header a', 'Topics');
    await until('the topics', () => driver.read('location.pathname === "/topics"'));
    await driver.back();
    await holds('the draft after going back');
    await driver.reload();
    await holds('the draft after reloading');
  });
  await step('send it', async () => {
    await click('main button', 'Send the invitation');
    await shows('Your invitation to Mara Lindqvist');
  });
  await step('accept an invitation and write', async () => {
    await driver.goto(`${url}/notifications`);
    await click('main button', 'Accept');
    await shows('With Tomás Okafor');
    await until('the message', () => driver.type('main textarea', 'Ten plates are a good start.'));
    await click('main form button', 'Send');
    await shows('Ten plates are a good start.');
  });
  await step('answer as the other side', async () => {
    await driver.goto(outbox);
    await click('button', 'Continue as Mara Lindqvist');
    await until('the dashboard', () => driver.read('location.pathname === "/me"'));
    await driver.goto(`${url}/notifications`);
    await click('main button', 'Accept');
    await shows('With Samuel Adeyemi');
  });
}

let failed = 0;
for (const { name, command, open } of browsers) {
  const path = spawnSync('which', [command], { encoding: 'utf8' }).stdout.trim();
  if (path === '') {
    console.log(`${name}: passed over, because ${command} is not installed.`);
    continue;
  }
  console.log(name);
  const instance = await startInstance();
  const driver = await open(path);
  try {
    await walk(driver, instance, `${command.toLowerCase()}@example.org`);
  } catch (error) {
    failed += 1;
    console.error(`  failed at ${await driver.read('location.href')}:`, error);
  } finally {
    await driver.close();
    await instance.stop();
  }
}
process.exit(failed > 0 ? 1 : 0);
