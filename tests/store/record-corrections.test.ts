import { and, eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { findAuthor } from '#lib/catalog/authors/queries/find.ts';
import { storeOrganisations } from '#lib/catalog/contexts/commands/organisations.ts';
import { editOwnRecord, setPrivacy } from '#lib/catalog/ownership/commands/edit-record.ts';
import { mintOwner } from '#lib/catalog/ownership/model.ts';
import type { ImportedWork } from '#lib/catalog/sources/model.ts';
import { importedOrganisation } from '#lib/catalog/sources/organisations.ts';
import { statementsInput } from '#lib/catalog/statements/model/statement.ts';
import { readNotifications } from '#lib/community/notifications/commands/notify.ts';
import { decideAsOwner, revertAsOwner } from '#lib/governance/corrections/commands/owners.ts';
import { suggestCorrection } from '#lib/governance/corrections/commands/suggest.ts';
import { correctionInput } from '#lib/governance/corrections/model.ts';
import { subjectQueries } from '#lib/governance/corrections/queries/subjects.ts';
import { correctionViews } from '#lib/governance/corrections/queries/visible.ts';
import { moveRows, revertRows } from '#lib/governance/identity/commands/moves.ts';
import { noMovedRows } from '#lib/governance/identity/model/changes.ts';
import { reportCase } from '#lib/governance/reports/case-handlers.ts';
import { grantAdmin } from '#lib/platform/audit/roles.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { addMs, now } from '#lib/platform/clock.ts';
import { auditEntries } from '#lib/platform/db/schema/accounts.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { claims } from '#lib/platform/db/schema/claims.ts';
import { corrections } from '#lib/platform/db/schema/corrections.ts';
import { blocks } from '#lib/platform/db/schema/invitations.ts';
import { notifications } from '#lib/platform/db/schema/notifications.ts';
import { reports } from '#lib/platform/db/schema/reports.ts';
import { authorships } from '#lib/platform/db/schema/works.ts';
import { newId } from '#lib/platform/id.ts';
import { eraseTables } from '#lib/portal/erasure/commands/tables.ts';
import { archivedRows } from '#lib/portal/exports/queries/archived-rows.ts';
import { actLifecycles } from '#lib/portal/lifecycles.ts';
import { recordNotesOf } from '#lib/portal/pages/queries/record-notes.ts';
import { createAccount, createRecord, findOpenReview, getRecord, importWorks, runJobs, unwrap, voteOnSubject } from './fixtures.ts';
import { databasePerTest } from './test-database.ts';

const database = databasePerTest();
let authorId: string;
let admins: Actor[];

const importAgain = async (affiliation?: string, more: Partial<ImportedWork> = {}) => {
  const printed = { source: 'bibtex', recordId: 'one', title: ['On Lamps'], type: 'article', date: '1842', ...more } as const;
  await importWorks(database.store, { ...printed, authors: [{ name: 'Ada Byron', affiliation }] });
  await runJobs(database.store);
};
const shownRecord = async () => {
  const { name, sourceName, slug, affiliation } = await getRecord(database.store, authorId);
  return { name, sourceName, slug, affiliation: affiliation?.name ?? null, by: affiliation?.source ?? null };
};
const correctionRow = async (id: string) => {
  const [row] = await database.store.reader.select().from(corrections).where(eq(corrections.id, id));
  return row;
};
const correctionState = async (id: string) => (await correctionRow(id))?.state;
const suggest = async (field: string, value: string, actor: Actor | null = null, network = '192.0.2.0/24') => {
  const input = correctionInput.parse({ subjectId: authorId, field, value, evidenceUrl: 'https://example.org/page', note: 'As printed.' });
  return database.store.transact((tx) => suggestCorrection(tx, { actor, network }, input));
};
const decideByReviewers = async (
  id: string,
  decision: 'approve' | 'reject' = 'approve',
  reason?: string,
  remedy?: string,
): Promise<void> => {
  expect(unwrap(await voteOnSubject(database.store, admins[0], id, decision, reason, remedy))).toEqual({ decided: decision === 'reject' });
  if (decision === 'approve')
    expect(unwrap(await voteOnSubject(database.store, admins[1], id, decision, reason, remedy))).toEqual({ decided: true });
  await runJobs(database.store);
};
const acceptCorrection = async (field: string, value: string): Promise<string> => {
  const { correctionId } = unwrap(await suggest(field, value));
  await decideByReviewers(correctionId);
  return correctionId;
};
const createOwner = async (name = 'Ada', strength: 'weak' | 'strong' = 'weak'): Promise<Actor> => {
  const { store } = database;
  const actor = await createAccount(store, name);
  await store.transact(async (tx) => {
    const at = now();
    await tx
      .insert(claims)
      .values({ id: newId(), authorId, accountId: actor.accountId, state: 'accepted', strength, createdAt: at, decidedAt: at });
    await tx.update(authors).set({ ownerId: actor.accountId, claimState: 'claimed', stale: true }).where(eq(authors.id, authorId));
  });
  return actor;
};
const decideAs = (actor: Actor, correctionId: string, accepts: 'yes' | 'no') =>
  database.store.transact((tx) => decideAsOwner(tx, actor, { correctionId, accepts }));
const revertAs = (actor: Actor, correctionId: string) => database.store.transact((tx) => revertAsOwner(tx, actor, { correctionId }));
const notificationsTo = async ({ accountId }: Actor, kind: string) => {
  const mine = and(eq(notifications.accountId, accountId), eq(notifications.kind, kind));
  return (await database.store.reader.select().from(notifications).where(mine)).map(({ facts }) => facts);
};

beforeEach(async () => {
  const { store } = database;
  await importAgain('Royal Society');
  [authorId = ''] = (await store.reader.select({ id: authors.id }).from(authors)).map(({ id }) => id);
  admins = [await createAccount(store, 'Edda'), await createAccount(store, 'Rolf')];
  for (const { email } of admins) await store.transact((tx) => grantAdmin(tx, email ?? ''));
});

test('two reviewers accept a name of an unowned record: it is shown at once, and logged without the name', async () => {
  const id = await acceptCorrection('name', 'Adá Byron');
  expect(await shownRecord()).toMatchObject({ name: 'Adá Byron', sourceName: 'Ada Byron' });
  const log = await database.store.reader.select().from(auditEntries).where(eq(auditEntries.action, 'record_correction.accepted'));
  expect(log).toMatchObject([{ subjectId: authorId, facts: { correction: id, field: 'name' } }]);
  expect(JSON.stringify(log)).not.toContain('Adá');
  await importAgain('Royal Society', { pages: '1-9' });
  expect([await correctionState(id), (await shownRecord()).name]).toEqual(['accepted', 'Adá Byron']);
});

test('an affiliation survives the same import, is contested by a contradicting one, and retires with an agreeing one', async () => {
  const id = await acceptCorrection('affiliation', 'Analytical Society');
  const corrected = { affiliation: 'Analytical Society', by: 'correction' };
  expect(await shownRecord()).toMatchObject(corrected);
  await importAgain('Royal Society');
  await importAgain('Royal Society', { pages: '1-9' });
  expect([await correctionState(id), await shownRecord()]).toMatchObject(['accepted', corrected]);
  await importAgain('Ockham Park');
  expect([await correctionState(id), await shownRecord()]).toMatchObject(['contested', corrected]);
  await decideByReviewers(id);
  expect([await correctionState(id), await shownRecord()]).toMatchObject(['accepted', corrected]);
  await importAgain('Royal Society');
  expect(await correctionState(id)).toBe('contested');
  await importAgain('Ockham Park');
  expect([await correctionState(id), await findOpenReview(database.store, id)]).toEqual(['accepted', undefined]);
  await importAgain('Analytical Society');
  expect([await correctionState(id), await shownRecord()]).toMatchObject(['retired', { affiliation: 'Analytical Society', by: 'bibtex' }]);
});

test('a record can be corrected to no affiliation; a contested correction that is rejected ends', async () => {
  const id = await acceptCorrection('affiliation', '');
  expect((await shownRecord()).affiliation).toBe(null);
  await importAgain('Ockham Park');
  expect(await correctionState(id)).toBe('contested');
  await decideByReviewers(id, 'reject', 'source_agrees', 'source_shown');
  expect([await correctionState(id), await shownRecord()]).toMatchObject(['reverted', { affiliation: 'Ockham Park' }]);
});

test('only the owner accepts, reverts and declines: no reviewer is asked', async () => {
  const [ada, mary] = [await createOwner(), await createAccount(database.store, 'Mary')];
  const { correctionId: id } = unwrap(await suggest('affiliation', 'Analytical Society', mary));
  expect(await findOpenReview(database.store, id)).toBe(undefined);
  expect(await notificationsTo(ada, 'record_correction_waiting')).toMatchObject([{ field: 'affiliation', author: expect.any(String) }]);
  for (const other of [mary, ...admins]) expect(await decideAs(other, id, 'yes')).toEqual({ ok: false, code: 'unknown_correction' });
  unwrap(await decideAs(ada, id, 'yes'));
  expect(await shownRecord()).toMatchObject({ affiliation: 'Analytical Society', by: 'owner' });
  expect(await notificationsTo(mary, 'record_correction_decided')).toMatchObject([{ decision: 'approve', by: 'owner' }]);
  expect(await revertAs(mary, id)).toEqual({ ok: false, code: 'unknown_correction' });
  unwrap(await revertAs(ada, id));
  expect([await correctionState(id), (await shownRecord()).affiliation]).toEqual(['reverted', 'Royal Society']);
  const { correctionId: other } = unwrap(await suggest('affiliation', 'Ockham Park', mary));
  unwrap(await decideAs(ada, other, 'no'));
  expect(await correctionState(other)).toBe('rejected');
  expect(await suggest('affiliation', 'Ockham Park')).toEqual({ ok: false, code: 'declined_by_owner' });
});

test('a suggestion of the owner is accepted at once; a name that no source prints needs a strong proof', async () => {
  const ada = await createOwner();
  expect(await suggest('affiliation', 'Analytical Society', ada)).toMatchObject({ ok: true, value: { step: 'accepted' } });
  expect(await shownRecord()).toMatchObject({ affiliation: 'Analytical Society', by: 'owner' });
  for (const name of ['Isaac Newton', 'Adá Byron', 'Ada "Data Thief" Byron'])
    expect(await suggest('name', name, ada)).toEqual({ ok: false, code: 'name_needs_proof' });
  expect((await shownRecord()).name).toBe('Ada Byron');
});

test('an owner is not notified of suggestions by people whom they blocked or muted, and is not shown those of blocked people', async () => {
  const { store } = database;
  const owner = await createOwner();
  const [blocked, muted] = [await createAccount(store, 'Bo'), await createAccount(store, 'Mo')];
  const said = { accountId: owner.accountId, since: now() };
  await store.transact((tx) =>
    tx.insert(blocks).values([
      { ...said, blockedId: blocked.accountId, kind: 'block' },
      { ...said, blockedId: muted.accountId, kind: 'mute' },
    ]),
  );
  for (const [society, actor] of [
    ['One', blocked],
    ['Two', muted],
    ['Three', null],
  ] as const)
    unwrap(await suggest('affiliation', society, actor));
  expect(await notificationsTo(owner, 'record_correction_waiting')).toHaveLength(1);
  const waiting = await correctionViews(store.reader, { subject: 'author', id: authorId, privacy: null }, owner.accountId);
  expect(waiting.map(({ value }) => value).sort()).toEqual(['Three', 'Two']);
});

test('an owner is notified of suggestions once, until they have read the notification or decided on all', async () => {
  const { store } = database;
  const owner = await createOwner();
  const told = async () => (await notificationsTo(owner, 'record_correction_waiting')).length;
  const ids = [];
  for (const value of ['One', 'Two', 'Three']) ids.push(unwrap(await suggest('affiliation', value)).correctionId);
  expect(await told()).toBe(1);
  await store.transact((tx) => readNotifications(tx, owner));
  ids.push(unwrap(await suggest('name', 'Ada B. Byron')).correctionId);
  expect(await told()).toBe(2);
  for (const id of ids) unwrap(await decideAs(owner, id, 'no'));
  unwrap(await suggest('name', 'Ada C. Byron'));
  expect(await told()).toBe(3);
});

test('the accepted correction stays shown and can be reverted, however many are suggested', async () => {
  const { store } = database;
  const id = await acceptCorrection('affiliation', 'Lovelace College');
  const later = { subject: 'author' as const, subjectId: authorId, field: 'affiliation', createdAt: now(), state: 'rejected' };
  const crowd = Array.from({ length: 101 }, (_, at) => ({ ...later, id: newId(), value: `Society ${at}` }));
  await store.transact((tx) => tx.insert(corrections).values(crowd));
  expect(await correctionViews(store.reader, { subject: 'author', id: authorId, privacy: null }, null)).toMatchObject([
    { id, value: 'Lovelace College' },
  ]);
});

test('a statement of the owner takes precedence, and is not corrected by others', async () => {
  const id = await acceptCorrection('affiliation', 'Analytical Society');
  const ada = await createOwner();
  const said = statementsInput.parse({ authorId, affiliation: 'Ockham Park' });
  unwrap(await database.store.transact((tx) => editOwnRecord(tx, mintOwner(ada.accountId, authorId), said)));
  expect([await correctionState(id), await shownRecord()]).toMatchObject(['accepted', { affiliation: 'Ockham Park', by: 'owner' }]);
  expect(await suggest('affiliation', 'Royal Society')).toEqual({ ok: false, code: 'stated_by_owner' });
  const kept = { authorId, hidden: ['affiliations' as const], indexed: 'yes' as const };
  unwrap(await database.store.transact((tx) => setPrivacy(tx, mintOwner(ada.accountId, authorId), kept)));
  expect((await shownRecord()).affiliation).toBe(null);
  expect((await subjectQueries.author.correctable(database.store.reader, authorId))?.shown.has('affiliation')).toBe(false);
});

test('its author does not decide as a reviewer; equal suggestions are one; limits and hidden records apply', async () => {
  const { correctionId: id } = unwrap(await suggest('name', 'Adá Byron', admins[0]));
  expect(await voteOnSubject(database.store, admins[0], id, 'approve')).toMatchObject({ ok: false });
  expect(await suggest('name', 'Adá Byron')).toEqual({ ok: false, code: 'already_suggested' });
  expect(await suggest('name', 'Ada Byron')).toEqual({ ok: false, code: 'same_value' });
  for (let at = 0; at < 8; at += 1) unwrap(await suggest('affiliation', `Society ${at}`));
  expect(await suggest('affiliation', 'Society 9')).toMatchObject({ ok: true });
  expect(await suggest('affiliation', 'Society 10')).toEqual({ ok: false, code: 'too_many_corrections' });
  await database.store.transact((tx) => tx.update(authors).set({ visibility: 'suppressed' }).where(eq(authors.id, authorId)));
  expect(await suggest('affiliation', 'Society 10', null, '198.51.100.0/24')).toEqual({ ok: false, code: 'unknown_corrected_record' });
});

test('a suggestion goes to the owner once there is one, and back to reviewers after that, also one that the owner accepted', async () => {
  const { store } = database;
  const { correctionId: id } = unwrap(await suggest('affiliation', 'Analytical Society'));
  const ada = await createOwner();
  await importAgain('Royal Society', { pages: '1-9' });
  expect([await findOpenReview(database.store, id), (await notificationsTo(ada, 'record_correction_waiting')).length]).toEqual([
    undefined,
    1,
  ]);
  unwrap(await decideAs(ada, id, 'yes'));
  await store.transact((tx) =>
    tx.update(authors).set({ ownerId: null, claimState: 'unclaimed', stale: true }).where(eq(authors.id, authorId)),
  );
  await importAgain('Royal Society', { pages: '2-9' });
  expect([await correctionState(id), (await shownRecord()).affiliation]).toEqual(['suggested', 'Royal Society']);
  expect(await findOpenReview(database.store, id)).toMatchObject({ kind: 'record_correction', authorId });
});

const readNotes = async () => {
  const found = await findAuthor(database.store.reader, authorId);
  const author = found.kind === 'moved' ? await findAuthor(database.store.reader, found.slug) : found;
  if (author.kind !== 'here') return null;
  return (await recordNotesOf(database.store.reader, author.author, 'https://here.example/authors/x')).notes;
};
const textsIn = (all: Awaited<ReturnType<typeof readNotes>>) =>
  (all ?? []).flatMap((each) => each.notes.map(({ text }) => text)).join('\n');
/** Creates a record that the ACL Anthology names, with an affiliation on a paper. */
const importFromAnthology = async (affiliation: string): Promise<void> => {
  await importAgain(affiliation, { source: 'acl-anthology', identifiers: [{ scheme: 'acl', value: 'P42-1001' }] });
  const [signed] = await database.store.reader
    .select({ id: authors.id })
    .from(authors)
    .innerJoin(authorships, eq(authorships.authorKey, authors.key))
    .where(eq(authorships.source, 'acl-anthology'));
  authorId = signed?.id ?? '';
};

test('reports to the sources with the wrong value are offered once a correction is accepted and shown', async () => {
  await importFromAnthology('Royal Sociaty');
  expect(await readNotes()).toEqual([]);
  await suggest('affiliation', 'Royal Society of London');
  expect(await readNotes()).toEqual([]);
  const id = await acceptCorrection('affiliation', 'Royal Society');
  const said = async () => (await readNotes())?.map((each) => [each.id, each.notes.map((note) => [note.id, note.isAtFault])]);
  const asked = [
    id,
    [
      ['acl-anthology', true],
      ['dblp', false],
    ],
  ];
  expect(await said()).toEqual([asked]);
  expect(textsIn(await readNotes())).toContain('"papers": [\n  "P42-1001"\n ]');
  // The organisation registry is named as a source to correct only if it was imported and lacks the organisation.
  const inRegistry = (rorId: string, name: string) =>
    database.store.transact((tx) => storeOrganisations(tx, [importedOrganisation.parse({ rorId, name, status: 'active' })], now()));
  await inRegistry('013meh722', 'University of Cambridge');
  expect((await said())?.[0]?.[1]).toContainEqual(['ror', false]);
  await inRegistry('03wnrjx87', 'Royal Society');
  expect(await said()).toEqual([asked]);
  // If the work has another affiliation, the work is not named as a source to correct.
  await database.store.transact((tx) => tx.update(authorships).set({ affiliation: 'Ockham Park' }));
  expect((await said())?.[0]?.[1]).toEqual([
    ['acl-anthology', true],
    ['dblp', false],
  ]);
  await database.store.transact((tx) => tx.update(authors).set({ visibility: 'suppressed' }).where(eq(authors.id, authorId)));
  expect(await readNotes()).toBeNull();
});

test('no report contains what the owner hides, or a value that the owner’s own replaces', async () => {
  await importFromAnthology('Royal Society');
  await acceptCorrection('name', 'Ada Lovelace');
  const place = await acceptCorrection('affiliation', 'Analytical Society');
  expect(textsIn(await readNotes())).toContain('"last": "Byron"');
  const { accountId } = await createOwner('Ada', 'strong');
  const owner = mintOwner(accountId, authorId);
  const hide = async (...hidden: ('names' | 'affiliations')[]) => {
    unwrap(await database.store.transact((tx) => setPrivacy(tx, owner, { authorId, hidden, indexed: 'yes' })));
    await runJobs(database.store);
  };
  await hide('names');
  expect(textsIn(await readNotes())).toContain('Should be: Ada Lovelace');
  expect(textsIn(await readNotes())).not.toContain('Byron');
  await hide('affiliations');
  expect((await readNotes())?.map(({ field }) => field)).toEqual(['name']);
  await hide();
  expect((await readNotes())?.map(({ id }) => id)).toContain(place);
  const stated = statementsInput.parse({ authorId, affiliation: 'Ockham Park' });
  unwrap(await database.store.transact((tx) => editOwnRecord(tx, owner, stated)));
  await runJobs(database.store);
  expect((await readNotes())?.map(({ field }) => field)).toEqual(['name']);
});

test('a report is answered with “corrected” only if a correction has taken effect since', async () => {
  const { store } = database;
  const id = newId();
  const report = {
    subject: 'author',
    subjectId: authorId,
    kind: 'wrong_fact',
    reason: 'name',
    facts: {},
    state: 'open',
    createdAt: addMs(now(), -1_000),
  };
  await store.transact((tx) => tx.insert(reports).values({ id, ...report, onceKey: id }));
  const variant = () => reportCase.variantOf?.(store.reader, id);
  expect(await variant()).toBe('uncorrected');
  expect(reportCase.choices.uncorrected?.flatMap(({ remedies }) => remedies)).not.toContain('corrected');
  await acceptCorrection('name', 'Adá Byron');
  expect(await variant()).toBe('wrong_fact');
});

test('suggestions and shown affiliations follow a merge and return; the name stays with its record', async () => {
  const { store } = database;
  const name = await acceptCorrection('name', 'Adá Byron');
  const place = await acceptCorrection('affiliation', 'Analytical Society');
  const { correctionId: open } = unwrap(await suggest('affiliation', 'Ockham Park'));
  const other = await createRecord(store, 'A. Byron');
  const ends = { from: { key: (await getRecord(store, authorId)).key, id: authorId }, to: other };
  const where = async () => Promise.all([name, place, open].map(async (each) => (await correctionRow(each))?.subjectId));
  const moved = await store.transact((tx) => moveRows(tx, ends.from, ends.to, ({ storedName }) => storedName === 'recordCorrections'));
  expect(await where()).toEqual([authorId, other.id, other.id]);
  await store.transact((tx) => revertRows(tx, ends.to, ends.from, { ...noMovedRows(), ...moved }));
  expect(await where()).toEqual([authorId, authorId, authorId]);
  await store.transact((tx) =>
    tx.insert(corrections).values({
      id: newId(),
      subject: 'author',
      subjectId: other.id,
      field: 'affiliation',
      value: 'X',
      state: 'accepted',
      createdAt: now(),
    }),
  );
  await store.transact((tx) => moveRows(tx, ends.from, ends.to, ({ storedName }) => storedName === 'recordCorrections'));
  expect(await where()).toEqual([authorId, authorId, other.id]);
});

test('an archive lists what an account suggested and accepted; an erasure withdraws it, except for what reviewers accepted', async () => {
  const { store } = database;
  const mary = await createAccount(store, 'Mary');
  const { correctionId: name } = unwrap(await suggest('name', 'Adá Byron', mary));
  await decideByReviewers(name);
  const ada = await createOwner();
  const { correctionId: place } = unwrap(await suggest('affiliation', 'Analytical Society', mary));
  unwrap(await decideAs(ada, place, 'yes'));
  expect((await archivedRows(store.reader, mary.accountId, 'reports')).recordCorrections).toMatchObject([
    { field: 'name', value: 'Adá Byron', state: 'accepted' },
    { field: 'affiliation', value: 'Analytical Society', state: 'accepted' },
  ]);
  expect((await archivedRows(store.reader, ada.accountId, 'reviews')).decidedRecordCorrections).toMatchObject([{ authorId }]);
  const leave = ({ accountId }: Actor) => store.transact((tx) => eraseTables(tx, { accountId, addresses: [], seals: [] }, actLifecycles));
  await leave(ada);
  expect(await correctionRow(place)).toMatchObject({ state: 'suggested', deciderId: null });
  expect((await shownRecord()).affiliation).toBe('Royal Society');
  await leave(mary);
  expect([await correctionRow(place), await correctionRow(name)]).toMatchObject([
    undefined,
    { state: 'accepted', suggesterId: null, note: 'As printed.' },
  ]);
  expect((await shownRecord()).name).toBe('Adá Byron');
});
