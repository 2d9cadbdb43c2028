import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { authorLetters } from '#lib/catalog/authors/queries/lists.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { populate, startWorld, stopWorld, type World } from '../cached-pages.ts';
import { freshDatabase, type TestDatabase } from '../database.ts';
import { type Choice, commands, runCommand } from '../page-commands.ts';
import { propertyRuns } from './property-runs.ts';

vi.mock('next/server', () => ({ connection: async () => undefined }));
vi.mock('next/headers', () => ({ cookies: async () => new Map(), headers: async () => new Headers() }));

let database: TestDatabase;
let world: World;
beforeEach(async () => {
  database = await freshDatabase();
  world = await startWorld(database.store, await populate(database.store));
});
afterEach(async () => {
  await stopWorld(world);
  await database.drop();
});

/** Returns the counts of the directory, computed from the rows. */
async function countRows(isClaimed: boolean): Promise<Record<string, number>> {
  const rows = await database.store.reader.select().from(authors);
  const names = rows
    .filter(({ visibility, mergedInto, worksCount }) => visibility === 'visible' && mergedInto === null && worksCount > 0)
    .filter(({ claimState }) => !isClaimed || claimState === 'claimed')
    .map(({ kind, listName }) => `${kind} ${listName?.slice(0, 1)}`);
  return Object.fromEntries(
    Map.groupBy(names, (name) => name)
      .entries()
      .map(([name, { length }]) => [name, length]),
  );
}

async function storedCounts(isClaimed: boolean): Promise<Record<string, number>> {
  const letters = await authorLetters(database.store.reader, { isClaimed });
  return Object.fromEntries(letters.map(({ kind, letter, count }) => [`${kind} ${letter}`, count]));
}

const choice: fc.Arbitrary<Choice> = fc.record({ who: fc.nat(2), on: fc.nat(5), other: fc.nat(31) });
const commandNames = ['claim', 'withdrawClaim', 'state', 'suppress', 'merge', 'revertMerge', 'import', 'disown', 'jobs'];
const step = fc.record({ name: fc.constantFrom(...commandNames), choice });

test('the stored counts of the directory equal its rows after any command', { timeout: 600_000 }, async () => {
  expect(Object.keys(commands)).toEqual(expect.arrayContaining(commandNames));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 16 }), async (steps) => {
      for (const { name, choice: chosen } of steps) {
        await runCommand(world, database.store, name, chosen);
        for (const isClaimed of [false, true]) expect(await storedCounts(isClaimed), `after ${name}`).toEqual(await countRows(isClaimed));
      }
    }),
    { endOnFailure: true, numRuns: propertyRuns(12) },
  );
});

test('each column that lists or unlists a record is counted', async () => {
  const { store } = database;
  const changes: Partial<typeof authors.$inferInsert>[] = [
    { kind: 'organisation' },
    { claimState: 'claimed' },
    { listName: 'elea  zeno of' },
    { worksCount: 0 },
    { worksCount: 3 },
    { visibility: 'suppressed' },
    { visibility: 'visible' },
    { mergedInto: 1 },
    { mergedInto: null },
  ];
  for (const change of changes) {
    await store.transact((tx) => tx.update(authors).set(change));
    for (const isClaimed of [false, true])
      expect(await storedCounts(isClaimed), JSON.stringify(change)).toEqual(await countRows(isClaimed));
  }
  await store.transact((tx) => tx.delete(authors));
  expect(await storedCounts(false)).toEqual({});
});
