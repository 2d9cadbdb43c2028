import { spawnSync } from 'node:child_process';
import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { markAuthorsStale } from '#lib/catalog/authors/commands/mark-changed.ts';
import { asOwner } from '#lib/catalog/ownership/commands/as-owner.ts';
import { admitPhotoUpload } from '#lib/catalog/ownership/commands/edit-photo.ts';
import { disableAddress, editOwnRecord, setPrivacy } from '#lib/catalog/ownership/commands/edit-record.ts';
import { powerIds, powers } from '#lib/catalog/powers/model.ts';
import { powerLevelOf } from '#lib/catalog/powers/queries.ts';
import { parsePastedWorks } from '#lib/catalog/sources/pasted.ts';
import { statementsInput } from '#lib/catalog/statements/model/statement.ts';
import { readPublicStatements } from '#lib/catalog/statements/queries/owner-statements.ts';
import { trustOf } from '#lib/catalog/trust/queries/snapshots.ts';
import { trustDocument } from '#lib/catalog/trust/queries/trust-document.ts';
import type { VisibilityChoice } from '#lib/catalog/visibility/model.ts';
import { threadRowOf } from '#lib/community/invitations/queries/threads.ts';
import { addDraftedWorks } from '#lib/governance/additions/commands/add.ts';
import { storeDraft } from '#lib/governance/additions/commands/draft.ts';
import { draftOf } from '#lib/governance/additions/queries.ts';
import { addressNameMatch } from '#lib/governance/claims/queries/institutions.ts';
import { noticeDaysOf } from '#lib/governance/claims/queries/notice.ts';
import { decideAsOwner } from '#lib/governance/corrections/commands/owners.ts';
import { suggestCorrection } from '#lib/governance/corrections/commands/suggest.ts';
import { correctionInput } from '#lib/governance/corrections/model.ts';
import { objectByMail } from '#lib/governance/identity/commands/object-by-mail.ts';
import { proposeSplit } from '#lib/governance/identity/commands/propose.ts';
import { setVisibility } from '#lib/governance/identity/commands/visibility.ts';
import { confirmVisibility, requestVisibility } from '#lib/governance/identity/commands/visibility-requests.ts';
import { visibilityInput } from '#lib/governance/identity/model/visibility.ts';
import { fileReport, withdrawReport } from '#lib/governance/reports/commands/file-report.ts';
import { reportInput } from '#lib/governance/reports/model/report.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { addMs, daysMs, now, setClock } from '#lib/platform/clock.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { claims, disputes, reviews } from '#lib/platform/db/schema/claims.ts';
import { corrections } from '#lib/platform/db/schema/corrections.ts';
import { pastAffiliations } from '#lib/platform/db/schema/history.ts';
import { identityChanges, visibilityRequests } from '#lib/platform/db/schema/identity.ts';
import { jobs } from '#lib/platform/db/schema/jobs.ts';
import { notifications } from '#lib/platform/db/schema/notifications.ts';
import { reports } from '#lib/platform/db/schema/reports.ts';
import { evidenceEvents, trustSnapshots } from '#lib/platform/db/schema/trust.ts';
import { authorships, works } from '#lib/platform/db/schema/works.ts';
import { fairRepository, strongOrcid, strongRepository } from '../evidence.ts';
import { registerInstitution } from '../institutions.ts';
import {
  type AuthorRecord,
  claimWithEvidence,
  createAccount,
  createRecordWithWork,
  createWork,
  getRecord,
  refreshChangedRecords,
  runJobs,
  unwrap,
} from './fixtures.ts';
import { createResearcher, createThread, openToInvitations } from './researchers.ts';
import { databasePerFile } from './test-database.ts';

/** What accounts below the level of control can do to another person's record, replayed with the means that they have. */
const database = databasePerFile();
const network = '192.0.2.0/24';
const start = new Date('2026-11-29T12:00:00Z');

beforeAll(() => setClock(() => start));

/** Moves the clock, and runs the jobs that are due then. */
async function passDays(days: number): Promise<void> {
  const at = addMs(now(), daysMs(days));
  setClock(() => at);
  await runJobs(database.store);
}

/** Creates an account at a domain of its own. */
async function createPerson(name: string): Promise<Actor> {
  const actor = await createAccount(database.store, name);
  const email = `me@${actor.accountId}.example`;
  await database.store.transact((tx) => tx.update(accounts).set({ email }).where(eq(accounts.id, actor.accountId)));
  return { ...actor, email };
}

/** Creates a record whose owner has a confirmed address, and met no objection in seven days. */
async function createWeakOwner(name: string, record?: AuthorRecord): Promise<{ actor: Actor; record: AuthorRecord }> {
  const owned = record ?? (await createRecordWithWork(database.store, name));
  await refreshChangedRecords(database.store);
  const actor = await createPerson(name);
  unwrap(await claimWithEvidence(database.store, actor, owned, { by: 'email' }));
  await passDays(7);
  await refreshChangedRecords(database.store);
  expect(await powerLevelOf(database.store.reader, owned.id)).toBe(2);
  return { actor, record: owned };
}

async function createStrongOwner(name: string, record?: AuthorRecord): Promise<{ actor: Actor; record: AuthorRecord }> {
  const owned = record ?? (await createRecordWithWork(database.store, name));
  await refreshChangedRecords(database.store);
  const actor = await createPerson(name);
  unwrap(await claimWithEvidence(database.store, actor, owned, strongRepository(`https://github.com/x/${actor.accountId}`)));
  await runJobs(database.store);
  return { actor, record: owned };
}

const visibilityOf = async ({ id }: AuthorRecord) => (await getRecord(database.store, id)).visibility;
const hide = (actor: Actor, { id }: AuthorRecord, wanted: VisibilityChoice = 'suppressed') =>
  database.store.transact((tx) => setVisibility(tx, actor, { authorId: id, wanted }));

const objectBy = (link: URLSearchParams) => {
  const input = { notification: link.get('notification') ?? '', code: link.get('code') ?? '' };
  return database.store.transact((tx) => objectByMail(tx, network, input));
};
/** Returns the parameters of the button in the last mail to an account. */
async function buttonFor({ email }: Actor): Promise<URLSearchParams> {
  const rows = await database.store.reader.select().from(jobs).where(eq(jobs.kind, 'send-mail'));
  const texts = rows.flatMap(({ payload }) =>
    (payload as { to?: string }).to === email ? [String((payload as { text?: string }).text)] : [],
  );
  return new URL(/This is wrong:\s+(\S+)/.exec(texts.at(-1) ?? '')?.[1] ?? 'http://none.invalid').searchParams;
}

describe('undecided reports', () => {
  test('change nothing of the record, its trust or its history, however many there are', async () => {
    const { store } = database;
    const record = await createRecordWithWork(store, 'Rita Reported');
    await runJobs(store);
    const read = async () => [
      await getRecord(store, record.id),
      await store.reader.select().from(trustSnapshots).where(eq(trustSnapshots.authorKey, record.key)),
      await store.reader.select().from(evidenceEvents).where(eq(evidenceEvents.authorId, record.id)),
    ];
    const before = await read();
    for (const [at, kind] of (['not_same_person', 'not_same_person', 'wrong_fact'] as const).entries()) {
      const actor = await createAccount(store, `Reader ${at}`);
      const reason = kind === 'wrong_fact' ? 'name' : 'several_people';
      const input = reportInput.parse({ subject: 'author', subjectId: record.id, kind, reason, works: 'All', right: 'Another' });
      unwrap(await store.transact((tx) => fileReport(tx, { actor, network }, input)));
    }
    await passDays(30);
    expect(await read()).toEqual(before);
  });
});

describe('an owner without a strong proof', () => {
  test('is found by the full name only at once, and hidden by a decision', async () => {
    const { actor, record } = await createWeakOwner('Wanda Weak');
    expect(await hide(actor, record)).toEqual({ ok: true, value: { to: 'search_only' } });
    await passDays(4);
    expect(await visibilityOf(record)).toBe('search_only');
    const open = and(eq(visibilityRequests.authorId, record.id), eq(visibilityRequests.state, 'open'));
    expect(await database.store.reader.select().from(visibilityRequests).where(open)).toMatchObject([
      { by: 'owner', wanted: 'suppressed' },
    ]);
    expect(await hide(actor, record, 'visible')).toMatchObject({ ok: true });
    expect(await visibilityOf(record)).toBe('visible');
  });

  test('does not show again what somebody else has hidden', async () => {
    const { actor, record } = await createWeakOwner('Hilda Hidden');
    await database.store.transact((tx) => tx.update(authors).set({ visibility: 'search_only' }).where(eq(authors.id, record.id)));
    expect(await hide(actor, record, 'visible')).toMatchObject({ ok: false, code: 'not_your_record' });
  });

  test('has no photo, no other form of the name, no hidden co-authors and no disabled address', async () => {
    const { store } = database;
    const { actor, record } = await createWeakOwner('Willa Weak');
    const refusal = { ok: false, code: 'needs_strong_proof' };
    expect(await store.transact((tx) => admitPhotoUpload(tx, actor, { authorId: record.id }))).toMatchObject(refusal);
    const privacy = { authorId: record.id, hidden: ['coauthors' as const], indexed: 'yes' as const };
    expect(await store.transact((tx) => asOwner(setPrivacy)(tx, actor, privacy))).toMatchObject(refusal);
    const own = { ...privacy, hidden: ['role' as const, 'affiliations' as const] };
    expect(await store.transact((tx) => asOwner(setPrivacy)(tx, actor, own))).toMatchObject({ ok: true });
    const address = { authorId: record.id, address: 'x' };
    expect(await store.transact((tx) => asOwner(disableAddress)(tx, actor, address))).toMatchObject(refusal);
    for (const name of ['Willa "Data Thief" Weak', 'Weak Willa', 'W. Weak', 'WILLA WEAK']) {
      const { seen } = { seen: await versionOf(record) };
      const input = statementsInput.parse({ authorId: record.id, name, homepage: 'https://uni-versity.example/', seen });
      unwrap(await store.transact((tx) => asOwner(editOwnRecord)(tx, actor, input)));
      expect((await getRecord(store, record.id)).name).toBe('Willa Weak');
      const shown = await readPublicStatements(store.reader, await getRecord(store, record.id));
      expect([shown?.linksPages, shown?.homepage?.text]).toEqual([false, 'https://uni-versity.example/']);
      if (name.includes('Thief') || name.includes('W.')) expect(shown?.name).toBeNull();
    }
  });

  test('loses the record to a strong proof after seven days without a vote, and a hidden record opens to it', async () => {
    const { store } = database;
    const { actor, record } = await createWeakOwner('Ina Impostor');
    await hide(actor, record);
    const person = await createPerson('Ina Impostor');
    const strong = strongOrcid('0000-0002-1825-0097');
    expect(await claimWithEvidence(store, person, record, strong)).toMatchObject({ ok: false, code: 'already_claimed' });
    expect((await getRecord(store, record.id)).claimState).toBe('disputed');
    await passDays(6);
    expect((await getRecord(store, record.id)).ownerId).toBe(actor.accountId);
    await passDays(1);
    expect(await getRecord(store, record.id)).toMatchObject({
      ownerId: person.accountId,
      claimState: 'claimed',
      visibility: 'search_only',
    });
    expect(await powerLevelOf(store.reader, record.id)).toBeGreaterThanOrEqual(3);
    expect(await hide(person, record, 'visible')).toMatchObject({ ok: true });
  });
});

describe('a work that a weak owner adds with another form of the name', () => {
  test('is no evidence that an address is theirs or another author’s, and prints no name that the profile may show', async () => {
    const { store } = database;
    const other = await createRecordWithWork(store, 'Susanna Sought');
    const { actor, record } = await createWeakOwner('S. Sought');
    // One form that a colleague’s address has, and one that the address of somebody else has.
    for (const given of ['Sabrina', 'Susanna']) {
      const text = `@article{x, title={A Finding of ${given}}, author={Sought, ${given} and Kell, Vera}, year={2021}}`;
      await store.transact((tx) => storeDraft(tx, actor, { authorId: record.id, ...parsePastedWorks(text) }));
      const { seen = '' } = (await draftOf(store.reader, { accountId: actor.accountId, authorId: record.id }))?.draft ?? {};
      const chosen = new Map([[0, 'new' as const]]);
      unwrap(await store.transact((tx) => addDraftedWorks(tx, actor, { authorId: record.id, seen, chosen })));
      await runJobs(store);
    }
    expect(await addressNameMatch(store.reader, record, 'sabrina.sought@lamp.example')).toMatchObject({ bearsName: false });
    expect(await addressNameMatch(store.reader, other, 'susanna.sought@lamp.example')).toEqual({ bearsName: true, fitsNamesake: false });
    const input = statementsInput.parse({ authorId: record.id, name: 'Sabrina Sought', seen: await versionOf(record) });
    unwrap(await store.transact((tx) => asOwner(editOwnRecord)(tx, actor, input)));
    await runJobs(store);
    expect((await getRecord(store, record.id)).name).toBe('S. Sought');
  });
});

async function versionOf({ id }: AuthorRecord): Promise<string> {
  const { findOwnRecord } = await import('#lib/catalog/ownership/queries/own-record.ts');
  const { ownerId } = await getRecord(database.store, id);
  const actor = { accountId: ownerId ?? '' } as Actor;
  return (await findOwnRecord(database.store.reader, actor, id))?.seen ?? '';
}

test('conversations of an owner close when a strong proof takes the record, and nobody new reads them', async () => {
  const { store } = database;
  const [impostor, friend] = [await createResearcher(store, 'Iva Impostor', 'weak'), await createResearcher(store, 'Fred Friend')];
  await createWork(store, 'A Work of Iva', [{ key: impostor.key, name: impostor.name }]);
  await openToInvitations(store, impostor);
  const { threadId } = await createThread(store, friend, impostor);
  const person = await createPerson('Iva Impostor');
  await claimWithEvidence(store, person, impostor, strongOrcid('0000-0003-1415-9269'));
  const thread = async (actor: Actor) => (await threadRowOf(store.reader, actor, threadId))?.closed;
  expect(await thread(friend.actor)).toBe(false);
  await passDays(7);
  expect((await getRecord(store, impostor.id)).ownerId).toBe(person.accountId);
  expect([await thread(friend.actor), await thread(impostor.actor), await thread(person)]).toEqual([true, true, undefined]);
});

describe('a hidden record', () => {
  test('answers a proof that is not strong, and a report, as an address without a record does', async () => {
    const { store } = database;
    const record = await createRecordWithWork(store, 'Sue Suppressed');
    await refreshChangedRecords(store);
    await store.transact((tx) => tx.update(authors).set({ visibility: 'suppressed' }).where(eq(authors.id, record.id)));
    const actor = await createPerson('Sue Suppressed');
    const none = { id: 'no0record0is', key: 0, slug: 'no0record0is' };
    for (const each of [record, none])
      expect(await claimWithEvidence(store, actor, each, { by: 'email' })).toMatchObject({ ok: false, code: 'unknown_author' });
    for (const { slug } of [record, none]) {
      const report = { subject: 'author', subjectId: slug, kind: 'impersonation', reason: 'not_them', note: 'I am the person.' };
      const outcome = await store.transact((tx) => fileReport(tx, { actor, network }, reportInput.parse(report)));
      expect(outcome).toMatchObject({ ok: true, value: { path: `/claim/${slug}`, isShown: false } });
    }
    expect(unwrap(await claimWithEvidence(store, actor, record, strongOrcid('0000-0001-5109-3700')))).toMatchObject({ stage: 'accepted' });
    expect(await visibilityOf(record)).toBe('suppressed');
    expect(await hide(actor, record, 'visible')).toMatchObject({ ok: true });
  });
});

describe('a request by an address at the institution of a record', () => {
  const ask = (record: AuthorRecord, email: string, from = network) =>
    database.store.transact((tx) =>
      requestVisibility(tx, from, visibilityInput.parse({ record: record.slug, wanted: 'suppressed', email })),
    );

  async function confirm(record: AuthorRecord): Promise<unknown> {
    const isSent = and(eq(visibilityRequests.authorId, record.id), eq(visibilityRequests.state, 'sent'));
    const [row] = await database.store.reader.select().from(visibilityRequests).where(isSent);
    if (!row) return null;
    const { tokenHash } = await import('#lib/platform/auth/sessions.ts');
    const code = '0'.repeat(32);
    await database.store.transact((tx) =>
      tx
        .update(visibilityRequests)
        .set({ tokenHash: tokenHash(code) })
        .where(eq(visibilityRequests.id, row.id)),
    );
    const outcome = await database.store.transact((tx) => confirmVisibility(tx, { request: row.id, code }));
    return outcome.ok;
  }

  test('lowers the name for 72 hours, once in 30 days, one record at a time and two a day from one network', async () => {
    const { store } = database;
    await store.transact((tx) => registerInstitution(tx, { rorId: '0quay0000', name: 'Quay University', domain: 'quay.example' }));
    const records: AuthorRecord[] = [];
    for (const name of ['Ann Quay', 'Bea Quay', 'Cleo Quay']) {
      const record = await createRecordWithWork(store, name);
      const affiliation = { name: 'Quay University', rorId: '0quay0000', source: 'bibtex' };
      await store.transact((tx) => tx.update(authors).set({ affiliation }).where(eq(authors.id, record.id)));
      records.push(record);
    }
    const [ann, bea, cleo] = records as [AuthorRecord, AuthorRecord, AuthorRecord];
    await ask(ann, 'student1@quay.example');
    expect([await confirm(ann), await visibilityOf(ann)]).toEqual([true, 'search_only']);
    // The address has an open request.
    await ask(bea, 'student1@quay.example');
    expect(await confirm(bea)).toBeNull();
    await ask(bea, 'student2@quay.example');
    expect(await confirm(bea)).toBe(true);
    // The network has reached its limit for this institution.
    await ask(cleo, 'student3@quay.example');
    expect(await confirm(cleo)).toBeNull();
    await passDays(3);
    expect([await visibilityOf(ann), await visibilityOf(bea)]).toEqual(['visible', 'visible']);
    await ask(ann, 'student4@quay.example', '198.51.100.0/24');
    expect([await confirm(ann), await visibilityOf(ann)]).toEqual([null, 'visible']);
  });

  test('of a person at risk changes neither points nor history, and is ended by an owner with a strong proof by the button of the mail', async () => {
    const { store } = database;
    const rorId = '04hrb0106';
    await store.transact((tx) => registerInstitution(tx, { rorId, name: 'Harbour University', domain: 'harbour.example' }));
    const olga = await createStrongOwner('Olga Harbour');
    await store.transact((tx) =>
      tx.update(authorships).set({ affiliation: 'Harbour University' }).where(eq(authorships.authorKey, olga.record.key)),
    );
    const refresh = async () => {
      await store.transact((tx) => markAuthorsStale(tx, [olga.record.key]));
      await runJobs(store);
      await refreshChangedRecords(store);
    };
    const permanent = async () => ({
      snapshots: await store.reader.select().from(trustSnapshots).where(eq(trustSnapshots.authorKey, olga.record.key)),
      history: await store.reader.select().from(pastAffiliations).where(eq(pastAffiliations.authorKey, olga.record.key)),
      events: await store.reader.select().from(evidenceEvents).where(eq(evidenceEvents.authorId, olga.record.id)),
    });
    const document = async () => JSON.stringify(await trustDocument(store.reader, olga.record));
    const shown = async () => (await getRecord(store, olga.record.id)).affiliation?.rorId ?? null;
    await refresh();
    const before = await permanent();
    expect([await shown(), (await document()).includes(rorId)]).toEqual([rorId, true]);
    const input = visibilityInput.parse({ record: olga.record.id, wanted: 'suppressed', risk: 'yes' });
    unwrap(await store.transact((tx) => requestVisibility(tx, '203.0.113.0/24', input)));
    const button = await buttonFor(olga.actor);
    await refresh();
    expect(await permanent()).toEqual(before);
    expect([await shown(), (await document()).includes(rorId)]).toEqual([null, false]);
    const verified = spawnSync(process.execPath, ['lib/catalog/trust/verify.mjs', '-'], { input: await document(), encoding: 'utf8' });
    expect(verified.stdout + verified.stderr).toMatch(/points/);
    expect(verified.status).toBe(0);
    expect(await objectBy(button)).toMatchObject({ ok: true });
    await refresh();
    expect([await shown(), await permanent()]).toEqual([rorId, before]);
  });

  test('of a person at risk stays for its time if an owner without a strong proof objects, or chooses what is shown', async () => {
    const { store } = database;
    const wim = await createWeakOwner('Wim Harbour');
    const input = visibilityInput.parse({ record: wim.record.id, wanted: 'suppressed', risk: 'yes' });
    unwrap(await store.transact((tx) => requestVisibility(tx, '203.0.113.0/24', input)));
    expect(await objectBy(await buttonFor(wim.actor))).toMatchObject({ ok: true });
    unwrap(await hide(wim.actor, wim.record, 'visible'));
    await refreshChangedRecords(store);
    expect((await getRecord(store, wim.record.id)).privacy?.hidden).toEqual(['affiliations']);
    const open = and(eq(reviews.authorId, wim.record.id), eq(reviews.state, 'open'));
    expect((await store.reader.select().from(reviews).where(open)).map(({ kind }) => kind).sort()).toEqual(['report', 'suppression']);
  });

  test('of a person at risk takes the affiliations off the page for 72 hours, once a year', async () => {
    const { store } = database;
    const record = await createRecordWithWork(store, 'Rahel Risk');
    const atRisk = () =>
      store.transact((tx) =>
        requestVisibility(tx, '203.0.113.0/24', visibilityInput.parse({ record: record.slug, wanted: 'suppressed', risk: 'yes' })),
      );
    const hidesAffiliations = async () => (await getRecord(store, record.id)).privacy?.hidden ?? [];
    await atRisk();
    await refreshChangedRecords(store);
    expect(await hidesAffiliations()).toEqual(['affiliations']);
    await passDays(3);
    await refreshChangedRecords(store);
    expect(await hidesAffiliations()).toEqual([]);
    await atRisk();
    await refreshChangedRecords(store);
    expect(await hidesAffiliations()).toEqual([]);
  });
});

describe('a correction of a joint work', () => {
  const suggest = (workId: string, actor: Actor | null, field: string, value: string) => {
    const input = correctionInput.parse({ subjectId: workId, field, value, note: 'As printed.' });
    return database.store.transact((tx) => suggestCorrection(tx, { actor, network }, input));
  };
  const decide = (actor: Actor, correctionId: string, accepts: 'yes' | 'no') =>
    database.store.transact((tx) => decideAsOwner(tx, actor, { correctionId, accepts }));
  const stateOf = async (id: string) =>
    (await database.store.reader.select({ state: corrections.state }).from(corrections).where(eq(corrections.id, id)))[0]?.state;

  async function createJointWork(title: string) {
    const { importWorks } = await import('./fixtures.ts');
    const names = ['Olga', 'Otto', 'Wim'].map((given) => `${given} ${title}`);
    await importWorks(database.store, {
      ...{ source: 'bibtex', recordId: title, title: [`On ${title}`], type: 'article', date: '2020' },
      authors: names.map((name) => ({ name })),
    });
    await runJobs(database.store);
    const records = await Promise.all(
      names.map(async (name) => {
        const [row] = await database.store.reader.select().from(authors).where(eq(authors.name, name));
        return { id: row?.id ?? '', key: row?.key ?? 0, slug: row?.slug ?? '' };
      }),
    );
    const [work] = await database.store.reader
      .select()
      .from(works)
      .where(eq(works.title, `On ${title}`));
    return { workId: work?.id ?? '', names, records: records as [AuthorRecord, AuthorRecord, AuthorRecord] };
  }

  test('is not made by owners without strong proofs, and one of a retraction by nobody but reviewers', async () => {
    const { workId, names, records } = await createJointWork('Weakness');
    const wim = await createWeakOwner(names[2] ?? '', records[2]);
    const olga = await createStrongOwner(names[0] ?? '', records[0]);
    const otto = await createStrongOwner(names[1] ?? '', records[1]);
    const { correctionId } = unwrap(await suggest(workId, wim.actor, 'title', 'On Fabricated Data'));
    expect(await decide(wim.actor, correctionId, 'yes')).toMatchObject({ ok: false, code: 'needs_strong_proof' });
    const retraction = unwrap(await suggest(workId, olga.actor, 'doi', '10.1234/another'));
    unwrap(await decide(otto.actor, retraction.correctionId, 'yes'));
    await passDays(8);
    expect([await stateOf(correctionId), await stateOf(retraction.correctionId)]).toEqual(['suggested', 'suggested']);
  });

  test('is shown after seven days without a contest, and each owner was told', async () => {
    const { workId, names, records } = await createJointWork('Patience');
    const wim = await createWeakOwner(names[2] ?? '', records[2]);
    const olga = await createStrongOwner(names[0] ?? '', records[0]);
    const otto = await createStrongOwner(names[1] ?? '', records[1]);
    const { correctionId } = unwrap(await suggest(workId, olga.actor, 'title', 'On True Patience'));
    unwrap(await decide(otto.actor, correctionId, 'yes'));
    const told = and(eq(notifications.accountId, wim.actor.accountId), eq(notifications.kind, 'correction_agreed'));
    expect(await database.store.reader.select().from(notifications).where(told)).toHaveLength(1);
    await passDays(6);
    expect(await stateOf(correctionId)).toBe('suggested');
    await passDays(1);
    expect(await stateOf(correctionId)).toBe('accepted');
    // An owner who has proved control shows what the sources say until reviewers decide; the other one only asks for a review.
    unwrap(await decide(wim.actor, correctionId, 'no'));
    expect(await stateOf(correctionId)).toBe('contested');
    expect(await decide(wim.actor, correctionId, 'no')).toMatchObject({ ok: false });
  });

  test('is contested by the button of the mail about it, without a sign-in', async () => {
    const { workId, names, records } = await createJointWork('Mailing');
    const wim = await createWeakOwner(names[2] ?? '', records[2]);
    const olga = await createStrongOwner(names[0] ?? '', records[0]);
    const otto = await createStrongOwner(names[1] ?? '', records[1]);
    const { correctionId } = unwrap(await suggest(workId, olga.actor, 'title', 'On Wrong Mail'));
    unwrap(await decide(otto.actor, correctionId, 'yes'));
    expect(await objectBy(await buttonFor(wim.actor))).toMatchObject({ ok: true });
    await passDays(8);
    expect(await stateOf(correctionId)).toBe('suggested');
  });

  test('waits for reviewers once an owner contests it, or if those who agree are not independent', async () => {
    const { workId, names, records } = await createJointWork('Contest');
    const wim = await createWeakOwner(names[2] ?? '', records[2]);
    const olga = await createStrongOwner(names[0] ?? '', records[0]);
    const otto = await createStrongOwner(names[1] ?? '', records[1]);
    const contested = unwrap(await suggest(workId, olga.actor, 'title', 'On a Contest'));
    unwrap(await decide(otto.actor, contested.correctionId, 'yes'));
    unwrap(await decide(wim.actor, contested.correctionId, 'no'));
    await passDays(8);
    expect(await stateOf(contested.correctionId)).toBe('suggested');
    for (const { actor } of [olga, otto])
      await database.store.transact((tx) =>
        tx
          .update(accounts)
          .set({ email: `${actor.accountId}@same.example` })
          .where(eq(accounts.id, actor.accountId)),
      );
    const close = unwrap(await suggest(workId, olga.actor, 'venue', 'Journal of Contests'));
    unwrap(await decide(otto.actor, close.correctionId, 'yes'));
    await passDays(8);
    expect(await stateOf(close.correctionId)).toBe('suggested');
  });
});

describe('the button “This is wrong” of a mail', () => {
  test('asks reviewers to look at a claim to the profile of a co-author, without a sign-in and once', async () => {
    const { store } = database;
    const owner = await createStrongOwner('Cora Coauthor');
    const record = await createRecordWithWork(store, 'Clara Claimed');
    await createWork(store, 'A Work of Cora and Clara', [
      { key: owner.record.key, name: 'Cora Coauthor' },
      { key: record.key, name: 'Clara Claimed' },
    ]);
    unwrap(await claimWithEvidence(store, await createPerson('Clara Claimed'), record, { by: 'email' }));
    const button = await buttonFor(owner.actor);
    const forged = new URLSearchParams({ notification: button.get('notification') ?? '', code: '0'.repeat(32) });
    expect(await objectBy(forged)).toEqual({ ok: false, code: 'objection_link_used' });
    expect(await objectBy(button)).toMatchObject({ ok: true });
    expect(await objectBy(button)).toEqual({ ok: false, code: 'objection_link_used' });
    const open = and(eq(reviews.authorId, record.id), eq(reviews.state, 'open'));
    expect((await store.reader.select().from(reviews).where(open)).map(({ kind }) => kind)).toEqual(['report']);
  });
});

/** What accounts below L3 can do to the record of somebody else, each by its command. A new power of this kind needs its line. */
const outwardActs: Readonly<Record<string, (record: AuthorRecord) => Promise<void>>> = {
  async claim(record) {
    for (const evidence of [{ by: 'email' } as const, fairRepository('https://github.com/x/of-another')])
      await claimWithEvidence(database.store, await createPerson('Any Body'), record, evidence);
  },
  async request_hiding({ id }) {
    for (const email of ['student9@pier.example', 'me@nowhere.example']) {
      const input = visibilityInput.parse({ record: id, wanted: 'suppressed', email });
      unwrap(await database.store.transact((tx) => requestVisibility(tx, `net of ${email}`, input)));
    }
  },
  async request_safety({ id }) {
    const input = visibilityInput.parse({ record: id, wanted: 'suppressed', risk: 'yes' });
    unwrap(await database.store.transact((tx) => requestVisibility(tx, 'another net', input)));
  },
};

test('an owner with a strong proof undoes within a day, without an admin, whatever accounts below that level did', async () => {
  const { store } = database;
  const belowControl = powerIds.filter(
    (id) => powers[id].changes === 'another_record' && ['anybody', 'account'].includes(powers[id].holder),
  );
  expect(Object.keys(outwardActs).sort()).toEqual([...belowControl].sort());
  await store.transact((tx) => registerInstitution(tx, { rorId: '04pier106', name: 'Pier University', domain: 'pier.example' }));
  const { actor, record } = await createStrongOwner('Una Undoing');
  await store.transact((tx) => tx.update(authorships).set({ affiliation: 'Pier University' }).where(eq(authorships.authorKey, record.key)));
  const state = async () => {
    await runJobs(store);
    await store.transact((tx) => markAuthorsStale(tx, [record.key]));
    await refreshChangedRecords(store);
    const { name, affiliation, visibility, privacy, claimState, ownerId, flags, worksCount } = await getRecord(store, record.id);
    const points = (await trustOf(store.reader, record.key))?.points;
    return { name, affiliation: affiliation?.name, visibility, privacy, claimState, ownerId, flags, worksCount, points };
  };
  const before = await state();
  expect(before).toMatchObject({ affiliation: 'Pier University', visibility: 'visible', claimState: 'claimed' });
  const buttons: URLSearchParams[] = [];
  for (const act of Object.values(outwardActs)) {
    await act(record);
    buttons.push(await buttonFor(actor));
  }
  expect(await state()).not.toEqual(before);
  for (const button of buttons) await objectBy(button);
  await passDays(0.9);
  expect(await state()).toEqual(before);
});

describe('a notice', () => {
  test.each([
    ['one at L3 stops it for 14 days at most', true],
    ['one at L2 does not', false],
  ])('continues while a co-author’s objection is undecided: %s', async (_, isStrong) => {
    const { store } = database;
    const names = [`Connie Objector ${isStrong ? 'Strong' : 'Weak'}`, `Nora Noticed ${isStrong ? 'Strong' : 'Weak'}`] as const;
    const coauthor = await (isStrong ? createStrongOwner : createWeakOwner)(names[0]);
    const record = await createRecordWithWork(store, names[1]);
    await createWork(store, `A Work of ${names[1]}`, [
      { key: coauthor.record.key, name: names[0] },
      { key: record.key, name: names[1] },
    ]);
    await refreshChangedRecords(store);
    unwrap(await claimWithEvidence(store, await createPerson(names[1]), record, { by: 'email' }));
    const days = await noticeDaysOf(store.reader, record.id);
    const stateOf = async () => (await getRecord(store, record.id)).claimState;
    expect(await objectBy(await buttonFor(coauthor.actor))).toMatchObject({ ok: true });
    await passDays(days);
    expect(await stateOf()).toBe(isStrong ? 'pending' : 'claimed');
    await passDays(13);
    expect(await stateOf()).toBe(isStrong ? 'pending' : 'claimed');
    await passDays(1);
    expect(await stateOf()).toBe('claimed');
  });

  test('continues a day after the objection of a co-author is withdrawn', async () => {
    const { store } = database;
    const coauthor = await createStrongOwner('Cleo Objector');
    const record = await createRecordWithWork(store, 'Nina Noticed');
    await createWork(store, 'A Work of Cleo and Nina', [
      { key: coauthor.record.key, name: 'Cleo Objector' },
      { key: record.key, name: 'Nina Noticed' },
    ]);
    await refreshChangedRecords(store);
    unwrap(await claimWithEvidence(store, await createPerson('Nina Noticed'), record, { by: 'email' }));
    unwrap(await objectBy(await buttonFor(coauthor.actor)));
    await passDays(8);
    const [report] = await store.reader.select().from(reports).where(eq(reports.subjectId, record.id));
    unwrap(await store.transact((tx) => withdrawReport(tx, coauthor.actor, { reportId: report?.id ?? '' })));
    expect((await getRecord(store, record.id)).claimState).toBe('pending');
    await passDays(1);
    expect((await getRecord(store, record.id)).claimState).toBe('claimed');
  });
});

describe('an owner whose claim is suspended by a strong proof', () => {
  test('says which works are theirs; those that the proof does not bind are proposed as a split once the profile is transferred', async () => {
    const { store } = database;
    const name = 'Same Namesake';
    const { actor, record } = await createWeakOwner(name);
    const doi = '10.9999/of-the-rival';
    for (const [title, identifier] of [['Their Own Work'], ['The Work of the Rival', doi]])
      await createWork(store, title ?? '', [{ key: record.key, name }], identifier);
    const rival = await createPerson(name);
    const idOf = async (title: string) => (await store.reader.select().from(works).where(eq(works.title, title)))[0]?.id ?? '';
    const [own, bound] = [await idOf('Their Own Work'), await idOf('The Work of the Rival')];
    const split = (workIds: string[], by = actor) =>
      store.transact((tx) => proposeSplit(tx, by, { authorId: record.id, workIds, otherName: name, reason: 'We share the name.' }));
    await claimWithEvidence(store, rival, record, strongOrcid('0000-0002-9079-593X', doi));
    expect(await split([own], rival)).toEqual({ ok: false, code: 'claim_waits' });
    expect(await split([bound])).toEqual({ ok: false, code: 'works_proved_by_another' });
    expect(unwrap(await split([own, bound]))).toMatchObject({ applied: false });
    const openSplits = async () => {
      const open = and(eq(reviews.authorId, record.id), eq(reviews.kind, 'merge'), eq(reviews.state, 'open'));
      return (await store.reader.select().from(reviews).where(open)).map(({ votesNeeded, parties }) => ({ votesNeeded, parties }));
    };
    expect(await openSplits()).toEqual([]);
    await passDays(7);
    expect(await getRecord(store, record.id)).toMatchObject({ ownerId: rival.accountId });
    expect(await openSplits()).toEqual([{ votesNeeded: 2, parties: [actor.accountId, rival.accountId] }]);
    const [change] = await store.reader.select().from(identityChanges).where(eq(identityChanges.authorId, record.id));
    expect(change).toMatchObject({ kind: 'split', state: 'proposed', workIds: [own] });
  });
});

describe('a freeze', () => {
  test('ends after 14 days without a decision; the same kind of proof does not freeze again; powers rest until the decision', async () => {
    const { store } = database;
    const owner = await createStrongOwner('Frieda Frozen');
    const stateOf = async () => (await getRecord(store, owner.record.id)).claimState;
    const rival = await createPerson('Frieda Frozen');
    await claimWithEvidence(store, rival, owner.record, strongOrcid('0000-0002-9079-593X'));
    expect(await stateOf()).toBe('disputed');
    await passDays(13);
    expect(await stateOf()).toBe('disputed');
    await passDays(1);
    expect(await stateOf()).toBe('claimed');
    expect(await powerLevelOf(store.reader, owner.record.id)).toBe(2);
    const second = await createPerson('Frieda Frozen');
    await claimWithEvidence(store, second, owner.record, strongOrcid('0000-0002-1694-233X'));
    expect(await stateOf()).toBe('claimed');
    const rows = await store.reader.select().from(disputes).where(eq(disputes.authorId, owner.record.id)).orderBy(disputes.openedAt);
    expect(rows.map(({ marks }) => marks)).toEqual([true, false]);
    const [claim] = await store.reader.select().from(claims).where(eq(claims.accountId, owner.actor.accountId));
    expect(claim?.state).toBe('accepted');
  });
});
