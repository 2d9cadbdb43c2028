import { spawnSync } from 'node:child_process';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { markAuthorsChanged } from '#lib/catalog/authors/commands/mark-changed.ts';
import { publishHead } from '#lib/catalog/trust/commands/heads.ts';
import { parseEvent } from '#lib/catalog/trust/model/log.ts';
import { latestHeads, publishedSigningKeys } from '#lib/catalog/trust/queries/document.ts';
import { eventsAfter, signedEventsOf } from '#lib/catalog/trust/queries/log.ts';
import { notify } from '#lib/community/notifications/commands/notify.ts';
import { notificationsOf } from '#lib/community/notifications/queries/notifications.ts';
import { claimByProof, openProof, prepareRecheck, recheckProof, withinProbeLimit } from '#lib/governance/claims/commands/check.ts';
import { claimAuthor } from '#lib/governance/claims/commands/claim.ts';
import { decideClaim } from '#lib/governance/claims/commands/decide.ts';
import { appealClaim } from '#lib/governance/claims/commands/end.ts';
import { issueProof } from '#lib/governance/claims/commands/issue.ts';
import { mintProof } from '#lib/governance/claims/model/claim.ts';
import type { ClaimEvidence, ProofKind } from '#lib/governance/claims/model/proof-methods.ts';
import { probeProof } from '#lib/governance/claims/probes/probe.ts';
import type { ProofServices } from '#lib/governance/claims/probes/services.ts';
import { organisationOfDomain } from '#lib/governance/claims/queries/institutions.ts';
import { applyChange } from '#lib/governance/identity/commands/changes.ts';
import { proposeMerge } from '#lib/governance/identity/commands/propose.ts';
import { decideVisibility } from '#lib/governance/identity/commands/visibility-decisions.ts';
import { requestVisibility } from '#lib/governance/identity/commands/visibility-requests.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { roles } from '#lib/platform/db/schema/accounts.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { claims, proofs, reviews } from '#lib/platform/db/schema/claims.ts';
import { organisationDomains, organisations } from '#lib/platform/db/schema/contexts.ts';
import { identityChanges, visibilityRequests } from '#lib/platform/db/schema/identity.ts';
import { jobs } from '#lib/platform/db/schema/jobs.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { done } from '#lib/platform/outcome.ts';
import { voteOn } from '#lib/portal/decisions/commands/vote.ts';
import { emptyServices, fairPage, strongDns } from '../evidence.ts';
import {
  type AuthorRecord,
  claimWithEvidence,
  createAccount,
  createRecord,
  findMailedCode,
  getRecord,
  inPasskeySession,
  unwrap,
} from './fixtures.ts';
import { databasePerFile } from './test-database.ts';

/** Attempts to get a record of somebody else, or unsupported trust points. */
const database = databasePerFile();
const probes = emptyServices;
const dns = (domain: string): ClaimEvidence => strongDns(domain);
const issueToken = async (actor: Actor, authorId: string, kind: ProofKind, target: string) =>
  unwrap(await database.store.transact((tx) => issueProof(tx, actor, { authorId, kind, target })));

let organisationCount = 0;
/** Creates an organisation with a domain, and gives a record an affiliation with it. */
async function affiliateWithOrganisation(authorId: string, domain: string): Promise<string> {
  organisationCount += 1;
  const rorId = `0hos${String(organisationCount).padStart(5, '0')}`;
  await database.store.transact(async (tx) => {
    await tx.insert(organisations).values({ rorId, name: `Institute ${organisationCount}`, status: 'active', updatedAt: new Date() });
    await tx.insert(organisationDomains).values({ domain, rorId });
    const affiliation = { name: `Institute ${organisationCount}`, rorId, source: 'acl-anthology' as const };
    await tx.update(authors).set({ affiliation }).where(eq(authors.id, authorId));
  });
  return rorId;
}

describe('an address that somebody else reads', () => {
  test('proves nothing without the code of its mail: there is nothing to recheck', async () => {
    const { store } = database;
    const record = await createRecord(store, 'Vera Victim');
    await affiliateWithOrganisation(record.id, 'victim-university.example');
    const mallory = await createAccount(store, 'Mallory');
    const proof = await issueToken(mallory, record.id, 'institution_email', 'vera@victim-university.example');
    expect(await openProof(store.reader, mallory, proof.id, 'probe')).toEqual({ ok: false, code: 'unknown_proof' });
    expect(await openProof(store.reader, mallory, proof.id, 'mail')).toMatchObject({ ok: true });
    const stranger = await createAccount(store, 'Stranger');
    expect(await openProof(store.reader, stranger, proof.id, 'mail')).toEqual({ ok: false, code: 'unknown_proof' });
  });

  test('cannot be rechecked: no points for a mailbox that nobody has confirmed', async () => {
    const { store } = database;
    const record = await createRecord(store, 'Olga Owner');
    await affiliateWithOrganisation(record.id, 'owner-university.example');
    const olga = await createAccount(store, 'Olga');
    const proof = await issueToken(olga, record.id, 'institution_email', 'olga@owner-university.example');
    const [row] = await store.reader.select().from(proofs).where(eq(proofs.id, proof.id));
    if (!row) throw new Error('gone');
    const found = unwrap(await probeProof(store.reader, { ...row, kind: 'institution_email' }, probes));
    expect(await store.transact((tx) => claimByProof(tx, olga, row, found))).toEqual({ ok: false, code: 'proof_expired' });
    const code = await findMailedCode(store, 'olga@owner-university.example');
    unwrap(await store.transact((tx) => claimByProof(tx, olga, row, found, code)));
    expect(await store.transact((tx) => prepareRecheck(tx, olga, proof.id))).toEqual({ ok: false, code: 'unknown_proof' });
    await recheckProof(store, proof.id, probes);
    const kinds = (await signedEventsOf(store.reader, record.id)).map((event) => parseEvent(event).kind);
    expect(kinds).not.toContain('proof_rechecked');
  });
});

test('a public suffix or a public mail provider is not an organisation, even if the registry lists it; look-alike domains differ', async () => {
  const { store } = database;
  const record = await createRecord(store, 'Chen Suffix');
  for (const domain of ['edu.cn', 'yahoo.co.jp', 'mit.example']) await affiliateWithOrganisation(record.id, domain);
  const organisation = async (domain: string) => (await organisationOfDomain(store.reader, { key: record.key, rorId: null }, domain)).ok;
  expect(await organisation('pku.edu.cn')).toBe(false);
  expect(await organisation('edu.cn')).toBe(false);
  expect(await organisation('yahoo.co.jp')).toBe(false);
  expect(await organisation('csail.mit.example')).toBe(true);
  expect(await organisation('evil-mit.example')).toBe(false);
  expect(await organisation('mit.example.evil.com')).toBe(false);
  // mіt.example with a Cyrillic і, in the form in which the URL parser returns it.
  expect(await organisation(new URL('http://m\u0456t.example').hostname)).toBe(false);
});

test('a page that a trusted host only redirects to is stored by its own URL', async () => {
  const { store } = database;
  const record = await createRecord(store, 'Rae Redirect');
  const text = `<p>Rae Redirect</p><a rel="me" href="${probes.publicUrl}/authors/${record.id}">me</a>`;
  const led: ProofServices = { ...probes, page: async () => done({ text, url: 'https://mallory.example/rae' }) };
  const target = 'https://university.example/go?to=mallory.example';
  const proof = { accountId: 'x', authorId: record.id, kind: 'rel_me' as const, target, token: null };
  expect(await probeProof(store.reader, proof, led)).toEqual({ ok: true, value: fairPage('https://mallory.example/rae') });
});

/** Returns the output of the stand-alone verifier for the whole public log, optionally after a change of its events. */
async function verifyLog(change: (events: unknown[]) => unknown[] = (events) => events): Promise<string> {
  const { reader } = database.store;
  const heads = await latestHeads(reader, 400);
  const events = change(await eventsAfter(reader, 0, 100_000));
  const page = { format: 'peergraph-log-page-1', after: 0, next: null, events, keys: await publishedSigningKeys(reader), heads };
  const ran = spawnSync(process.execPath, ['lib/catalog/trust/verify.mjs', '-'], { input: JSON.stringify(page), encoding: 'utf8' });
  return ran.stdout + ran.stderr;
}

describe('the log of a hidden person', () => {
  test('reveals only positions in the chain, and a follower of the log still detects omissions', async () => {
    const { store } = database;
    const [shown, hidden, within] = [
      await createRecord(store, 'H. Hidden'),
      await createRecord(store, 'Hal Hidden'),
      await createRecord(store, 'Hal Hidden'),
    ];
    const hal = await createAccount(store, 'Hal');
    for (const { id } of [hidden, within, shown]) {
      const page = `https://hal-hidden.example/${id}`;
      unwrap(await claimWithEvidence(store, hal, { id }, fairPage(page)));
      unwrap(await claimWithEvidence(store, hal, { id }, dns(`${id}.hal.example`)));
    }
    await store.transact((tx) => publishHead(tx));
    expect(await verifyLog()).toMatch(/^The log: \d+ events, chained and signed, 1 published heads match them\.\n$/);
    await store.transact(async (tx) => {
      await tx.update(authors).set({ mergedInto: hidden.key }).where(eq(authors.id, within.id));
      await tx.update(authors).set({ visibility: 'suppressed' }).where(eq(authors.id, hidden.id));
    });
    const handedOut = JSON.stringify(await eventsAfter(store.reader, 0, 1000));
    for (const id of [hidden.id, within.id]) expect(handedOut).not.toContain(id);
    expect(handedOut).toContain(`https://hal-hidden.example/${shown.id}`);
    expect(await verifyLog()).toMatch(/^The log: .* match them\. What 6 of them say is withheld\.\n$/);
    const isRedacted = (event: unknown) => (event as { body: string | null }).body === null;
    expect(await verifyLog((events) => events.filter((event) => !isRedacted(event)))).toContain('NOT VERIFIED');
    const other = (event: unknown) => (isRedacted(event) ? { ...(event as object), hash: 'f'.repeat(64) } : event);
    expect(await verifyLog((events) => events.map(other))).toContain('NOT VERIFIED');
  });

  test('a truncated log is detected by its published head', async () => {
    expect(await verifyLog((events) => events.slice(0, -1))).toContain('events are missing at its end');
  });
});

describe('a request about the display of a name', () => {
  const shownAs = async (id: string) => (await getRecord(database.store, id)).visibility;
  const mails = async () => (await database.store.reader.select().from(jobs).where(eq(jobs.kind, 'send-mail'))).length;
  const asked = async (id: string) =>
    database.store.reader
      .select()
      .from(visibilityRequests)
      .where(eq(visibilityRequests.authorId, id))
      .orderBy(visibilityRequests.requestedAt);

  test('from a colleague’s address can hide a name; showing one again needs review', async () => {
    const { store } = database;
    const record = await createRecord(store, 'Fay Fearful');
    await affiliateWithOrganisation(record.id, 'fay-place.example');
    const ask = (wanted: 'visible' | 'search_only' | 'suppressed') =>
      store.transact((tx) => requestVisibility(tx, 'a network', { record: record.id, wanted, email: 'colleague@fay-place.example' }));
    const before = await mails();
    await ask('suppressed');
    expect(await mails()).toBe(before + 1);
    await store.transact((tx) => tx.update(authors).set({ visibility: 'suppressed' }).where(eq(authors.id, record.id)));
    await ask('visible');
    await ask('search_only');
    expect(await mails()).toBe(before + 1);
    expect((await asked(record.id)).map(({ state }) => state)).toEqual(['sent', 'open', 'open']);
  });

  test('granted too late has no effect: the record has an owner by then', async () => {
    const { store } = database;
    const record = await createRecord(store, 'Ona Owner');
    await store.transact((tx) => requestVisibility(tx, 'another network', { record: record.id, wanted: 'suppressed' }));
    const ona = await createAccount(store, 'Ona');
    unwrap(await claimWithEvidence(store, ona, record, dns('ona.example')));
    const [request] = await asked(record.id);
    unwrap(await store.transact((tx) => decideVisibility(tx, request?.id ?? '', 'approve')));
    expect(await shownAs(record.id)).toBe('visible');
  });
});

test('a notification drops the name of a record that is hidden later, and keeps the name of a namesake', async () => {
  const { store } = database;
  const [hidden, namesake] = [await createRecord(store, 'Nia Notice'), await createRecord(store, 'Nia Notice')];
  const reader = await createAccount(store, 'Reader');
  await store.transact(async (tx) => {
    const tell = ({ id }: AuthorRecord, path: string) =>
      notify(tx, { accountId: reader.accountId, kind: 'claim_accepted', facts: { author: id, path }, onceKey: path });
    await tell(hidden, `/authors/${hidden.id}`);
    await tell(namesake, `/authors/${namesake.id}`);
    await tell(hidden, '/invitations/abc');
    // As an upgrade leaves it, if several records have the name.
    const facts = { name: 'Nia Notice', path: '/confirm' };
    await notify(tx, { accountId: reader.accountId, kind: 'attestation_requested', facts, onceKey: 'named' });
  });
  const readNotifications = async () => JSON.stringify(await notificationsOf(store.reader, reader));
  expect((await readNotifications()).split('Nia Notice')).toHaveLength(5);
  await store.transact((tx) => tx.update(authors).set({ visibility: 'suppressed' }).where(eq(authors.id, hidden.id)));
  expect((await readNotifications()).split('Nia Notice')).toHaveLength(2);
  expect(await readNotifications()).toContain(namesake.slug);
  expect(await readNotifications()).not.toContain(hidden.slug);
  expect((await readNotifications()).split('A profile that is not shown')).toHaveLength(4);
});

test('a notification about a profile drops the name of the other person in it', async () => {
  const { store } = database;
  const [giver, own] = [await createRecord(store, 'Gil Gives'), await createRecord(store, 'Olu Owns')];
  const reader = await createAccount(store, 'Reader');
  const path = `/authors/${own.slug}`;
  const facts = { author: giver.id, what: 'They vouch for your profile.', path: `/authors/${own.id}` };
  await store.transact((tx) => notify(tx, { accountId: reader.accountId, kind: 'attestation_given', facts, onceKey: 'given' }));
  const readNotifications = async () => (await notificationsOf(store.reader, reader)).map(({ title, path: leads }) => [title, leads]);
  expect(await readNotifications()).toEqual([['Gil Gives has confirmed', path]]);
  const is = (set: Partial<typeof authors.$inferInsert>) =>
    store.transact((tx) => tx.update(authors).set(set).where(eq(authors.id, giver.id)));
  await is({ name: 'Gil Newname', sourceName: 'Gil Gives', privacy: { hidden: ['names'], indexed: true } });
  expect(await readNotifications()).toEqual([['Gil Newname has confirmed', path]]);
  await is({ visibility: 'suppressed' });
  expect(await readNotifications()).toEqual([['A profile that is not shown has confirmed', path]]);
});

test('an appeal about a merged record cannot be granted, with that reason', async () => {
  const { store } = database;
  const [record, into] = [await createRecord(store, 'Abe Appeals'), await createRecord(store, 'Abe Whole')];
  const [abe, rival, admin] = [await createAccount(store, 'Abe'), await createAccount(store, 'Rival'), await createAccount(store, 'Admin')];
  const shown = (actor: Actor, evidence: ClaimEvidence) => claimWithEvidence(store, actor, record, evidence);
  const { claimId } = unwrap(await shown(abe, fairPage('https://abe.example/')));
  await shown(rival, dns('rival.example'));
  unwrap(await store.transact((tx) => decideClaim(tx, { claimId, decision: 'reject', reason: 'not_tied', remedy: 'show_strong_proof' })));
  unwrap(await store.transact((tx) => appealClaim(tx, abe, { claimId })));
  await store.transact(async (tx) => {
    await tx.insert(roles).values({ accountId: admin.accountId, role: 'admin', grantedAt: new Date() });
    await tx.update(authors).set({ mergedInto: into.key }).where(eq(authors.id, record.id));
  });
  const [review] = await store.reader.select().from(reviews).where(eq(reviews.subjectId, claimId));
  const vote = { reviewId: review?.id ?? '', decision: 'approve' as const, reason: 'overlooked', remedy: 'nothing_to_do' };
  expect(await store.transact((tx) => voteOn(tx, inPasskeySession(admin), vote))).toEqual({ ok: false, code: 'record_merged' });
});

describe('a claim concurrent with a merge of its record', () => {
  /** Runs two overlapping transactions: the second starts after the commands of the first, and before its commit. */
  async function overlapping<A, B>(first: (tx: Writer) => Promise<A>, second: (tx: Writer) => Promise<B>): Promise<[A, B]> {
    const { store } = database;
    const [hasDone, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const one = store.transact(async (tx) => {
      const value = await first(tx);
      hasDone.resolve();
      await mayEnd.promise;
      return value;
    });
    await Promise.race([hasDone.promise, one]);
    const other = store.transact(second);
    await new Promise((wait) => setTimeout(wait, 300));
    mayEnd.resolve();
    return Promise.all([one, other]);
  }
  async function twoRecords(name: string) {
    const { store } = database;
    const [into, from] = [await createRecord(store, name), await createRecord(store, `${name} Twin`)];
    const [claimant, proposer] = [await createAccount(store, 'Claimant'), await createAccount(store, 'Proposer')];
    unwrap(await store.transact((tx) => proposeMerge(tx, proposer, { authorId: into.id, otherId: from.id, reason: 'one person' })));
    const [change] = await store.reader.select().from(identityChanges).where(eq(identityChanges.otherId, from.id));
    const claim = (tx: Writer, shown: ClaimEvidence) =>
      claimAuthor(tx, claimant, { authorId: from.id, proof: mintProof(shown, claimant.accountId, from.id) });
    const merge = (tx: Writer) => applyChange(tx, change?.id ?? '');
    return { from, claim, merge };
  }

  for (const [strength, shown] of [
    ['weak', { by: 'email' }],
    ['strong', dns('race.example')],
  ] as const) {
    test(`(${strength}) first: there is no merge`, async () => {
      const { from, claim, merge } = await twoRecords(`Cleo ${strength}`);
      const [claimed, merged] = await overlapping((tx) => claim(tx, shown), merge);
      expect(claimed).toMatchObject({ ok: true });
      if (strength === 'weak') expect(merged).toEqual({ ok: false, code: 'claim_waits' });
      const { mergedInto, claimState } = await getRecord(database.store, from.id);
      if (strength === 'weak') expect({ mergedInto, claimState }).toEqual({ mergedInto: null, claimState: 'pending' });
    });

    test(`(${strength}) second: the claim is rejected because the profile no longer exists`, async () => {
      const { from, claim, merge } = await twoRecords(`Mia ${strength}`);
      const [merged, claimed] = await overlapping(merge, (tx) => claim(tx, shown));
      expect(merged).toMatchObject({ ok: true });
      expect(claimed).toEqual({ ok: false, code: 'unknown_author' });
      expect(await database.store.reader.select().from(claims).where(eq(claims.authorId, from.id))).toEqual([]);
    });
  }
});

test('two transactions that deadlock are both executed, one after the other', async () => {
  const { store } = database;
  const [one, two] = [await createRecord(store, 'Dan Lock'), await createRecord(store, 'Dora Lock')];
  const both = (first: string, second: string) =>
    store.transact(async (tx) => {
      await markAuthorsChanged(tx, [first]);
      await new Promise((wait) => setTimeout(wait, 200));
      await markAuthorsChanged(tx, [second]);
    });
  await Promise.all([both(one.id, two.id), both(two.id, one.id)]);
  expect([(await getRecord(store, one.id)).revision, (await getRecord(store, two.id)).revision]).toEqual([3, 3]);
});

test('an account makes a limited number of requests to servers of others', async () => {
  const { store } = database;
  const mallory = await createAccount(store, 'Mallory');
  const answers: boolean[] = [];
  for (let time = 0; time < 62; time += 1) answers.push(await store.transact((tx) => withinProbeLimit(tx, mallory)));
  expect(answers.filter(Boolean)).toHaveLength(60);
});
