import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { logEvent } from '#lib/catalog/trust/commands/log.ts';
import { parseEvent } from '#lib/catalog/trust/model/log.ts';
import { signedEventsOf } from '#lib/catalog/trust/queries/log.ts';
import { trustOf } from '#lib/catalog/trust/queries/snapshots.ts';
import { decideAppeal } from '#lib/governance/claims/commands/appeals.ts';
import { checkBindings } from '#lib/governance/claims/commands/check.ts';
import { appealClaim, revokeHolder } from '#lib/governance/claims/commands/end.ts';
import { unlinkFederatedLogin } from '#lib/governance/claims/commands/federated.ts';
import { expireAndRecheckProofs } from '#lib/governance/claims/commands/maintain-proofs.ts';
import { proofServices } from '#lib/governance/claims/probes/services.ts';
import { proofOptionsOf } from '#lib/governance/claims/queries/proof-options.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { startSession } from '#lib/platform/auth/sessions.ts';
import { addMs, minutesMs, now, setClock } from '#lib/platform/clock.ts';
import { logins } from '#lib/platform/db/schema/accounts.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { claims, proofs } from '#lib/platform/db/schema/claims.ts';
import { affiliations, contexts, organisationDomains, organisations } from '#lib/platform/db/schema/contexts.ts';
import { authorships } from '#lib/platform/db/schema/works.ts';
import { readEnv } from '#lib/platform/env.ts';
import { newId } from '#lib/platform/id.ts';
import { enqueue } from '#lib/platform/jobs/queue.ts';
import { finishFederatedLogin, redirectToOrganisation } from '#lib/portal/sign-in/federated.ts';
import type { AuthContext } from '#lib/portal/sign-in/requests.ts';
import { freshDatabase, type TestDatabase } from '../database.ts';
import { Browser } from '../servers/browser.ts';
import { startFederation, type TestFederation, type TokenDefect } from '../servers/federation.ts';
import { type AuthorRecord, advanceDays, createAccount, createRecord, createWork, getRecord, runJobs } from './fixtures.ts';

const site = 'http://localhost:3999';
const medium = ['https://refeds.org/assurance', 'https://refeds.org/assurance/IAP/medium'];
let database: TestDatabase;
let lamp: TestFederation;
let other: TestFederation;
beforeAll(async () => {
  lamp = await startFederation({ site });
  other = await startFederation({ site, id: 'other', name: 'Other University' });
  database = await freshDatabase();
  await registerLamp();
});
afterAll(async () => {
  await lamp.stop();
  await other.stop();
  await database.drop();
});
beforeEach(() => lamp.corruptTokens(null));
const context = (more: Record<string, string> = {}): AuthContext => {
  const FEDERATED_LOGINS = JSON.stringify([lamp, other].flatMap(({ env }) => JSON.parse(env.FEDERATED_LOGINS)));
  const set = readEnv({ PUBLIC_URL: site, LOG_LEVEL: 'silent', PROOFS_LOOPBACK: 'on', FEDERATED_LOGINS, ...more });
  return { store: database.store, env: { ...set, SECRET: 'a secret of at least 32 characters' } };
};
const redirectOf = (answer: Response) => answer.headers.get('location') ?? '';

/** Returns a browser with a session of the account. */
async function signedInBrowser(actor: Actor): Promise<Browser> {
  const { token } = await database.store.transact((tx) =>
    startSession(tx, actor.accountId, { signInMethod: 'email', device: 'A test', network: null }),
  );
  const browser = new Browser();
  browser.cookies(site).set('peergraph-session', token);
  return browser;
}

/** Starts a sign-in at an organisation. @returns the URL of the redirect */
async function startSignIn(
  browser: Browser,
  form: Record<string, string>,
  more?: Record<string, string>,
): Promise<{ url: string; answer: Response }> {
  const answer = await browser.callHandler((request) => redirectToOrganisation(request, context(more)), `${site}/api/auth/federated`, {
    login: 'lamp',
    ...form,
  });
  const html = await answer.clone().text();
  return { url: (/content="0;url=([^"]*)"/.exec(html)?.[1] ?? '').replaceAll('&#38;', '&'), answer };
}

/** Signs in at the organisation. @returns the URL to which the browser is redirected */
async function signInThere(browser: Browser, url: string, login: string | null): Promise<string> {
  browser.cookies(url).clear();
  let place = url;
  for (let hops = 0; hops < 12 && !place.startsWith(site); hops += 1) {
    const isForm = new URL(place).pathname.startsWith('/signin/');
    const answer = await browser.fetch(place, isForm ? (login ? { login } : { deny: 'yes' }) : undefined);
    place = new URL(redirectOf(answer), place).href;
  }
  return place;
}

const finishSignIn = (browser: Browser, place: string, more?: Record<string, string>) =>
  browser.callHandler(
    (request) => finishFederatedLogin(request, new URL(request.url).pathname.split('/').at(-1) ?? '', context(more)),
    place,
  );

async function signInThroughOrganisation(
  browser: Browser,
  login: string | null,
  form: Record<string, string> = {},
  more?: Record<string, string>,
): Promise<string> {
  const { url, answer } = await startSignIn(browser, form, more);
  if (url === '') return redirectOf(answer);
  return redirectOf(await finishSignIn(browser, await signInThere(browser, url, login), more));
}

const institute = 'Lamp University';
const rorId = '0lamp0001';

/** Creates a record with a work that names Lamp University, which the registry lists with its domain. */
async function createRecordAtLamp(name: string): Promise<AuthorRecord> {
  const record = await createRecord(database.store, name);
  await createWork(database.store, `The Work of ${name}`, [{ key: record.key, name }], `10.1234/${record.id}`);
  await database.store.transact(async (tx) => {
    await tx.update(authorships).set({ affiliation: institute }).where(eq(authorships.authorKey, record.key));
    await tx
      .update(authors)
      .set({ affiliation: { name: institute, rorId, source: 'acl-anthology' } })
      .where(eq(authors.id, record.id));
  });
  return record;
}

const registerLamp = () =>
  database.store.transact(async (tx) => {
    const at = now();
    await tx.insert(organisations).values({ rorId, name: institute, status: 'active', updatedAt: at });
    await tx.insert(organisationDomains).values({ domain: 'lamp.example', rorId });
    const row = {
      id: newId(),
      kind: 'institution',
      slug: rorId,
      nameKey: rorId,
      name: institute,
      sortName: institute,
      facts: { ror: rorId },
    };
    const [made] = await tx
      .insert(contexts)
      .values({ ...row, createdAt: at, updatedAt: at })
      .returning({ key: contexts.key });
    await tx.insert(affiliations).values({ text: institute, contextKey: made?.key ?? null, rule: 'ror_name' });
  });

const currentTrust = async (record: AuthorRecord) => {
  await database.store.transact(async (tx) => {
    await tx.update(authors).set({ stale: true }).where(eq(authors.id, record.id));
    await enqueue(tx, { kind: 'refresh-authors', payload: {}, onceKey: 'refresh-authors' });
  });
  await runJobs(database.store);
  return trustOf(database.store.reader, record.key);
};
const rulesOf = (trust: Awaited<ReturnType<typeof currentTrust>>) =>
  Object.fromEntries(
    (trust?.parts ?? []).flatMap(({ lines }) => lines.filter(({ points }) => points > 0).map(({ rule, points }) => [rule, points])),
  );
let peopleCount = 0;
/** Creates an account, a record at Lamp University, and a login there. */
async function createPerson(name: string, claims: Record<string, unknown> = {}) {
  peopleCount += 1;
  const login = `person-${peopleCount}`;
  lamp.setClaims(login, { name, eduperson_scoped_affiliation: [`faculty@lamp.example`], ...claims });
  const [actor, record] = [await createAccount(database.store, name), await createRecordAtLamp(name)];
  return { login, actor, record, browser: await signedInBrowser(actor) };
}
const findProofs = (authorId: string) => database.store.reader.select().from(proofs).where(eq(proofs.authorId, authorId));

describe('a login at an organisation', () => {
  test('that is an affiliation of the record is a strong proof by a third party: the record is claimed at once', async () => {
    const { login, actor, record, browser } = await createPerson('Lia Lampe', { eduperson_assurance: medium });
    const back = await signInThroughOrganisation(browser, login, { authorId: record.id });
    expect(back).toMatch(new RegExp(`^/claim/${record.slug}\\?shown=`));
    expect(await getRecord(database.store, record.id)).toMatchObject({ claimState: 'claimed', ownerId: actor.accountId });
    const trust = await currentTrust(record);
    expect(trust).toMatchObject({ level: 3 });
    expect(rulesOf(trust)).toMatchObject({ strongest_proof: 22, asserted: 4 });
    // A login is not a confirmed email address.
    expect(rulesOf(trust)).not.toHaveProperty('email');
    const events = JSON.stringify(await signedEventsOf(database.store.reader, record.id));
    expect(events).toContain(institute);
    expect(events).not.toContain(login);
  });

  test('with another name proves no more than an address there; of an unknown organisation it is weak', async () => {
    const one = await createPerson('Nora Name', { name: 'Quite Somebody Else', eduperson_assurance: medium });
    await signInThroughOrganisation(one.browser, one.login, { authorId: one.record.id });
    const [fair] = await findProofs(one.record.id);
    expect(fair).toMatchObject({ kind: 'federated', strength: 'fair', state: 'observed', facts: { asserted: false, assured: false } });
    expect(await getRecord(database.store, one.record.id)).toMatchObject({ claimState: 'pending' });
    const two = await createPerson('Ola Alum', { eduperson_scoped_affiliation: ['alum@lamp.example', 'library-walk-in@lamp.example'] });
    await signInThroughOrganisation(two.browser, two.login, { authorId: two.record.id });
    expect((await findProofs(two.record.id))[0]).toMatchObject({ strength: 'weak', facts: { rorId: null } });
  });

  test('without a name, or with another first name, proves nothing about the author: no employment, no assurance', async () => {
    const nameless = await createPerson('Nell Less', { name: undefined, eduperson_assurance: medium });
    await signInThroughOrganisation(nameless.browser, nameless.login, { authorId: nameless.record.id });
    expect((await findProofs(nameless.record.id))[0]).toMatchObject({ strength: 'fair', facts: { asserted: false, assured: false } });
    const other = await createPerson('Gustav Lampe', { name: 'Gerda Lampe', eduperson_assurance: medium });
    await signInThroughOrganisation(other.browser, other.login, { authorId: other.record.id });
    expect((await findProofs(other.record.id))[0]).toMatchObject({ strength: 'fair', facts: { asserted: false, assured: false } });
  });

  test('of an alumna is not an assertion of employment, whatever her home organisation is called', async () => {
    const past = { eduperson_scoped_affiliation: ['alum@lamp.example'], schac_home_organization: 'lamp.example' };
    const alumna = await createPerson('Alma Alumna', { ...past, eduperson_assurance: medium });
    await signInThroughOrganisation(alumna.browser, alumna.login, { authorId: alumna.record.id });
    expect((await findProofs(alumna.record.id))[0]).toMatchObject({ strength: 'weak', facts: { rorId: null, asserted: false } });
    const only = { eduperson_scoped_affiliation: undefined, schac_home_organization: 'lamp.example' };
    const staff = await createPerson('Stef Staff', only);
    await signInThroughOrganisation(staff.browser, staff.login, { authorId: staff.record.id });
    expect((await findProofs(staff.record.id))[0]).toMatchObject({ strength: 'fair', facts: { isStaff: false, asserted: true } });
  });

  test('of somebody else for a hidden record is answered as for an unknown one', async () => {
    const { record } = await createPerson('Hida Hidden');
    const { login, browser } = await createPerson('Otto Other');
    await database.store.transact((tx) => tx.update(authors).set({ visibility: 'suppressed' }).where(eq(authors.id, record.id)));
    const none = 'zzzzzzzzzzzz';
    const answers = [
      await signInThroughOrganisation(browser, login, { authorId: record.id }),
      await signInThroughOrganisation(browser, login, { authorId: none }),
    ];
    expect(answers[0]?.replace(record.id, none)).toBe(answers[1]);
  });

  test('does not count while no work of the record names the organisation, and counts again when one does', async () => {
    const { record, login, browser } = await createPerson('Mo Moved', { eduperson_assurance: medium });
    await signInThroughOrganisation(browser, login, { authorId: record.id });
    expect(await currentTrust(record)).toMatchObject({ level: 3 });
    const names = async (place: string | null) => {
      await database.store.transact(async (tx) => {
        await tx.update(authorships).set({ affiliation: place }).where(eq(authorships.authorKey, record.key));
        const affiliation = place ? { name: place, rorId, source: 'acl-anthology' as const } : null;
        await tx.update(authors).set({ affiliation }).where(eq(authors.id, record.id));
      });
      await checkBindings(database.store, record.id, proofServices());
    };
    await names(null);
    expect((await findProofs(record.id))[0]).toMatchObject({ state: 'stale' });
    expect((await currentTrust(record))?.level).toBeLessThan(3);
    await names(institute);
    expect(await currentTrust(record)).toMatchObject({ level: 3 });
  });

  test('is accepted only for the domains that the operator allows it', async () => {
    const { login, record, browser } = await createPerson('Dom Domain');
    const [set] = JSON.parse(lamp.env.FEDERATED_LOGINS);
    const more = { FEDERATED_LOGINS: JSON.stringify([{ ...set, domains: ['elsewhere.example'] }]) };
    await signInThroughOrganisation(browser, login, { authorId: record.id }, more);
    expect((await findProofs(record.id))[0]).toMatchObject({ strength: 'weak' });
  });

  test('links one account to one person: another account and another person are rejected', async () => {
    const one = await createPerson('Una Unique');
    expect(await signInThroughOrganisation(one.browser, one.login)).toBe('/me/security?saved=federated#federated');
    const thief = await signedInBrowser(await createAccount(database.store, 'Thief'));
    expect(await signInThroughOrganisation(thief, one.login)).toMatch(/problem=federated_of_another_account/);
    const two = await createPerson('Tess Two');
    expect(await signInThroughOrganisation(one.browser, two.login)).toMatch(/problem=another_federated_linked/);
    expect(await signInThroughOrganisation(one.browser, one.login)).toMatch(/saved=federated/);
    const bound = await database.store.reader.select().from(logins).where(eq(logins.userId, one.actor.accountId));
    expect(bound.map(({ providerAccountId, access_token, id_token }) => [providerAccountId, access_token, id_token])).toEqual([
      [one.login, null, null],
    ]);
  });
});

describe('an assured login', () => {
  /** Creates a person at L4 by an organisation login and a domain proof, who needs only a passkey for L5. */
  async function nearlyAssured(name: string, claims: Record<string, unknown>) {
    const all = await createPerson(name, claims);
    const { login, record, browser } = all;
    await signInThroughOrganisation(browser, login, { authorId: record.id });
    const facts = {
      proof: 'dns',
      family: 'own_web',
      strength: 'strong',
      thirdParty: false,
      verifier: 'DNS',
      subject: 'x.example',
      expiresAt: null,
      rules: 'evidence-3',
    };
    await database.store.transact((tx) => logEvent(tx, { authorId: record.id, kind: 'proof_shown', facts }));
    return all;
  }

  test('of medium or higher assurance, with a passkey, is L5 for 24 months, longer than the employment assertion', async () => {
    const { record, actor, login, browser } = await nearlyAssured('Ada Assured', { eduperson_assurance: medium });
    expect(await currentTrust(record)).toMatchObject({ level: 4 });
    await database.store.transact((tx) => logEvent(tx, { authorId: record.id, kind: 'passkey_added', facts: {} }));
    expect(await currentTrust(record)).toMatchObject({ level: 5 });
    advanceDays(300);
    // The session has ended. After a new sign-in, one login before the end of the year renews the proofs of all records.
    const later300 = await signedInBrowser(actor);
    expect(await signInThroughOrganisation(later300, login)).toMatch(/saved=federated/);
    expect(browser).toBeDefined();
    advanceDays(200);
    await database.store.transact((tx) => expireAndRecheckProofs(tx));
    expect(await currentTrust(record)).toMatchObject({ level: 5 });
    advanceDays(530);
    await database.store.transact((tx) => expireAndRecheckProofs(tx));
    expect((await currentTrust(record))?.level).toBeLessThan(4);
    expect((await currentTrust(record))?.conditions.find(({ level }) => level === 5)).toMatchObject({ met: true });
    advanceDays(2);
    expect((await currentTrust(record))?.conditions.find(({ level }) => level === 5)).toMatchObject({ met: false });
  });

  test('is not accepted if the assurance is low, absent or only similar', async () => {
    for (const [at, assurance] of [
      undefined,
      ['https://refeds.org/assurance/IAP/low', 'https://refeds.org/assurance/ATP/ePA-1m'],
      ['https://refeds.org/assurance/IAP/medium/'],
      'http://refeds.org/assurance/IAP/high',
      { high: 'https://refeds.org/assurance/IAP/high' },
    ].entries()) {
      const { record } = await nearlyAssured(`Lou Low${at}`, { eduperson_assurance: assurance });
      await database.store.transact((tx) => logEvent(tx, { authorId: record.id, kind: 'passkey_added', facts: {} }));
      expect(await currentTrust(record), String(assurance)).toMatchObject({ level: 4 });
    }
    const { record } = await nearlyAssured('Esp Resso', { eduperson_assurance: 'https://refeds.org/assurance/profile/espresso' });
    await database.store.transact((tx) => logEvent(tx, { authorId: record.id, kind: 'passkey_added', facts: {} }));
    expect(await currentTrust(record)).toMatchObject({ level: 5 });
  });

  test('that is unlinked stops counting at once, and the log records it', async () => {
    const { record, actor } = await nearlyAssured('Una Unbound', { eduperson_assurance: medium });
    await database.store.transact((tx) => logEvent(tx, { authorId: record.id, kind: 'passkey_added', facts: {} }));
    expect(await currentTrust(record)).toMatchObject({ level: 5 });
    const unlink = () => database.store.transact((tx) => unlinkFederatedLogin(tx, actor, { issuer: lamp.url }));
    const both = await Promise.all([unlink(), unlink()]);
    expect(both.map((each) => (each.ok ? 'done' : each.code)).sort()).toEqual(['done', 'federated_not_linked']);
    expect(await currentTrust(record)).toMatchObject({ level: 3 });
    const kinds = (await signedEventsOf(database.store.reader, record.id)).map((row) => parseEvent(row).kind);
    expect(kinds.filter((kind) => kind === 'proof_revoked')).toHaveLength(1);
  });
});

test('a claim that waits on a login alone ends when the login is unlinked; no other proof is substituted', async () => {
  const { record, actor, login, browser } = await createPerson('Wim Waiting', { name: 'Quite Somebody Else' });
  await signInThroughOrganisation(browser, login, { authorId: record.id });
  expect(await getRecord(database.store, record.id)).toMatchObject({ claimState: 'pending' });
  await database.store.transact((tx) => unlinkFederatedLogin(tx, actor, { issuer: lamp.url }));
  expect(await getRecord(database.store, record.id)).toMatchObject({ claimState: 'unclaimed' });
  advanceDays(8);
  await runJobs(database.store);
  expect(await getRecord(database.store, record.id)).toMatchObject({ claimState: 'unclaimed', ownerId: null });
});

test('a login that was unlinked after the loss of a claim is not restored by its appeal', async () => {
  const { record, actor, login, browser } = await createPerson('Ria Revoked', { eduperson_assurance: medium });
  await signInThroughOrganisation(browser, login, { authorId: record.id });
  await database.store.transact((tx) => revokeHolder(tx, record.id, { reason: 'rival_proof', remedy: 'show_strong_proof' }));
  await database.store.transact((tx) => unlinkFederatedLogin(tx, actor, { issuer: lamp.url }));
  const [claim] = await database.store.reader.select().from(claims).where(eq(claims.authorId, record.id));
  const claimId = claim?.id ?? '';
  expect(await database.store.transact((tx) => appealClaim(tx, actor, { claimId, words: 'Look again.' }))).toMatchObject({ ok: true });
  const why = { claimId, decision: 'approve', reason: 'overlooked', remedy: null } as const;
  expect(await database.store.transact((tx) => decideAppeal(tx, why))).toMatchObject({ ok: true });
  expect((await findProofs(record.id)).map(({ state }) => state)).toEqual(['revoked']);
  expect((await currentTrust(record))?.level).toBeLessThan(3);
});

describe('an authorization response is rejected', () => {
  test.each([
    'endless',
    'tampered',
    'other_key',
    'unsigned',
    'nonce',
    'issuer',
    'audience',
    'expired',
    'subject',
    'long_subject',
  ] satisfies TokenDefect[])('with an ID token whose fault is: %s', async (fault) => {
    const { login, actor, record, browser } = await createPerson(`Fay Fault ${fault}`, { eduperson_assurance: medium });
    lamp.corruptTokens(fault);
    expect(await signInThroughOrganisation(browser, login, { authorId: record.id })).toMatch(/problem=federated_failed/);
    expect(await findProofs(record.id)).toEqual([]);
    expect(await database.store.reader.select().from(logins).where(eq(logins.userId, actor.accountId))).toEqual([]);
  });

  test('with another state, browser or issuer, or when it is replayed', async () => {
    const { login, browser } = await createPerson('Mia Mixup');
    const { url } = await startSignIn(browser, {});
    const place = await signInThere(browser, url, login);
    const cookie = browser.cookies(site).get('peergraph-federated') ?? '';
    expect(cookie).not.toBe('');
    const wrongState = place.replace(/state=[^&]*/, 'state=another');
    expect(redirectOf(await finishSignIn(browser, wrongState))).toMatch(/problem=federated_failed/);
    const again = (jar: Browser) => jar.cookies(site).set('peergraph-federated', cookie);
    again(browser);
    expect(redirectOf(await finishSignIn(browser, place.replace('/federated/lamp', '/federated/other')))).toMatch(
      /problem=federated_failed/,
    );
    const stranger = await signedInBrowser(await createAccount(database.store, 'Stranger'));
    expect(redirectOf(await finishSignIn(stranger, place))).toMatch(/problem=federated_failed/);
    // Also with the other browser's cookie, because it is bound to that session.
    again(stranger);
    expect(redirectOf(await finishSignIn(stranger, place))).toMatch(/problem=federated_failed/);
    again(browser);
    browser.cookies(site).set('peergraph-federated', `${cookie.slice(0, -4)}AAAA`);
    expect(redirectOf(await finishSignIn(browser, place))).toMatch(/problem=federated_failed/);
    again(browser);
    expect(redirectOf(await finishSignIn(browser, place))).toMatch(/saved=federated/);
    again(browser);
    expect(redirectOf(await finishSignIn(browser, place))).toMatch(/problem=federated_failed/);
  });

  test('of one issuer with a code of another, although the response names none', async () => {
    const { login, browser } = await createPerson('Max Mixed');
    const { url } = await startSignIn(browser, { login: 'other' });
    const place = await signInThere(browser, url, login);
    expect(place).toContain('/federated/other');
    const { url: second } = await startSignIn(browser, {});
    const state = new URL(second).searchParams.get('state') ?? '';
    const mixed = place.replace('/federated/other', '/federated/lamp').replace(/state=[^&]*/, `state=${state}`);
    expect(redirectOf(await finishSignIn(browser, mixed))).toMatch(/problem=federated_failed/);
    expect(redirectOf(await finishSignIn(browser, mixed.replace(/&iss=[^&]*/, '')))).toMatch(/problem=federated_failed/);
  });

  test('if the person cancelled, or the session is old, ended or missing', async () => {
    const { login, browser } = await createPerson('Tim Turned');
    expect(await signInThroughOrganisation(browser, null)).toMatch(/problem=federated_declined/);
    expect(await signInThroughOrganisation(new Browser(), login)).toMatch(/sign-in\?problem=not_signed_in/);
    const at = addMs(new Date(), minutesMs(31));
    setClock(() => at);
    expect(await signInThroughOrganisation(browser, login)).toMatch(/sign-in\?problem=reauthentication_required/);
  });
});

describe('an organisation', () => {
  test('that is not configured is reported on the claim page, at no cost', async () => {
    const { record, browser, login } = await createPerson('Nina None');
    const row = { ...record, name: 'Nina None', orcid: null, rorId };
    const options = await proofOptionsOf(database.store.reader, null, row, {
      orcidSetUp: false,
      hosts: new Map(),
      apis: new Map(),
      federated: [],
    });
    expect(options.find(({ kind }) => kind === 'federated')).toMatchObject({ unavailable: 'no_federation' });
    expect(await signInThroughOrganisation(browser, login, {}, { FEDERATED_LOGINS: '' })).toMatch(/problem=federated_not_set_up/);
    expect(await signInThroughOrganisation(browser, login, { login: 'nobody' })).toMatch(/problem=federated_not_set_up/);
  });

  test('that does not answer, has another issuer than stated, or is on this network, is not queried further', async () => {
    const { browser, login } = await createPerson('Ned Network');
    const [set] = JSON.parse(lamp.env.FEDERATED_LOGINS);
    const at = (issuer: string) => ({ FEDERATED_LOGINS: JSON.stringify([{ ...set, issuer }]) });
    expect(await signInThroughOrganisation(browser, login, {}, at('http://127.0.0.1:1'))).toMatch(/problem=federated_unreachable/);
    expect(await signInThroughOrganisation(browser, login, {}, at(lamp.url.replace('localhost', '127.0.0.1')))).toMatch(
      /problem=federated_unreachable/,
    );
    expect(await signInThroughOrganisation(browser, login, {}, at('https://10.0.0.1'))).toMatch(/problem=federated_unreachable/);
    expect(await signInThroughOrganisation(browser, login, {}, { PROOFS_LOOPBACK: 'off' })).toMatch(/problem=federated_unreachable/);
  });

  test('must be described completely, otherwise the instance does not start', () => {
    const broken = (value: string) => () => readEnv({ FEDERATED_LOGINS: value });
    const whole = { id: 'x', name: 'X', issuer: 'https://x.example', clientId: 'a', clientSecret: 'b' };
    expect(readEnv({ FEDERATED_LOGINS: JSON.stringify([whole]) }).FEDERATED_LOGINS).toMatchObject([{ ...whole, domains: [] }]);
    for (const value of [
      '{',
      '{}',
      JSON.stringify([{ ...whole, issuer: 'http://x.example' }]),
      JSON.stringify([whole, whole]),
      JSON.stringify([{ ...whole, id: 'A b' }]),
    ])
      expect(broken(value), value).toThrow(/FEDERATED_LOGINS must be/);
  });
});
