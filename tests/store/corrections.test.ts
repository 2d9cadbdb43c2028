import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import type { ImportedWork } from '#lib/catalog/sources/model.ts';
import { historyOfWork, historyOfWorks } from '#lib/catalog/works/queries/history.ts';
import { factsOfWork } from '#lib/catalog/works/queries/provenance.ts';
import { readNotifications } from '#lib/community/notifications/commands/notify.ts';
import { endCorrection, lockCorrection } from '#lib/governance/corrections/commands/decide.ts';
import { revertAsOwner } from '#lib/governance/corrections/commands/owners.ts';
import { suggestCorrection } from '#lib/governance/corrections/commands/suggest.ts';
import { correctionInput } from '#lib/governance/corrections/model.ts';
import { correctionsOf } from '#lib/governance/corrections/queries/corrections.ts';
import { subjectQueries } from '#lib/governance/corrections/queries/subjects.ts';
import { visibleCorrections } from '#lib/governance/corrections/queries/visible.ts';
import { grantAdmin } from '#lib/platform/audit/roles.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { now } from '#lib/platform/clock.ts';
import { auditEntries } from '#lib/platform/db/schema/accounts.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { corrections } from '#lib/platform/db/schema/corrections.ts';
import { blocks } from '#lib/platform/db/schema/invitations.ts';
import { notifications } from '#lib/platform/db/schema/notifications.ts';
import { workIdentifiers, works } from '#lib/platform/db/schema/works.ts';
import { newId } from '#lib/platform/id.ts';
import { revertCorrectionAsReviewer } from '#lib/portal/decisions/commands/revert-correction.ts';
import {
  agreeAndWait,
  assignRecord,
  createAccount,
  createAdmin,
  findOpenReview,
  importWorks,
  inPasskeySession,
  runJobs,
  unwrap,
  voteOnSubject,
} from './fixtures.ts';
import { databasePerTest } from './test-database.ts';

const database = databasePerTest();
const printed = {
  source: 'bibtex',
  recordId: 'one',
  title: ['On Lampps'],
  type: 'article',
  date: '1842',
  venue: 'Journal of Light',
} as const;
let workId: string;

const revertByAdmin = (id: string) =>
  database.store.transact(async (tx) => {
    const correction = await lockCorrection(tx, id);
    if (correction) await endCorrection(tx, correction, 'reverted', admins[0]?.accountId ?? '');
  });
let admins: Actor[];

const importAgain = async (more: Partial<ImportedWork> = {}) => {
  await importWorks(database.store, { ...printed, authors: [{ name: 'Ada Byron' }, { name: 'Mary Somerville' }], ...more });
  await runJobs(database.store);
};
const shownWork = async () => {
  const [row] = await database.store.reader.select().from(works).where(eq(works.id, workId));
  return row;
};
const correctionState = async (id: string) => {
  const [row] = await database.store.reader.select({ state: corrections.state }).from(corrections).where(eq(corrections.id, id));
  return row?.state;
};
const suggest = async (field: string, value: string, actor: Actor | null = null, network = '192.0.2.0/24', more: object = {}) => {
  const input = correctionInput.parse({
    subjectId: workId,
    field,
    value,
    evidenceUrl: 'https://example.org/page',
    note: 'As printed.',
    ...more,
  });
  return database.store.transact((tx) => suggestCorrection(tx, { actor, network }, input));
};
const acceptCorrection = async (field: string, value: string, more: object = {}): Promise<string> => {
  const { correctionId } = unwrap(await suggest(field, value, null, undefined, more));
  expect(unwrap(await voteOnSubject(database.store, admins[0], correctionId, 'approve'))).toEqual({ decided: false });
  expect(unwrap(await voteOnSubject(database.store, admins[1], correctionId, 'approve'))).toEqual({ decided: true });
  return correctionId;
};
/** Creates the accounts that own the records of the two authors. */
const createBothOwners = async (): Promise<Actor[]> => {
  const { store } = database;
  const people = [await createAccount(store, 'Ada'), await createAccount(store, 'Mary')];
  const rows = await store.reader.select().from(authors).orderBy(authors.key);
  for (const [at, record] of rows.entries()) await assignRecord(store, { accountId: people[at]?.accountId ?? '' }, record);
  return people;
};

beforeEach(async () => {
  const { store } = database;
  await importAgain();
  [workId = ''] = (await store.reader.select({ id: works.id }).from(works)).map(({ id }) => id);
  admins = [await createAdmin(store, 'Edda'), await createAdmin(store, 'Rolf')];
});

test('two reviewers accept a correction: it is shown at once, next to the value of the source, with its evidence', async () => {
  const id = await acceptCorrection('title', 'On Lamps');
  expect(await shownWork()).toMatchObject({ title: 'On Lamps', venue: 'Journal of Light', type: 'article', sources: ['bibtex'] });
  const title = (await factsOfWork(database.store.reader, workId)).find(({ name }) => name === 'title');
  expect(title?.assertions).toMatchObject([
    { source: { id: 'correction' }, value: ['On Lamps'], href: 'https://example.org/page', note: 'As printed.', shown: true },
    { source: { id: 'bibtex' }, value: ['On Lampps'], shown: false },
  ]);
  const log = await database.store.reader.select().from(auditEntries).where(eq(auditEntries.action, 'correction.accepted'));
  expect(log).toMatchObject([{ subjectId: workId, facts: { correction: id, value: 'On Lamps' } }]);
});

test('the note of a correction is hidden once the record of an author of the work is suppressed', async () => {
  const { reader, transact } = database.store;
  await acceptCorrection('title', 'On Lamps');
  const notes = async () => {
    const title = (await factsOfWork(reader, workId)).find(({ name }) => name === 'title');
    return [
      title?.assertions[0]?.note,
      title?.assertions[0]?.href,
      ...(await visibleCorrections(reader, { subject: 'work', id: workId }, null)).map(({ note }) => note),
    ];
  };
  expect(await notes()).toEqual(['As printed.', 'https://example.org/page', 'As printed.']);
  const [signer] = await reader.select().from(authors).orderBy(authors.key).limit(1);
  await transact((tx) =>
    tx
      .update(authors)
      .set({ visibility: 'suppressed' })
      .where(eq(authors.id, signer?.id ?? '')),
  );
  expect(await notes()).toEqual([null, 'https://example.org/page', null]);
});

test('a correction survives the same import, is contested by a contradicting one, and retires with an agreeing one', async () => {
  const id = await acceptCorrection('title', 'On Lamps');
  await importAgain();
  await importAgain({ pages: '1-9' });
  expect([await correctionState(id), (await shownWork())?.title, (await shownWork())?.details.pages]).toEqual([
    'accepted',
    'On Lamps',
    '1-9',
  ]);
  await importAgain({ title: ['On Lights'] });
  expect([await correctionState(id), (await shownWork())?.title]).toEqual(['contested', 'On Lamps']);
  expect(await findOpenReview(database.store, id)).toMatchObject({ kind: 'correction' });
  unwrap(await voteOnSubject(database.store, admins[0], id, 'approve'));
  unwrap(await voteOnSubject(database.store, admins[1], id, 'approve'));
  expect([await correctionState(id), (await shownWork())?.title]).toEqual(['accepted', 'On Lamps']);
  await importAgain({ title: ['On Lamps'] });
  const history = await historyOfWork(database.store.reader, workId);
  expect(history.map(({ kind, source }) => [source.id, kind])).toEqual([
    ['correction', 'ended'],
    ['bibtex', 'changed'],
    ['bibtex', 'changed'],
    ['bibtex', 'changed'],
    ['correction', 'first'],
    ['bibtex', 'first'],
  ]);
  const [author] = await database.store.reader.select({ key: authors.key }).from(authors).orderBy(authors.key);
  expect(await historyOfWorks(database.store.reader, author?.key ?? 0)).toEqual(history);
  expect([await correctionState(id), (await shownWork())?.title]).toEqual(['retired', 'On Lamps']);
  const title = (await factsOfWork(database.store.reader, workId)).find(({ name }) => name === 'title');
  expect(title?.assertions.map(({ source }) => source.id)).toEqual(['bibtex']);
});

test('a contested correction that is rejected ends, and the page shows the value of the source', async () => {
  const id = await acceptCorrection('venue', 'Journal of Lamps');
  await importAgain({ venue: 'Annals of Light' });
  unwrap(await voteOnSubject(database.store, admins[0], id, 'reject', 'source_agrees', 'source_shown'));
  expect([await correctionState(id), (await shownWork())?.venue]).toEqual(['reverted', 'Annals of Light']);
});

test('each field takes effect: date, type, DOI, code, retraction, authors', async () => {
  await importAgain({ retracted: true, identifiers: [{ scheme: 'doi', value: '10.1000/wrong' }] });
  await acceptCorrection('date', '1843');
  await acceptCorrection('type', 'paper');
  await acceptCorrection('doi', 'https://doi.org/10.1000/RIGHT');
  await acceptCorrection('code', 'https://code.example/lamps');
  await acceptCorrection('retracted', 'no');
  await acceptCorrection('authors', 'Mary Somerville\nAda B. Byron');
  expect(await shownWork()).toMatchObject({
    ...{ date: '1843', year: 1843, type: 'paper', doi: '10.1000/right', retracted: false },
    ...{ codeState: 'linked', codeUrl: 'https://code.example/lamps', authorsCount: 2 },
  });
  const signed = await database.store.reader.query<{ name: string; record: string }>(
    'select s.name_as_written as name, a.name as record from authorships s join authors a on a.key = s.author_key order by s.position',
    [],
  );
  expect(signed).toEqual([
    { name: 'Mary Somerville', record: 'Mary Somerville' },
    { name: 'Ada B. Byron', record: 'Ada Byron' },
  ]);
});

test('corrected details survive the same import, are contested by another, and retire with an agreeing one', async () => {
  const abstract = `${'Lamps were lit. '.repeat(40)}<script>alert(1)</script>`;
  const corrected = { abstract, volume: '12(3)', pages: '10–19', publisher: 'Lamp & Sons', language: 'en' };
  const fields = Object.keys(corrected);
  const printed = { abstract: ['Lampps were lit.'], volume: '1', pages: '1--9', publisher: 'Lampp House', language: 'lat' };
  await importAgain(printed);
  const ids = new Map<string, string>();
  for (const [field, value] of Object.entries(corrected)) ids.set(field, await acceptCorrection(field, ` ${value}\n`));
  const states = () => Promise.all(fields.map((field) => correctionState(ids.get(field) ?? '')));
  const told = async () => {
    const facts = await factsOfWork(database.store.reader, workId);
    return Object.fromEntries(facts.map(({ name, assertions }) => [name, assertions]));
  };
  const { abstract: _, language, ...details } = corrected;
  const shown = { abstract, language, details };
  expect(await shownWork()).toMatchObject(shown);
  const both = Object.entries(corrected).map(([field, value]) => [
    field,
    [{ source: { id: 'correction' }, value: [value], shown: true }, { source: { id: 'bibtex' } }],
  ]);
  expect(await told()).toMatchObject(Object.fromEntries(both));
  await importAgain({ ...printed, url: 'https://lamps.example/again' });
  expect([await states(), await shownWork()]).toMatchObject([fields.map(() => 'accepted'), shown]);
  await importAgain({ abstract: ['No lamps were lit.'], volume: '13', pages: '20', publisher: 'Ships', language: 'fra' });
  expect([await states(), await shownWork()]).toMatchObject([fields.map(() => 'contested'), shown]);
  for (const field of fields)
    expect(await findOpenReview(database.store, ids.get(field) ?? ''), field).toMatchObject({ kind: 'correction' });
  const history = await historyOfWork(database.store.reader, workId);
  expect(Math.max(...history.flatMap(({ facts }) => facts.map(({ after }) => after?.length ?? 0)))).toBeLessThanOrEqual(300);
  await importAgain({ abstract: [abstract], volume: '12(3)', pages: '10 -- 19', publisher: 'Lamp & Sons', language: 'English' });
  expect(await states()).toEqual(fields.map(() => 'retired'));
  const sources = async (field: string) => (await told())[field]?.map(({ source }) => source.id);
  for (const field of fields) expect(await sources(field), field).toEqual(['bibtex']);
  for (const field of fields) {
    const again = await acceptCorrection(field, field === 'language' ? 'de' : 'Nothing');
    await revertByAdmin(again);
    expect([await correctionState(again), await sources(field)], field).toEqual(['reverted', ['bibtex']]);
  }
});

test('our own summary of a work is not an abstract, and cannot be corrected', async () => {
  await importAgain({ source: 'peergraph', recordId: 'sentence', title: ['On Lampps'], summary: 'It is about lamps.' });
  expect((await subjectQueries.work.correctable(database.store.reader, workId))?.shown.get('abstract')).toBe(null);
});

test('a retraction has a date and a reason, which a source may state in part, differently or again', async () => {
  const told = { retractedOn: '2024-05-12', reason: 'The  lamps were\nnever lit.' };
  const value = 'yes\n2024-05-12\nThe lamps were never lit.';
  const input = { subjectId: workId, field: 'retracted', value: 'yes', note: 'The notice says so.' };
  expect(correctionInput.parse({ ...input, ...told }).value).toBe(value);
  expect(correctionInput.parse(input).value).toBe('yes');
  expect(correctionInput.parse({ ...input, ...told, value: 'no' }).value).toBe('no');
  for (const [path, wrong] of [
    ['retractedOn', '12 May'],
    ['reason', 'x'.repeat(901)],
  ] as const)
    expect(correctionInput.safeParse({ ...input, ...told, [path]: wrong }).error?.issues).toMatchObject([{ path: [path] }]);
  const id = await acceptCorrection('retracted', 'yes', told);
  const retraction = async () => (await factsOfWork(database.store.reader, workId)).find(({ name }) => name === 'retracted')?.assertions;
  const details = '12 May 2024: The lamps were never lit.';
  expect([(await shownWork())?.retracted, await retraction()]).toMatchObject([true, [{ details, note: 'As printed.' }]]);
  expect(await suggest('retracted', 'yes')).toEqual({ ok: false, code: 'same_value' });
  await importAgain({ retracted: true });
  await importAgain({ retracted: true, retraction: { date: '2024' } });
  expect(await correctionState(id)).toBe('accepted');
  await importAgain({ retracted: true, retraction: { date: '2023' } });
  expect([await correctionState(id), (await retraction())?.map((assertions) => assertions.details)]).toEqual([
    'contested',
    [details, '2023'],
  ]);
  await importAgain({ retracted: true, retraction: { date: '2024-05-12', reason: 'The lamps were never lit' } });
  expect([await correctionState(id), (await shownWork())?.retracted]).toEqual(['retired', true]);
});

test('a corrected DOI replaces the wrong one, and the work that has that DOI becomes a work of its own', async () => {
  const { store } = database;
  const doi = (value: string) => [{ scheme: 'doi' as const, value }];
  await importAgain({ identifiers: doi('10.1000/wrong') });
  const correctionId = await acceptCorrection('doi', '10.1000/right');
  const stored = async () => (await store.reader.select().from(workIdentifiers)).map(({ value, workKey }) => [value, workKey]);
  const key = (await shownWork())?.key;
  expect(await stored()).toEqual([['10.1000/right', key]]);
  await importAgain({ recordId: 'two', title: ['Of Ships and the Light They Carry'], authors: [], identifiers: doi('10.1000/wrong') });
  const other = (await store.reader.select().from(works)).find(({ id }) => id !== workId);
  expect(other).toMatchObject({ title: 'Of Ships and the Light They Carry', doi: '10.1000/wrong' });
  // New assertions of the sources do not withdraw it.
  await importAgain({ venue: 'Journal of Lights', identifiers: doi('10.1000/wrong') });
  expect((await stored()).sort()).toEqual([
    ['10.1000/right', key],
    ['10.1000/wrong', other?.key],
  ]);
  expect(await correctionState(correctionId)).toBe('accepted');
});

test('a corrected arXiv id or Anthology id is shown, and is read from URLs', async () => {
  await importAgain({
    identifiers: [
      { scheme: 'arxiv', value: '2005.00001' },
      { scheme: 'acl', value: 'P18-1001' },
    ],
  });
  await acceptCorrection('arxiv', 'https://arxiv.org/abs/2005.01234v2');
  await acceptCorrection('acl', 'https://aclanthology.org/2024.acl-long.1/');
  const rows = await database.store.reader.select().from(workIdentifiers);
  expect(rows.map(({ scheme, value }) => `${scheme} ${value}`).sort()).toEqual(['acl 2024.acl-long.1', 'arxiv 2005.01234']);
  const input = { subjectId: workId, evidenceUrl: 'https://example.org/page' };
  for (const [field, value] of [
    ['arxiv', '10.1000/lamps'],
    ['acl', 'https://aclanthology.org/people/ada'],
  ])
    expect(correctionInput.safeParse({ ...input, field, value }).success).toBe(false);
});

const affiliations = async () =>
  database.store.reader.query<{ affiliation: string | null; by: string | null }>(
    'select affiliation, affiliation_source as by from authorships order by position',
    [],
  );
const authorsAt = (ada: string, mary?: string) => ({
  authors: [
    { name: 'Ada Byron', affiliation: ada },
    { name: 'Mary Somerville', ...(mary && { affiliation: mary }) },
  ],
});

test('corrected affiliations survive the same import, are contested by another, and retire with an agreeing one', async () => {
  await importAgain(authorsAt('Analytical Sociaty'));
  expect(await suggest('affiliations', 'Ada Byron: Analytical Society')).toEqual({ ok: false, code: 'other_names' });
  const id = await acceptCorrection('affiliations', 'Ada Byron: Analytical Society\nMary Somerville:');
  const corrected = [
    { affiliation: 'Analytical Society', by: 'correction' },
    { affiliation: null, by: null },
  ];
  expect(await affiliations()).toEqual(corrected);
  await runJobs(database.store);
  const [ada] = await database.store.reader.select({ affiliation: authors.affiliation }).from(authors).orderBy(authors.key);
  expect(ada?.affiliation).toMatchObject({ name: 'Analytical Society', source: 'correction' });
  await importAgain({ ...authorsAt('Analytical Sociaty'), pages: '1-9' });
  expect([await correctionState(id), await affiliations()]).toEqual(['accepted', corrected]);
  await importAgain(authorsAt('Royal Society'));
  expect([await correctionState(id), await affiliations()]).toEqual(['contested', corrected]);
  await importAgain(authorsAt('Analytical Society'));
  expect(await correctionState(id)).toBe('retired');
  expect(await affiliations()).toEqual([
    { affiliation: 'Analytical Society', by: null },
    { affiliation: null, by: null },
  ]);
});

test('a correction removes an affiliation that a source states, also together with a corrected name', async () => {
  await importAgain(authorsAt('Analytical Society', 'Royal Society'));
  await acceptCorrection('authors', 'Mary Somerville\nAda B. Byron');
  await acceptCorrection('affiliations', 'Mary Somerville:\nAda B. Byron: Analytical Society');
  expect(await affiliations()).toEqual([
    { affiliation: null, by: 'correction' },
    { affiliation: 'Analytical Society', by: null },
  ]);
});

test('corrected affiliations survive the correction of the names that they belong to', async () => {
  await importAgain(authorsAt('Analytical Sociaty'));
  const names = await acceptCorrection('authors', 'Ada B. Byron\nMary Somerville');
  await acceptCorrection('affiliations', 'Ada B. Byron: Analytical Society\nMary Somerville:');
  const corrected = [
    { affiliation: 'Analytical Society', by: 'correction' },
    { affiliation: null, by: null },
  ];
  expect(await affiliations()).toEqual(corrected);
  await revertByAdmin(names);
  expect(await affiliations()).toEqual(corrected);
  await acceptCorrection('authors', 'Augusta Ada Byron\nMary Somerville');
  expect(await affiliations()).toEqual(corrected);
});

test('an affiliation is limited to the length that a work can state, so that it can be accepted', async () => {
  await importAgain(authorsAt('Analytical Sociaty'));
  const assertions = (length: number) => `Ada Byron: ${'A'.repeat(length)}\nMary Somerville:`;
  await acceptCorrection('affiliations', assertions(1_000));
  const input = { subjectId: workId, field: 'affiliations', value: assertions(1_001), note: 'As printed.' };
  expect(correctionInput.safeParse(input).error?.issues).toMatchObject([
    { path: ['value'], message: 'Up to 1,000 characters for each affiliation.' },
  ]);
});

test('affiliations that one author hides cannot be corrected, and are not returned anywhere', async () => {
  await importAgain(authorsAt('Analytical Society'));
  expect((await subjectQueries.work.correctable(database.store.reader, workId))?.shown.get('affiliations')).toBe(
    'Ada Byron: Analytical Society\nMary Somerville:',
  );
  await database.store.transact((tx) =>
    tx
      .update(authors)
      .set({ privacy: { hidden: ['affiliations'], indexed: true } })
      .where(eq(authors.name, 'Mary Somerville')),
  );
  expect((await subjectQueries.work.correctable(database.store.reader, workId))?.shown.has('affiliations')).toBe(false);
  expect(await suggest('affiliations', 'Ada Byron: Elsewhere\nMary Somerville:')).toEqual({ ok: false, code: 'not_correctable' });
});

test('two owners among the authors decide without reviewers; one of them alone, or a stranger, does not', async () => {
  const { store } = database;
  const [ada, mary] = await createBothOwners();
  if (!ada || !mary) throw new Error('There are two.');
  const stranger = await createAccount(store, 'Tomas');
  const { correctionId } = unwrap(await suggest('title', 'On Lamps', ada));
  const agree = (actor: Actor) => agreeAndWait(store, actor, correctionId);
  expect(await agree(stranger)).toEqual({ ok: false, code: 'unknown_correction' });
  expect(unwrap(await agree(ada)).isAccepted).toBe(false);
  expect(unwrap(await agree(mary)).isAccepted).toBe(true);
  expect([await correctionState(correctionId), (await shownWork())?.title, await findOpenReview(database.store, correctionId)]).toEqual([
    'accepted',
    'On Lamps',
    undefined,
  ]);
  expect(await agree(ada)).toEqual({ ok: false, code: 'unknown_correction' });
});

test('two owners who decided can keep or end their correction when its source changes', async () => {
  const { store } = database;
  const [ada, mary] = await createBothOwners();
  if (!ada || !mary) throw new Error('There are two.');
  const { correctionId } = unwrap(await suggest('title', 'On Lamps', ada));
  const agree = (actor: Actor) => agreeAndWait(store, actor, correctionId);
  const revert = (actor: Actor) => store.transact((tx) => revertAsOwner(tx, actor, { correctionId }));
  unwrap(await agree(mary));
  await importAgain({ title: ['On Lights'] });
  expect(await correctionState(correctionId)).toBe('contested');
  expect(unwrap(await agree(mary)).isAccepted).toBe(false);
  expect(unwrap(await agree(mary)).isAccepted).toBe(false);
  expect(unwrap(await agree(ada)).isAccepted).toBe(true);
  expect([await correctionState(correctionId), (await shownWork())?.title]).toEqual(['accepted', 'On Lamps']);
  await importAgain({ title: ['On Candles'] });
  expect(await findOpenReview(database.store, correctionId)).toBeDefined();
  expect(await revert(await createAccount(store, 'Tomas'))).toEqual({ ok: false, code: 'unknown_correction' });
  unwrap(await revert(ada));
  expect([await correctionState(correctionId), (await shownWork())?.title]).toEqual(['reverted', 'On Candles']);
  expect(await findOpenReview(database.store, correctionId)).toBeUndefined();
  expect(await agree(mary)).toEqual({ ok: false, code: 'unknown_correction' });
});

test('an owner with a disputed claim neither agrees nor reverts, and is not an impartial reviewer', async () => {
  const { store } = database;
  const [ada, mary] = await createBothOwners();
  if (!ada || !mary) throw new Error('There are two.');
  const doubt = (claimState: string) => store.transact((tx) => tx.update(authors).set({ claimState }).where(eq(authors.name, 'Ada Byron')));
  const { correctionId } = unwrap(await suggest('title', 'On Lamps', mary));
  const agree = () => agreeAndWait(store, ada, correctionId);
  const revert = () => store.transact((tx) => revertAsOwner(tx, ada, { correctionId }));
  await doubt('disputed');
  expect(await agree()).toEqual({ ok: false, code: 'unknown_correction' });
  await doubt('claimed');
  expect(unwrap(await agree()).isAccepted).toBe(true);
  await doubt('disputed');
  expect(await revert()).toEqual({ ok: false, code: 'unknown_correction' });
  await store.transact((tx) => grantAdmin(tx, ada.email ?? ''));
  const asReviewer = () => store.transact((tx) => revertCorrectionAsReviewer(tx, inPasskeySession(ada), { correctionId }));
  expect(await asReviewer()).toEqual({ ok: false, code: 'too_close_to_revert' });
  await doubt('claimed');
  unwrap(await revert());
});

test('a suggestion is rejected if its value is shown, is already suggested, or changes the number of names', async () => {
  expect(await suggest('title', 'On Lampps')).toEqual({ ok: false, code: 'same_value' });
  unwrap(await suggest('title', 'On Lamps'));
  expect(await suggest('title', 'On Lamps')).toEqual({ ok: false, code: 'already_suggested' });
  expect(await suggest('authors', 'Ada Byron')).toEqual({ ok: false, code: 'other_number_of_authors' });
  for (let at = 0; at < 10; at += 1) await suggest('title', `On ${at} Lamps`, null, '198.51.100.0/24');
  expect(await suggest('title', 'On 11 Lamps', null, '198.51.100.0/24')).toEqual({ ok: false, code: 'too_many_corrections' });
});

test('visitors of any number of networks suggest at most 30 corrections of a work a day, and accounts are not affected', async () => {
  const sent: { ok: boolean }[] = [];
  for (let at = 0; at < 32; at += 1) sent.push(await suggest('title', `On ${at} Lamps`, null, `198.51.${at}.0/24`));
  expect(sent.map(({ ok }) => ok)).toEqual([...Array(30).fill(true), false, false]);
  unwrap(await suggest('title', 'On Lamps', await createAccount(database.store, 'Vera')));
});

test('the accepted correction is always among those that are read, however many are suggested', async () => {
  const id = await acceptCorrection('title', 'On Lamps');
  const crowd = Array.from({ length: 101 }, (_, at) => ({
    ...{ id: newId(), subject: 'work' as const, subjectId: workId },
    field: 'title',
    value: `Title ${at}`,
    createdAt: now(),
  }));
  await database.store.transact((tx) => tx.insert(corrections).values(crowd));
  expect((await correctionsOf(database.store.reader, workId)).map((each) => each.id)).toContain(id);
});

test('owners are notified of suggestions once, until they have read the notification or all are decided', async () => {
  const { store } = database;
  const [one] = await createBothOwners();
  const told = async () => (await store.reader.select().from(notifications).where(eq(notifications.kind, 'correction_waiting'))).length;
  for (const title of ['On Lamps', 'Of Lamps', 'Lamps']) unwrap(await suggest('title', title));
  expect(await told()).toBe(2);
  if (one) await store.transact((tx) => readNotifications(tx, one));
  unwrap(await suggest('venue', 'Journal of Lamps'));
  expect(await told()).toBe(3);
  await store.transact((tx) => tx.update(corrections).set({ state: 'rejected' }));
  unwrap(await suggest('venue', 'Journal of Flames'));
  expect(await told()).toBe(5);
});

test('an owner who blocked or muted the author of a suggestion is not notified', async () => {
  const { store } = database;
  const [one, other] = await createBothOwners();
  const stranger = await createAccount(store, 'Stranger');
  const assertions = { accountId: one?.accountId ?? '', blockedId: stranger.accountId, kind: 'mute', since: now() };
  await store.transact((tx) => tx.insert(blocks).values(assertions));
  unwrap(await suggest('title', 'On Lamps', stranger));
  const told = await store.reader.select().from(notifications).where(eq(notifications.kind, 'correction_waiting'));
  expect(told.map(({ accountId }) => accountId)).toEqual([other?.accountId]);
});

test('an owner sees open suggestions except those of people whom they blocked', async () => {
  const { store } = database;
  const [one, other] = await createBothOwners();
  const [blocked, muted] = [await createAccount(store, 'Bo'), await createAccount(store, 'Mo')];
  const assertions = { accountId: one?.accountId ?? '', since: now() };
  await store.transact((tx) =>
    tx.insert(blocks).values([
      { ...assertions, blockedId: blocked.accountId, kind: 'block' },
      { ...assertions, blockedId: muted.accountId, kind: 'mute' },
    ]),
  );
  unwrap(await suggest('title', 'On Lamps', blocked));
  unwrap(await suggest('venue', 'Journal of Flames', muted));
  const shown = async (owner: string | null) =>
    (await visibleCorrections(store.reader, { subject: 'work', id: workId }, owner)).map(({ field }) => field).sort();
  expect(await shown(one?.accountId ?? '')).toEqual(['venue']);
  expect(await shown(other?.accountId ?? '')).toEqual(['title', 'venue']);
  expect(await shown(null)).toEqual([]);
});

test('a later correction of the same field replaces the earlier one', async () => {
  const first = await acceptCorrection('title', 'On Lamps');
  const second = await acceptCorrection('title', 'On All Lamps');
  expect([await correctionState(first), await correctionState(second), (await shownWork())?.title]).toEqual([
    'replaced',
    'accepted',
    'On All Lamps',
  ]);
});

test('a reviewer without a part in an accepted correction reverts it alone; nobody else can', async () => {
  const { store } = database;
  const [ada] = await createBothOwners();
  if (!ada || !admins[0] || !admins[1]) throw new Error('There are people.');
  const correctionId = await acceptCorrection('title', 'On Lamps');
  const revert = (actor: Actor) => store.transact((tx) => revertCorrectionAsReviewer(tx, actor, { correctionId }));
  expect(await revert(inPasskeySession(ada))).toEqual({ ok: false, code: 'not_a_reviewer' });
  expect(await revert(admins[0])).toEqual({ ok: false, code: 'passkey_sign_in_needed' });
  await store.transact((tx) => grantAdmin(tx, ada.email ?? ''));
  expect(await revert(inPasskeySession(ada))).toEqual({ ok: false, code: 'too_close_to_revert' });
  unwrap(await revert(inPasskeySession(admins[0])));
  expect([await correctionState(correctionId), (await shownWork())?.title]).toEqual(['reverted', 'On Lampps']);
  expect(await revert(inPasskeySession(admins[1]))).toEqual({ ok: false, code: 'unknown_correction' });
  const log = await store.reader.select().from(auditEntries).where(eq(auditEntries.action, 'correction.reverted'));
  expect(log).toMatchObject([{ subjectId: workId, accountId: admins[0].accountId }]);
});
