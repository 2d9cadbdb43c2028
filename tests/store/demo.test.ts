import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import type { NextRequest } from 'next/server';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { claimAuthor } from '#lib/governance/claims/commands/claim.ts';
import { emailProof } from '#lib/governance/claims/queries/proofs.ts';
import { openSession } from '#lib/platform/auth/sessions.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { claims } from '#lib/platform/db/schema/claims.ts';
import { readEnv } from '#lib/platform/env.ts';
import { outboxToken } from '#lib/platform/mail/outbox.ts';
import { endNoticeForDemo } from '#lib/portal/demo/commands.ts';
import { demoPeople } from '#lib/portal/demo/model.ts';
import { mayUseDemo } from '#lib/portal/demo/queries.ts';
import { signInAsDemoPerson } from '#lib/portal/sign-in/demo.ts';
import type { AuthContext } from '#lib/portal/sign-in/requests.ts';
import { freshDatabase, type TestDatabase } from '../database.ts';
import { Browser } from '../servers/browser.ts';
import { runInNextContext } from '../servers/next-scope.ts';
import { createAccount, createRecord, unwrap } from './fixtures.ts';

const site = 'http://localhost:3977';
const secret = 'a secret of the tests, 32 characters and more';
const folder = mkdtempSync(join(tmpdir(), 'peergraph-demo-'));
let database: TestDatabase;
beforeEach(async () => {
  database = await freshDatabase();
});
afterEach(async () => {
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const context = (more: Record<string, string> = {}): AuthContext => ({
  store: database.store,
  env: { ...readEnv({ PUBLIC_URL: site, DATA_DIR: folder, LOG_LEVEL: 'silent', SECRET: secret, ...more }), SECRET: secret },
});

/** Settings of an instance with a public address and without a mail server. */
const withoutMail = { MAIL_SIGN_IN: 'off', ORCID_CLIENT_ID: 'demo', ORCID_CLIENT_SECRET: 'demo' };

/** Creates the account of Mara as the sample does. */
const addMara = (sample = true) =>
  database.store.transact((tx) => {
    const { accountId, name, email } = demoPeople.mara;
    return tx.insert(accounts).values({ id: accountId, name, email, emailVerified: new Date(), sample, createdAt: new Date() });
  });

/** Returns the headers of the operator's browser as the HTTP server passes them on. */
const operator = (set: AuthContext['env'], more: Record<string, string> = {}) => {
  const name = set.PUBLIC_URL.startsWith('https:') ? '__Host-peergraph-outbox' : 'peergraph-outbox';
  return { 'x-peergraph-peer': 'loopback', cookie: `${name}=${outboxToken(set.DATA_DIR)}`, ...more };
};

async function continueInDemo(person: string, set = context(), headers: Record<string, string> = operator(set.env)) {
  const browser = new Browser();
  const handler = (request: Request) => runInNextContext(request, (asked: NextRequest) => signInAsDemoPerson(asked, set));
  const answer = await browser.callHandler(handler, `${site}/api/auth/demo`, { person, next: '/notifications' }, headers);
  const session = await openSession(database.store.reader, browser.cookies(site).get('peergraph-session'));
  return { to: answer.headers.get('location'), session };
}

const refusedRedirect = '/sign-in?problem=demo_unavailable&next=%2Fnotifications';

describe('continuing as a sample person', () => {
  test('opens a session of the sample account in the operator’s browser', async () => {
    await addMara();
    const { to, session } = await continueInDemo('mara');
    expect([to, session?.actor.accountId, session?.signInMethod]).toEqual(['/notifications', 'sample-mara', 'email']);
  });

  test.each([
    ['SAMPLE=off', { SAMPLE: 'off' }, {}],
    ['a public address', { PUBLIC_URL: 'https://peergraph.example', ...withoutMail }, {}],
    ['a mail server', { SMTP_URL: 'smtp://mail.example' }, {}],
    ['a proxy that says for whom it asks', {}, { 'x-peergraph-peer': 'remote' }],
    ['a proxy on this machine that says nothing, for a browser without the token', {}, { cookie: '' }],
    ['a wrong token', {}, { cookie: 'peergraph-outbox=guessed' }],
  ])('is refused with %s', async (_, settings, headers) => {
    await addMara();
    const set = context(settings);
    const sent = { ...operator(set.env, headers), origin: set.env.PUBLIC_URL };
    expect(await mayUseDemo(database.store.reader, new Headers(sent), set.env)).toBe(false);
    const { to, session } = await continueInDemo('mara', set, sent);
    expect([to, session]).toEqual([refusedRedirect, null]);
  });

  test('is rejected for every other account, and without the sample also for the address of a sample account', async () => {
    expect((await continueInDemo('mara')).to).toBe(refusedRedirect);
    await addMara(false);
    expect((await continueInDemo('mara')).to).toBe(refusedRedirect);
    await database.store.transact((tx) => tx.update(accounts).set({ sample: true }).where(eq(accounts.id, 'sample-mara')));
    for (const person of ['tomas', 'ines', 'sample-mara', 'mara@example.org', '__proto__', '']) {
      const { to, session } = await continueInDemo(person);
      expect([to, session]).toEqual([refusedRedirect, null]);
    }
  });
});

test('the demo ends only the notice of one’s own claim, and opens the record to invitations', async () => {
  const { store } = database;
  const [ada, other] = [await createAccount(store, 'Ada'), await createAccount(store, 'Other')];
  const { id } = await createRecord(store, 'Ada Byron');
  const proof = unwrap(emailProof(ada, id));
  const { claimId } = unwrap(await store.transact((tx) => claimAuthor(tx, ada, { authorId: id, proof })));
  expect(await store.transact((tx) => endNoticeForDemo(tx, other, { claimId }))).toEqual({ ok: false, code: 'unknown_claim' });
  expect(await store.transact((tx) => endNoticeForDemo(tx, ada, { claimId }))).toMatchObject({ ok: true });
  const [claim] = await store.reader.select().from(claims).where(eq(claims.id, claimId));
  const [author] = await store.reader.select().from(authors).where(eq(authors.id, id));
  expect([claim?.state, author?.ownerId, author?.availability?.purposes]).toEqual(['accepted', ada.accountId, ['dataset']]);
  expect(await store.transact((tx) => endNoticeForDemo(tx, ada, { claimId }))).toEqual({ ok: false, code: 'claim_closed' });
});
