import { and, eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startHistory } from '#lib/catalog/history/commands.ts';
import { endOfDay, type PastRecord } from '#lib/catalog/history/model/as-of.ts';
import { recordAsOf } from '#lib/catalog/history/queries/record-as-of.ts';
import { storeCorrection } from '#lib/catalog/ingest/commands/corrections.ts';
import { storeWorks } from '#lib/catalog/ingest/commands/store-works.ts';
import { storeAddedWorks, withdrawWorksOfAccount } from '#lib/catalog/ownership/commands/added-works.ts';
import { editOwnRecord, setPrivacy } from '#lib/catalog/ownership/commands/edit-record.ts';
import { mintOwner } from '#lib/catalog/ownership/model.ts';
import { type ImportedWork, importedWork } from '#lib/catalog/sources/model.ts';
import { statedFields, statementsInput, statementsVersionOf } from '#lib/catalog/statements/model/statement.ts';
import { parseSelection } from '#lib/catalog/works/model/list/selection.ts';
import { acceptCorrection, endCorrection, lockCorrection } from '#lib/governance/corrections/commands/decide.ts';
import { suggestCorrection } from '#lib/governance/corrections/commands/suggest.ts';
import { correctionInput } from '#lib/governance/corrections/model.ts';
import { parseCorrection } from '#lib/governance/corrections/queries/corrections.ts';
import { applyChange } from '#lib/governance/identity/commands/changes.ts';
import { deleteOpinionsOfAccount, stateOpinionsOnWorks } from '#lib/governance/identity/commands/opinions.ts';
import { revertChange } from '#lib/governance/identity/commands/revert-change.ts';
import { type Actor, mintActor } from '#lib/platform/auth/actor.ts';
import { now, setClock } from '#lib/platform/clock.ts';
import { authors, ownerStatements } from '#lib/platform/db/schema/authors.ts';
import { claims } from '#lib/platform/db/schema/claims.ts';
import { corrections } from '#lib/platform/db/schema/corrections.ts';
import { authorshipChanges } from '#lib/platform/db/schema/history.ts';
import { identityChanges } from '#lib/platform/db/schema/identity.ts';
import { authorships, works } from '#lib/platform/db/schema/works.ts';
import { newId } from '#lib/platform/id.ts';
import { plainText } from '#lib/platform/text/rich-text.ts';
import { authorView } from '#lib/portal/pages/queries/author-record.ts';
import { freshDatabase, type TestDatabase } from '../database.ts';
import { assignRecord, createAccount, getRecord, runJobs, unwrap } from './fixtures.ts';
import { propertyRuns } from './property-runs.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await freshDatabase();
});
afterEach(() => database.drop());

const dayAt = (day: number): string => `2031-01-${String(day + 1).padStart(2, '0')}`;
const setDay = (day: number) => setClock(() => new Date(`${dayAt(day)}T12:00:00.000Z`));

/** The part of a page that is also shown for a past day. */
interface VisibleRecord {
  works: (string | boolean | null)[][];
  affiliation: string | null;
  trust: [number, number] | null;
  /** By record id. */
  coauthors: [string, number][];
}

/** Returns the record ids by current slug: a page of a past day reveals no former name. */
async function idsBySlug(): Promise<Map<string, string>> {
  const rows = await database.store.reader.select({ id: authors.id, slug: authors.slug }).from(authors);
  return new Map(rows.map(({ id, slug }) => [slug, id]));
}

async function visibleNow(id: string, ids: ReadonlyMap<string, string>): Promise<VisibleRecord> {
  const view = await authorView(
    database.store.reader,
    await getRecord(database.store, id),
    parseSelection(new URLSearchParams()).selection,
    null,
  );
  const shown = view.works.entries.flatMap(({ work, versions }) => [work, ...versions]);
  return {
    works: shown
      .map(({ id, title, type, date, venue, doi, retracted }) => [id, title && plainText(title), type, date, venue, doi, retracted])
      .sort(),
    affiliation: view.affiliation && `${view.affiliation.name} ${view.affiliation.source.id} ${view.affiliation.year}`,
    trust: view.trust.parts.length > 0 ? [view.trust.points, view.trust.level] : null,
    coauthors: view.collaborators.map(({ slug, works }): [string, number] => [ids.get(slug) ?? slug, works]).sort(),
  };
}

/** Returns the visible content of all records, by id. */
async function allVisibleNow(): Promise<Map<string, VisibleRecord>> {
  const ids = await idsBySlug();
  const seen = new Map<string, VisibleRecord>();
  for (const id of ids.values()) seen.set(id, await visibleNow(id, ids));
  return seen;
}

function visibleThen({ works: all, affiliation, trust, coauthors }: PastRecord, ids: ReadonlyMap<string, string>): VisibleRecord {
  return {
    works: all
      .map(({ id, title, type, date, venue, doi, retracted }) => [id, title && plainText(title), type, date, venue, doi, retracted])
      .sort(),
    affiliation: affiliation && `${affiliation.name} ${affiliation.source.id} ${affiliation.year}`,
    trust: trust && [trust.points, trust.level],
    coauthors: (coauthors ?? []).map(({ slug, works }): [string, number] => [ids.get(slug) ?? slug, works]).sort(),
  };
}

const recordOnDay = async (id: string, day: number) =>
  recordAsOf(database.store.reader, await getRecord(database.store, id), endOfDay(dayAt(day)) ?? new Date(Number.NaN));

const actorOf = (accountId: string | null): Actor =>
  mintActor({ accountId: accountId ?? '', name: 'Owner', email: null, emailConfirmed: true });
const importRecord = (record: ImportedWork) =>
  database.store.transact((tx) => storeWorks(tx, { source: record.source, importId: null, observedAt: now(), works: [record] }));

const names = ['Ada Byron', 'Mary Somerville', 'Sofia Kovalevskaya', 'Emmy Noether'];
const places = [undefined, 'University of Turin', 'Göttingen'];
const importStep = fc.record({
  is: fc.constant('import' as const),
  source: fc.constantFrom('bibtex' as const, 'acl-anthology' as const),
  recordId: fc.constantFrom('one', 'two', 'three', 'four'),
  title: fc.constantFrom('On the Light of Lamps', 'On the Light of Lamps in Winter', 'Of Ships', null),
  date: fc.constantFrom('1842', '1843-05', undefined),
  signed: fc.subarray(names),
  place: fc.constantFrom(...places),
  doi: fc.constantFrom('10.1000/one', '10.1000/two', undefined),
});
const correctionStep = fc.record({
  is: fc.constant('correct' as const),
  work: fc.nat(3),
  said: fc.constantFrom(
    ...([
      { field: 'title', value: 'On Lamps' },
      { field: 'venue', value: 'Journal of Light' },
      { field: 'title', value: null },
      { field: 'date', value: '1850' },
      { field: 'retracted', value: 'yes' },
      { field: 'retracted', value: null },
    ] as const),
  ),
});
const addStep = fc.record({ is: fc.constant('add' as const), title: fc.constantFrom('Notes', 'Sketches'), joins: fc.boolean() });
const stateStep = fc.record({
  is: fc.constant('state' as const),
  who: fc.nat(4),
  affiliation: fc.constantFrom('', 'Ockham Park', 'Göttingen'),
  name: fc.boolean(),
  hides: fc.boolean(),
});
const recordStep = fc.record({
  is: fc.constant('correct record' as const),
  who: fc.nat(4),
  said: fc.constantFrom(
    ...([
      { field: 'affiliation', value: 'Royal Society' },
      { field: 'affiliation', value: '' },
      { field: 'affiliation', value: null },
      { field: 'name', value: 'Augusta Lovelace' },
      { field: 'name', value: null },
    ] as const),
  ),
});
const splitStep = fc.record({ is: fc.constant('split' as const), who: fc.nat(4), work: fc.nat(3) });
const step = fc.oneof(
  { weight: 6, arbitrary: importStep },
  { weight: 2, arbitrary: correctionStep },
  { weight: 1, arbitrary: addStep },
  { weight: 2, arbitrary: stateStep },
  { weight: 3, arbitrary: recordStep },
  { weight: 3, arbitrary: splitStep },
);
/** Two works by all authors, so that later steps can remove some. */
const initialSteps: Step[] = (['one', 'two'] as const).map((recordId, at) => ({
  ...{ is: 'import', source: 'bibtex', recordId, title: at === 0 ? 'On the Light of Lamps' : 'Of Ships', date: '1842', signed: names },
  ...{ place: 'University of Turin', doi: undefined },
}));
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

async function runStep(each: Step): Promise<void> {
  const { store } = database;
  const known = await store.reader.select({ id: works.id }).from(works).orderBy(works.key);
  if (each.is === 'import') {
    const { source, recordId, title, date, signed, place, doi } = each;
    const signing = signed.map((name) => ({ name, ...(place && { affiliation: place }) }));
    const identifiers = doi ? [{ scheme: 'doi' as const, value: doi }] : [];
    await importRecord(
      importedWork.parse({ source, recordId, type: 'article', title: title && [title], date, identifiers, authors: signing }),
    );
  } else if (each.is === 'correct') {
    const work = known[each.work % Math.max(1, known.length)];
    const corrected = { ...each.said, evidence: { url: null, note: 'As printed.' } };
    if (work) await store.transact((tx) => storeCorrection(tx, work.id, corrected));
  } else if (each.is === 'add') await addWork(each.title, each.joins ? (known[0]?.id ?? null) : null);
  else {
    const people = await store.reader.select().from(authors).orderBy(authors.key);
    const one = people[each.who % Math.max(1, people.length)];
    if (one && each.is === 'state') await stateAsOwner(one, each);
    else if (one && each.is === 'correct record') await correctRecord(one.id, each.said);
    else if (one && each.is === 'split') await splitWork(one, each.work);
  }
  await runJobs(store);
}

/** Adds a work as the owner of the first record. */
async function addWork(title: string, workId: string | null): Promise<void> {
  const { store } = database;
  const [first] = await store.reader.select().from(authors).orderBy(authors.key).limit(1);
  if (!first) return;
  const actor = await createAccount(store, 'Owner');
  const accountId = first.ownerId ?? actor.accountId;
  await assignRecord(store, { accountId }, first);
  const work = importedWork.parse({
    source: 'owner',
    recordId: 'new',
    type: 'article',
    title: [title],
    date: '1840',
    authors: [{ name: first.name }],
  });
  await store.transact((tx) => storeAddedWorks(tx, mintOwner(accountId, first.id), [{ work, own: 0, workId }]));
}

type Author = typeof authors.$inferSelect;

/**
 * Gives the record an owner with an accepted claim, who states or withdraws an affiliation and a name variant, and hides affiliations or
 * not.
 */
async function stateAsOwner(
  author: Author,
  { affiliation, name, hides }: { affiliation: string; name: boolean; hides: boolean },
): Promise<void> {
  const { store } = database;
  const accountId = author.ownerId ?? (await createAccount(store, 'Owner')).accountId;
  const at = now();
  const claim = { id: newId(), authorId: author.id, accountId, state: 'accepted', strength: 'strong', createdAt: at, decidedAt: at };
  await assignRecord(store, { accountId }, author);
  await store.transact((tx) => tx.insert(claims).values(claim).onConflictDoNothing());
  const owner = mintOwner(accountId, author.id);
  const stated = (await store.reader.select().from(ownerStatements).where(eq(ownerStatements.authorId, author.id))).filter(({ field }) =>
    statedFields.some((each) => each === field),
  );
  const seen = statementsVersionOf(stated.map(({ at: since }) => ({ since })));
  const words = statementsInput.parse({ authorId: author.id, affiliation, name: name ? `${author.sourceName ?? author.name}.` : '', seen });
  unwrap(await store.transact((tx) => editOwnRecord(tx, owner, words)));
  const hidden = hides ? ['affiliations' as const] : [];
  unwrap(await store.transact((tx) => setPrivacy(tx, owner, { authorId: author.id, hidden, indexed: 'yes' })));
}

/** Accepts a correction of a record, or reverts the accepted one. */
async function correctRecord(authorId: string, { field, value }: { field: 'name' | 'affiliation'; value: string | null }): Promise<void> {
  const { store } = database;
  const notice = { reason: 'fact_wrong', remedy: 'corrected', once: newId() };
  await store.transact(async (tx) => {
    if (value === null) {
      const shown = and(eq(corrections.subjectId, authorId), eq(corrections.field, field), eq(corrections.state, 'accepted'));
      const correction = parseCorrection((await tx.select().from(corrections).where(shown))[0]);
      if (correction) await endCorrection(tx, correction, 'reverted', null);
      return;
    }
    const input = correctionInput.parse({ subjectId: authorId, field, value, note: 'As printed.' });
    const made = await suggestCorrection(tx, { actor: null, network: newId() }, input);
    const correction = made.ok ? await lockCorrection(tx, made.value.correctionId) : null;
    if (correction) await acceptCorrection(tx, correction, { by: 'reviewers', accountId: null, notice });
  });
}

/** Moves one of several works of a record to a new record. */
async function splitWork({ id, key }: Author, work: number): Promise<void> {
  const { store } = database;
  const signed = await store.reader
    .select({ id: works.id })
    .from(authorships)
    .innerJoin(works, eq(works.key, authorships.workKey))
    .where(eq(authorships.authorKey, key))
    .orderBy(works.key);
  const leaving = signed[work % Math.max(1, signed.length)];
  if (!leaving) return;
  const proposed = {
    id: newId(),
    kind: 'split',
    authorId: id,
    workIds: [leaving.id],
    state: 'proposed',
    reason: 'a story',
    proposedAt: now(),
  };
  await store.transact((tx) => tx.insert(identityChanges).values(proposed));
  await store.transact((tx) => applyChange(tx, proposed.id));
}

/** Returns all current authorships, by "author work". `counts` is false if the authorship creates no co-author edges. */
async function currentAuthorships(): Promise<Map<string, { author: string; work: string; counts: boolean }>> {
  const rows = await database.store.reader
    .select({ author: authors.id, work: works.id, source: authorships.source, state: authorships.state })
    .from(authorships)
    .innerJoin(works, eq(works.key, authorships.workKey))
    .innerJoin(authors, eq(authors.key, authorships.authorKey));
  const standing = rows.filter(({ state }) => state !== 'not_mine');
  return new Map(standing.map(({ author, work, source }) => [`${author} ${work}`, { author, work, counts: source !== 'owner' }]));
}
type Authorships = Awaited<ReturnType<typeof currentAuthorships>>;

/** Returns the content of a past day without the works that a person has since removed from a record. */
function withoutRemoved(
  id: string,
  then: VisibleRecord,
  pairs: Authorships,
  taken: ReadonlySet<string>,
): Pick<VisibleRecord, 'works' | 'coauthors'> {
  const isTaken = (author: string, work: string): boolean => taken.has(`${author} ${work}`);
  const shared = new Map(then.coauthors);
  for (const { author, work, counts } of pairs.values()) {
    const isLost = isTaken(id, work) || isTaken(author, work);
    if (author !== id && counts && pairs.has(`${id} ${work}`) && isLost) shared.set(author, (shared.get(author) ?? 0) - 1);
  }
  const coauthors = [...shared].filter(([, count]) => count > 0).sort();
  return { works: then.works.filter(([work]) => !isTaken(id, String(work))), coauthors };
}

test('a record as of a day equals what its page showed on that day', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { maxLength: 3 }), { minLength: 2, maxLength: 5 }), async (days) => {
      await database.drop();
      database = await freshDatabase();
      const seen: { day: number; id: string; then: VisibleRecord; pairs: Authorships }[] = [];
      const taken = new Set<string>();
      for (const [day, steps] of days.entries()) {
        setDay(day);
        if (day === 0) for (const each of initialSteps) await runStep(each);
        let pairs = await currentAuthorships();
        for (const each of steps) {
          const before = pairs;
          await runStep(each);
          pairs = await currentAuthorships();
          for (const pair of before.keys()) if (!pairs.has(pair)) each.is === 'split' ? taken.add(pair) : taken.delete(pair);
          for (const pair of pairs.keys()) taken.delete(pair);
        }
        for (const [id, then] of await allVisibleNow()) seen.push({ day, id, then, pairs });
      }
      setDay(days.length);
      const ids = await idsBySlug();
      const today = await allVisibleNow();
      for (const { day, id, then, pairs } of seen) {
        const place = `${day} ${id}`;
        const found = visibleThen(await recordOnDay(id, day), ids);
        const isHidden = (await getRecord(database.store, id)).privacy?.hidden.includes('affiliations');
        // Statements that the owner has changed since, and affiliations that are hidden now, are shown for no past day.
        const isOwners = / owner \d+$/.test(then.affiliation ?? '');
        const affiliation =
          isHidden || (isOwners && (then.affiliation !== today.get(id)?.affiliation || found.affiliation === null))
            ? null
            : then.affiliation;
        expect([place, found]).toEqual([place, { ...then, affiliation, ...withoutRemoved(id, then, pairs, taken) }]);
      }
    }),
    { numRuns: propertyRuns(16) },
  );
});

const importedBy = (recordId: string, by: readonly string[], more: Partial<ImportedWork> = {}) =>
  importedWork.parse({
    source: 'bibtex',
    recordId,
    type: 'article',
    title: [`The work ${recordId} about lamps`],
    authors: by.map((name) => ({ name })),
    ...more,
  });
const idOf = async (name: string): Promise<string> => {
  const [found] = await database.store.reader.select({ id: authors.id }).from(authors).where(eq(authors.name, name));
  return found?.id ?? '';
};
const titlesOf = async (id: string, day: number): Promise<string[]> =>
  (await recordOnDay(id, day)).works.map(({ title }) => plainText(title ?? [])).sort();
const coauthorNames = async (id: string, day: number) => (await recordOnDay(id, day)).coauthors?.map(({ name }) => name).sort();

async function mergeRecords(into: string, other: string): Promise<string> {
  const id = newId();
  const proposed = { id, kind: 'merge', authorId: into, otherId: other, state: 'proposed', reason: 'a story', proposedAt: now() };
  await database.store.transact((tx) => tx.insert(identityChanges).values(proposed));
  unwrap(await database.store.transact((tx) => applyChange(tx, id)));
  await runJobs(database.store);
  return id;
}

test('a merge appears from its own date, and a reverted merge on no day', async () => {
  setDay(0);
  for (const record of [importedBy('one', ['Ada Byron', 'Emmy Noether']), importedBy('two', ['Augusta Byron', 'Emmy Noether'])])
    await importRecord(record);
  await runJobs(database.store);
  const [ada, augusta, emmy] = [await idOf('Ada Byron'), await idOf('Augusta Byron'), await idOf('Emmy Noether')];
  setDay(2);
  const change = await mergeRecords(ada, augusta);
  expect([await titlesOf(ada, 1), await titlesOf(ada, 2)]).toEqual([
    ['The work one about lamps'],
    ['The work one about lamps', 'The work two about lamps'],
  ]);
  expect([await coauthorNames(emmy, 1), await coauthorNames(emmy, 2)]).toEqual([['Ada Byron'], ['Ada Byron']]);
  setDay(4);
  unwrap(await database.store.transact((tx) => revertChange(tx, change)));
  await runJobs(database.store);
  expect([await titlesOf(ada, 1), await titlesOf(ada, 2), await titlesOf(ada, 4)]).toEqual(Array(3).fill(['The work one about lamps']));
  expect(await titlesOf(augusta, 1)).toEqual(['The work two about lamps']);
});

test('values suppressed, hidden, withdrawn or disowned since appear on no day', async () => {
  setDay(0);
  for (const record of [importedBy('one', ['Ada Byron', 'Emmy Noether']), importedBy('two', ['Ada Byron', 'Mary Somerville'])])
    await importRecord(record);
  await runJobs(database.store);
  await addWork('Notes', null);
  await runJobs(database.store);
  const ada = await idOf('Ada Byron');
  expect((await recordOnDay(ada, 0)).works).toHaveLength(3);
  setDay(2);
  const { store } = database;
  const owner = await getRecord(store, ada);
  const [added] = await store.reader.select().from(works).where(eq(works.title, 'Notes'));
  const [other] = await store.reader.select().from(works).where(eq(works.title, 'The work two about lamps'));
  await store.transact((tx) => withdrawWorksOfAccount(tx, owner.ownerId ?? ''));
  await store.transact((tx) =>
    stateOpinionsOnWorks(tx, actorOf(owner.ownerId), { authorId: ada, opinions: new Map([[other?.id ?? '', 'not_mine']]) }),
  );
  await runJobs(store);
  expect(added?.id).toBeTruthy();
  expect([await titlesOf(ada, 0), await coauthorNames(ada, 0)]).toEqual([['The work one about lamps'], ['Emmy Noether']]);
  const emmy = await idOf('Emmy Noether');
  await store.transact((tx) => tx.update(authors).set({ visibility: 'suppressed' }).where(eq(authors.id, emmy)));
  expect(await coauthorNames(ada, 0)).toEqual([]);
  await store.transact((tx) =>
    tx
      .update(authors)
      .set({ privacy: { hidden: ['coauthors', 'affiliations'], indexed: true } })
      .where(eq(authors.id, ada)),
  );
  expect(await recordOnDay(ada, 0)).toMatchObject({ coauthors: null, affiliation: null });
});

test('a deleted opinion leaves no trace', async () => {
  setDay(0);
  await importRecord(importedBy('one', ['Ada Byron']));
  await runJobs(database.store);
  const { store } = database;
  const ada = await idOf('Ada Byron');
  const owner = await createAccount(store, 'Owner');
  await assignRecord(store, owner, { id: ada });
  const [work] = await store.reader.select().from(works);
  setDay(2);
  const opinion = new Map([[work?.id ?? '', 'not_mine' as const]]);
  await store.transact((tx) => stateOpinionsOnWorks(tx, owner, { authorId: ada, opinions: opinion }));
  await runJobs(store);
  expect([await titlesOf(ada, 1), await titlesOf(ada, 2)]).toEqual([[], []]);
  setDay(4);
  await store.transact((tx) => deleteOpinionsOfAccount(tx, owner.accountId));
  await runJobs(store);
  expect([await titlesOf(ada, 1), await titlesOf(ada, 3)]).toEqual(Array(2).fill(['The work one about lamps']));
  expect(await store.reader.select().from(authorshipChanges)).toEqual([]);
});

test('a work that a source withdrew appears on the days before', async () => {
  setDay(0);
  await importRecord(importedBy('one', ['Ada Byron']));
  await runJobs(database.store);
  const ada = await idOf('Ada Byron');
  setDay(2);
  await importRecord(importedWork.parse({ source: 'bibtex', recordId: 'one', title: null, type: 'other', authorsComplete: false }));
  await runJobs(database.store);
  const [before, after] = [await recordOnDay(ada, 1), await recordOnDay(ada, 2)];
  expect([before.works.length, after.works.length]).toEqual([1, 0]);
});

test('days before the history began are rejected with that reason', async () => {
  setDay(0);
  await importRecord(importedBy('one', ['Ada Byron']));
  await runJobs(database.store);
  setDay(3);
  await database.store.transact(startHistory);
  await database.store.transact(startHistory);
  expect((await recordOnDay(await idOf('Ada Byron'), 1)).recordedSince?.toISOString()).toBe('2031-01-04T12:00:00.000Z');
});
