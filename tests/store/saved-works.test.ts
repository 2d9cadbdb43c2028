import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { removeSavedWork, saveWork } from '#lib/community/saved-works/commands.ts';
import { maxSavedWorks } from '#lib/community/saved-works/model.ts';
import { isSaved, savedCitations, savedPage, selectSavedIds } from '#lib/community/saved-works/queries.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { addMs, now, setClock } from '#lib/platform/clock.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { savedWorks } from '#lib/platform/db/schema/saved-works.ts';
import { works } from '#lib/platform/db/schema/works.ts';
import { eraseTables } from '#lib/portal/erasure/commands/tables.ts';
import { actLifecycles } from '#lib/portal/lifecycles.ts';
import { createArchive, parseJsonFile, readZip } from './archives.ts';
import { createAccount, createRecord, createWork } from './fixtures.ts';
import { databasePerFile } from './test-database.ts';

const database = databasePerFile();

const save = (actor: Actor, workId: string) => database.store.transact((tx) => saveWork(tx, actor, { workId }));
const remove = (actor: Actor, workId: string) => database.store.transact((tx) => removeSavedWork(tx, actor, { workId }));
const titles = async (actor: Actor) => (await savedPage(database.store.reader, actor, { limit: 100 })).works.map(({ title }) => title?.[0]);
const rowsOf = ({ accountId }: Actor) => database.store.reader.select().from(savedWorks).where(eq(savedWorks.accountId, accountId));

/** Creates a work. @returns its permanent id */
async function createWorkAndGetId(title: string, by?: { key: number; name: string }): Promise<string> {
  const { store } = database;
  const key = await createWork(
    store,
    title,
    [by ?? { ...(await createRecord(store, `Author of ${title}`)), name: `Author of ${title}` }],
    `10.1/${title}`,
  );
  return (await store.reader.select({ id: works.id }).from(works).where(eq(works.key, key)))[0]?.id ?? '';
}

/** Saves works one second apart. */
async function saveInOrder(actor: Actor, ids: readonly string[]): Promise<void> {
  const begun = now();
  try {
    for (const [at, id] of ids.entries()) {
      setClock(() => addMs(begun, at * 1000));
      expect(await save(actor, id)).toEqual({ ok: true, value: undefined });
    }
  } finally {
    setClock(() => new Date());
  }
}

test('a work is saved once, listed by the latest first, and removing an unsaved one is not an error', async () => {
  const noor = await createAccount(database.store, 'Noor');
  const [lamps, doors] = [await createWorkAndGetId('Lamps'), await createWorkAndGetId('Doors')];
  await saveInOrder(noor, [lamps, doors, lamps]);
  expect(await titles(noor)).toEqual(['Doors', 'Lamps']);
  expect(await isSaved(database.store.reader, noor, lamps)).toBe(true);
  for (let times = 0; times < 2; times += 1) expect(await remove(noor, doors)).toEqual({ ok: true, value: undefined });
  expect(await titles(noor)).toEqual(['Lamps']);
  expect(await selectSavedIds(database.store.reader, noor, [doors, lamps, 'nothing'])).toEqual(new Set([lamps]));
  expect(await save(noor, 'nothing')).toEqual({ ok: false, code: 'work_not_listed' });
});

test('nobody else sees or removes saved works of an account', async () => {
  const [noor, other] = [await createAccount(database.store, 'Noor'), await createAccount(database.store, 'Other')];
  const lamps = await createWorkAndGetId('Lamps');
  await save(noor, lamps);
  await remove(other, lamps);
  expect([await titles(noor), await titles(other)]).toEqual([['Lamps'], []]);
  expect(await isSaved(database.store.reader, other, lamps)).toBe(false);
});

test('pages follow each other without a gap, also if works were saved at the same moment', async () => {
  const noor = await createAccount(database.store, 'Noor');
  const ids: string[] = [];
  for (let at = 0; at < 7; at += 1) ids.push(await createWorkAndGetId(`Number ${at}`));
  const since = now();
  await database.store.transact((tx) => tx.insert(savedWorks).values(ids.map((workId) => ({ accountId: noor.accountId, workId, since }))));
  const seen: string[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < 3; pages += 1) {
    const page = await savedPage(database.store.reader, noor, { cursor, limit: 3 });
    seen.push(...page.works.map(({ id }) => id));
    cursor = page.next ?? undefined;
  }
  expect(cursor).toBeUndefined();
  expect(seen).toEqual(ids.toSorted().reverse());
  expect((await savedPage(database.store.reader, noor, { cursor: 'x~1', limit: 3 })).works).toHaveLength(3);
});

test('an unlisted work is neither shown nor saved, and is shown again once it is listed', async () => {
  const { store } = database;
  const noor = await createAccount(store, 'Noor');
  const ada = { ...(await createRecord(store, 'Ada')), name: 'Ada' };
  const lamps = await createWorkAndGetId('Lamps', ada);
  await save(noor, lamps);
  const shown = async () => [await titles(noor), (await savedCitations(store.reader, noor)).length];
  for (const visibility of ['suppressed', 'unlisted'] as const) {
    await store.transact((tx) => tx.update(authors).set({ visibility }).where(eq(authors.id, ada.id)));
    expect(await shown()).toEqual([[], 0]);
    expect(await save(await createAccount(store, 'Other'), lamps)).toEqual({ ok: false, code: 'work_not_listed' });
  }
  await store.transact((tx) => tx.update(authors).set({ visibility: 'visible' }).where(eq(authors.id, ada.id)));
  expect(await shown()).toEqual([['Lamps'], 1]);
  // No source asserts the work any more.
  await store.transact((tx) => tx.update(works).set({ title: null, authorsCount: 0 }).where(eq(works.id, lamps)));
  expect(await shown()).toEqual([[], 0]);
});

test('an account saves a limited number of works, also concurrently', async () => {
  const { store } = database;
  const noor = await createAccount(store, 'Noor');
  const ids = [await createWorkAndGetId('First'), await createWorkAndGetId('Second'), await createWorkAndGetId('Third')];
  const { accountId } = noor;
  const row = (at: number) => ({ accountId, workId: `full-${at}`, since: now() });
  await store.transact(async (tx) => {
    for (let begin = 0; begin < maxSavedWorks - 1; begin += 1000)
      await tx.insert(savedWorks).values(Array.from({ length: Math.min(1000, maxSavedWorks - 1 - begin) }, (_, at) => row(begin + at)));
  });
  const outcomes = await Promise.all(ids.map((id) => save(noor, id)));
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
  expect(outcomes.flatMap((each) => (each.ok ? [] : each.code))).toEqual(['too_many_saved_works', 'too_many_saved_works']);
  expect(await rowsOf(noor)).toHaveLength(maxSavedWorks);
  // A work that is already saved does not count again.
  expect(await save(noor, ids.find((_, at) => outcomes[at]?.ok) ?? '')).toEqual({ ok: true, value: undefined });
  await remove(noor, 'full-0');
  expect(await save(noor, await createWorkAndGetId('Fourth'))).toEqual({ ok: true, value: undefined });
  expect(await rowsOf(noor)).toHaveLength(maxSavedWorks);
});

test('concurrent saving and removing stores each work at most once, and the last request of one person applies', async () => {
  const ids = [await createWorkAndGetId('One'), await createWorkAndGetId('Two')];
  const step = fc.record({ who: fc.nat(1), what: fc.nat(1), want: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
      const people = [await createAccount(database.store, 'Noor'), await createAccount(database.store, 'Other')];
      const act = ({ who, what, want }: (typeof steps)[number]) => (want ? save : remove)(people[who] as Actor, ids[what] ?? '');
      await Promise.all(steps.map(act));
      for (const [who, person] of people.entries()) {
        for (const what of ids.keys()) await act({ who, what, want: steps.length % 2 === what });
        expect((await rowsOf(person)).map(({ workId }) => workId)).toEqual([ids[steps.length % 2]]);
      }
    }),
    { numRuns: 20 },
  );
});

test('saved works are in the archive of the account, a hidden one by its id only, and are erased with the account', async () => {
  const { store } = database;
  const noor = await createAccount(store, 'Noor');
  const ada = { ...(await createRecord(store, 'Ada')), name: 'Ada' };
  const [lamps, secret] = [await createWorkAndGetId('Lanterns'), await createWorkAndGetId('A secret', ada)];
  await saveInOrder(noor, [lamps, secret]);
  await store.transact((tx) => tx.update(authors).set({ visibility: 'suppressed' }).where(eq(authors.id, ada.id)));
  const files = await readZip(await createArchive(store, noor));
  expect(parseJsonFile<object>(files, 'data/saved.json')).toMatchObject({
    works: [
      { id: secret, title: null, path: null, identifiers: [] },
      { id: lamps, title: 'Lanterns', path: `/works/${lamps}`, identifiers: [{ scheme: 'doi', value: '10.1/Lanterns' }] },
    ],
  });
  expect(files.get('csv/saved.csv')).toContain('Lanterns');
  expect(files.get('index.html')).toContain('Lanterns');
  expect([...files.values()].join('\n')).not.toContain('A secret');
  const other = await createAccount(store, 'Other');
  await save(other, lamps);
  await store.transact((tx) => eraseTables(tx, { accountId: noor.accountId, addresses: [], seals: [] }, actLifecycles));
  expect([await rowsOf(noor), (await rowsOf(other)).length]).toEqual([[], 1]);
});
