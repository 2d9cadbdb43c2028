import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { editOwnRecord } from '#lib/catalog/ownership/commands/edit-record.ts';
import { proveOwnership } from '#lib/catalog/ownership/queries/ownership.ts';
import { statementsInput } from '#lib/catalog/statements/model/statement.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { setClock } from '#lib/platform/clock.ts';
import { dialect } from '#lib/platform/db/columns.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { openStore, type Store } from '#lib/platform/db/store.ts';
import { findCached, findStale, pageUrls, populate, startWorld, stopWorld, type World } from '../cached-pages.ts';
import { type FilledDatabase, filledDatabase, type TestDatabase } from '../database.ts';
import { type Choice, commands, runCommand } from '../page-commands.ts';
import { propertyRuns } from './property-runs.ts';

const silenced = vi.hoisted(() => ({ now: false }));
vi.mock('#lib/platform/db/changes.ts', async (original) => {
  const module = await original<typeof import('#lib/platform/db/changes.ts')>();
  return {
    ...module,
    mergeChanges: (...args: Parameters<typeof module.mergeChanges>) => (silenced.now ? [] : module.mergeChanges(...args)),
  };
});
vi.mock('next/server', () => ({ connection: async () => undefined }));
vi.mock('next/headers', () => ({ cookies: async () => new Map(), headers: async () => new Headers() }));

let populated: FilledDatabase<Actor[]>;
let database: TestDatabase;
let other: Store;
let world: World;
beforeAll(async () => {
  populated = await filledDatabase(populate);
});
afterAll(() => populated.drop());
beforeEach(async () => {
  // Changes by time alone are out of scope, so the clock is stopped.
  const at = new Date();
  setClock(() => at);
  database = await populated.copy();
  other = openStore(database.url);
  world = await startWorld(database.store, populated.value);
});
afterEach(async () => {
  await stopWorld(world);
  await other.close();
  await database.drop();
});

/** A commit of another process is seen within a second on PostgreSQL, and sooner on SQLite. */
const seenWithinMs = dialect === 'postgres' ? 1_100 : 60;

const choice: fc.Arbitrary<Choice> = fc.record({ who: fc.nat(2), on: fc.nat(5), other: fc.nat(31) });
const step = fc.record({ name: fc.constantFrom(...Object.keys(commands)), choice, elsewhere: fc.boolean() });

const exclude = (all: readonly string[], some: readonly string[]) => all.filter((each) => !some.includes(each));

/** Runs commands in this and in another process. @returns the stale pages after the first command that leaves some, or null */
async function findFirstStale(steps: readonly { name: string; choice: Choice; elsewhere: boolean }[]): Promise<string | null> {
  let cached: string[] = [];
  for (const { name, choice: chosen, elsewhere } of steps) {
    const all = await pageUrls(world);
    // The pages of the step before were requested by its comparison.
    await findCached(world, exclude(all, cached));
    cached = all;
    if (!(await runCommand(world, elsewhere ? other : database.store, name, chosen))) continue;
    if (elsewhere) await new Promise((seen) => setTimeout(seen, seenWithinMs));
    const wrong = await findStale(world, all);
    if (wrong.length > 0) return `after ${name}${elsewhere ? ' elsewhere' : ''}: ${wrong.join(', ')}`;
  }
  return null;
}

describe('a cached page', () => {
  test('always equals a new render, whatever this process and another one do', { timeout: 600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
        expect(await findFirstStale(steps)).toBeNull();
      }),
      { endOnFailure: true, numRuns: propertyRuns(8) },
    );
  });
});

const createChoice = (who: number, on: number, other: number): Choice => ({ who, on, other });
const claimFirst: [string, Choice][] = [
  ['claim', createChoice(0, 0, 0)],
  ['claim', createChoice(1, 1, 1)],
  ['jobs', createChoice(0, 0, 0)],
];
/** The commands that change a page, with the commands that must run before them. */
const changeCases: Record<string, { before: [string, Choice][]; does: Choice }> = {
  follow: { before: [], does: createChoice(0, 0, 0) },
  unfollow: { before: [['follow', createChoice(0, 0, 0)]], does: createChoice(0, 0, 0) },
  claim: { before: [], does: createChoice(0, 0, 0) },
  withdrawClaim: { before: claimFirst, does: createChoice(0, 0, 0) },
  state: { before: claimFirst, does: createChoice(0, 0, 3) },
  hide: { before: claimFirst, does: createChoice(0, 0, 31) },
  hideIndicators: { before: claimFirst, does: createChoice(0, 0, 2) },
  beOpen: { before: claimFirst, does: createChoice(0, 0, 2) },
  pin: { before: claimFirst, does: createChoice(0, 0, 5) },
  disown: { before: claimFirst, does: createChoice(0, 0, 5) },
  addWork: { before: claimFirst, does: createChoice(0, 0, 7) },
  removeWork: { before: [...claimFirst, ['addWork', createChoice(0, 0, 7)]], does: createChoice(0, 0, 0) },
  correctWork: { before: [], does: createChoice(0, 0, 1) },
  correctRecord: { before: [], does: createChoice(0, 0, 1) },
  split: { before: [], does: createChoice(0, 0, 0) },
  erase: { before: claimFirst, does: createChoice(0, 0, 0) },
  suppress: { before: claimFirst, does: createChoice(0, 0, 0) },
  merge: { before: [], does: createChoice(0, 0, 1) },
  revertMerge: { before: [['merge', createChoice(0, 0, 1)]], does: createChoice(0, 0, 0) },
  import: { before: [], does: createChoice(0, 0, 3) },
  checkCode: { before: [], does: createChoice(0, 0, 0) },
  announce: { before: [], does: createChoice(0, 0, 0) },
  jobs: { before: [['claim', createChoice(0, 0, 0)]], does: createChoice(0, 0, 0) },
};
/** Pages of two records: each of these commands changes at least one of them. */
const changedPages = ['/authors/ada-byron', '/authors/emmy-noether'];
const runCommands = async (steps: readonly [string, Choice][]) => {
  for (const [name, chosen] of steps) await runCommand(world, database.store, name, chosen);
};

describe('the property fails if a command does not publish its change:', () => {
  test.each(Object.keys(changeCases))('%s', async (name) => {
    const { before, does } = changeCases[name] ?? { before: [], does: createChoice(0, 0, 0) };
    await runCommands(before);
    expect(exclude(changedPages, await pageUrls(world))).toEqual([]);
    await findCached(world, changedPages);
    silenced.now = true;
    await runCommand(world, database.store, name, does);
    silenced.now = false;
    expect(await findStale(world, changedPages)).not.toEqual([]);
  });

  test('every command that changes a page is part of the property', () => {
    const others = ['session', 'followContext', 'vouch', 'collaborate', 'freeze', 'suggestSame'];
    expect([...Object.keys(changeCases), ...others].sort()).toEqual(Object.keys(commands).sort());
  });
});

test('a name that begins like JSON is stored and shown', async () => {
  await runCommands(claimFirst);
  const [record] = await database.store.reader.select().from(authors).where(eq(authors.slug, 'ada-byron'));
  const actor = world.actors.find(({ accountId }) => accountId === record?.ownerId);
  const held = actor && record && (await proveOwnership(database.store.reader, actor, record.id));
  if (!held) throw new Error('Nobody owns the record.');
  const said = statementsInput.parse({ authorId: held.authorId, name: '[Ada] Byron', seen: '' });
  expect(await database.store.transact((tx) => editOwnRecord(tx, held, said))).toMatchObject({ ok: true });
});

describe('a change keeps other pages cached:', () => {
  /** Returns the pages that a command invalidates. */
  const dropped = async (name: string, does: Choice): Promise<string[]> => {
    const all = await pageUrls(world);
    await findCached(world, all);
    await runCommand(world, database.store, name, does);
    const cached = await findCached(world, all);
    return all.filter((address) => !cached.includes(address));
  };
  // The home page contains one complete profile.
  const ofRecord = (slug: string) => (address: string) => address !== '/' && !address.split('/').includes(slug);

  test('one that no page shows invalidates none', async () => {
    expect(await dropped('session', createChoice(0, 0, 0))).toEqual([]);
    expect(await dropped('jobs', createChoice(0, 0, 0))).toEqual([]);
    expect(await dropped('followContext', createChoice(0, 0, 1))).toEqual([]);
  });

  test('a follow, availability and a new snapshot invalidate only the pages of their record', async () => {
    expect((await dropped('follow', createChoice(0, 0, 0))).filter(ofRecord('ada-byron'))).toEqual([]);
    await runCommands([['claim', createChoice(0, 0, 0)]]);
    expect((await dropped('jobs', createChoice(0, 0, 0))).filter(ofRecord('ada-byron'))).toEqual([]);
    expect((await dropped('beOpen', createChoice(0, 0, 2))).filter(ofRecord('ada-byron'))).toEqual([]);
  });
});
