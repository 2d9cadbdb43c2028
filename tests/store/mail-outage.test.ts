import type { NextRequest } from 'next/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSession } from '#lib/platform/auth/sessions.ts';
import { addMs, minutesMs, setClock } from '#lib/platform/clock.ts';
import { jobs } from '#lib/platform/db/schema/jobs.ts';
import { readEnv } from '#lib/platform/env.ts';
import type { JobHandlers } from '#lib/platform/jobs/queue.ts';
import { renderHtml } from '#lib/platform/mail/template.ts';
import { smtpTransport } from '#lib/platform/mail/transport.ts';
import { confirmSignInLink, requestSignInLink } from '#lib/portal/sign-in/email.ts';
import type { AuthContext } from '#lib/portal/sign-in/requests.ts';
import { startWorker } from '#lib/runtime/worker/worker.ts';
import { Browser } from '../servers/browser.ts';
import { runInNextContext } from '../servers/next-scope.ts';
import { startSmtp, type TestSmtp } from '../servers/smtp.ts';
import { databasePerTest } from './test-database.ts';

/** A running instance whose mail server goes down and comes back. */
const database = databasePerTest();
const site = 'http://localhost:3977';
let smtp: TestSmtp;

beforeAll(async () => {
  smtp = await startSmtp();
});
afterAll(() => smtp.stop());

/** Sends mail as an instance with SMTP_URL does. */
const smtpHandlers: JobHandlers<'send-mail'> = {
  'send-mail': {
    async outside({ to, forget: _, ...letter }, { id }) {
      const { subject, text } = letter;
      const transport = smtpTransport(smtp.url, 'peergraph@example.org', 'example.org');
      await transport.deliver({ id, to, subject, text, html: await renderHtml(letter) });
    },
  },
};

const context = (): AuthContext => ({
  store: database.store,
  env: { ...readEnv({ PUBLIC_URL: site, LOG_LEVEL: 'silent' }), SECRET: 'a secret of the tests, 32 characters and more' },
});
const post = (browser: Browser, handler: (request: NextRequest, context: AuthContext) => Promise<Response>, form: Record<string, string>) =>
  browser.callHandler((request) => runInNextContext(request, (own) => handler(own, context())), `${site}/api/auth/x`, form);
const requestLink = async (email: string): Promise<Browser> => {
  const browser = new Browser();
  const answer = await post(browser, requestSignInLink, { email });
  expect(answer.headers.get('location')).toMatch(/^\/sign-in\/check-mail/);
  return browser;
};
const mailsTo = (email: string) => smtp.arrived.filter(({ recipients }) => recipients.includes(email));
const mailJobs = async () => (await database.store.reader.select().from(jobs)).filter(({ kind }) => kind === 'send-mail');

test('sign-in answers at once during a mail outage; each mail is delivered once afterwards, and its code works', async () => {
  const port = Number(new URL(smtp.url).port);
  const worker = startWorker({ store: database.store, handlers: smtpHandlers });
  try {
    await requestLink('before@example.org');
    await expect.poll(() => mailsTo('before@example.org').length, { timeout: 20_000 }).toBe(1);
    await smtp.stop();

    const people = ['one@example.org', 'two@example.org', 'three@example.org'];
    const began = performance.now();
    const browsers: Browser[] = [];
    for (const email of people) browsers.push(await requestLink(email));
    expect(performance.now() - began).toBeLessThan(5_000);
    const tried = async () => (await mailJobs()).filter(({ lastError }) => lastError?.includes('ECONNREFUSED')).length;
    await expect.poll(tried, { timeout: 20_000 }).toBeGreaterThan(0);
    // All retries within some minutes keep the mail: none fails permanently, and a link is valid for ten minutes.
    const attempts = async () =>
      (await mailJobs()).reduce((sum, { attempts: begun, state }) => sum + begun - (state === 'running' ? 1 : 0), 0);
    for (const minute of [2, 4, 6]) {
      const before = await attempts();
      setClock(() => addMs(new Date(), minutesMs(minute)));
      await expect.poll(attempts, { timeout: 20_000 }).toBeGreaterThan(before);
    }
    expect((await mailJobs()).filter(({ state }) => state === 'failed')).toEqual([]);

    smtp = await startSmtp(port);
    setClock(() => addMs(new Date(), minutesMs(8)));
    const isDone = async () => (await mailJobs()).every(({ state }) => state === 'done');
    await expect.poll(isDone, { timeout: 60_000 }).toBe(true);
    expect(people.map((email) => mailsTo(email).length)).toEqual([1, 1, 1]);
    const code = /confirm\?code=([0-9a-z]{8})/.exec(mailsTo('two@example.org')[0]?.mail.text ?? '')?.[1] ?? '';
    const [, browser = new Browser()] = browsers;
    expect((await post(browser, confirmSignInLink, { code })).headers.get('location')).toBe('/me');
    expect(await openSession(database.store.reader, browser.cookies(site).get('peergraph-session'))).toMatchObject({
      actor: { email: 'two@example.org' },
    });
    setClock(() => addMs(new Date(), minutesMs(120)));
    await new Promise((passed) => setTimeout(passed, 1_000));
    expect(smtp.arrived.map(({ recipients }) => recipients).sort()).toEqual(people.map((email) => [email]).sort());
  } finally {
    await worker.stop();
  }
});
