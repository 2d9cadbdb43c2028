import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { setClock } from '#lib/platform/clock.ts';
import { dialect } from '#lib/platform/db/columns.ts';
import { openStore, type Store } from '#lib/platform/db/store.ts';
import { freshDatabase, type TestDatabase } from '../database.ts';
import { addresses, begin, type Choice, commands, end, keptOf, perform, stale, type World } from '../cached-pages.ts';

vi.mock('next/server', () => ({ connection: async () => undefined }));
vi.mock('next/headers', () => ({ cookies: async () => new Map(), headers: async () => new Headers() }));

let database: TestDatabase;
let other: Store;
let world: World;
beforeEach(async () => {
  // What time alone changes is not the question here.
  const at = new Date();
  setClock(() => at);
  database = await freshDatabase();
  other = openStore(database.url);
  world = await begin(database.store);
});
afterEach(async () => {
  setClock(() => new Date());
  await end(world);
  await other.close();
  await database.drop();
});

/** What another process commits is seen within a second on PostgreSQL, and sooner on SQLite. */
const seenWithinMs = dialect === 'postgres' ? 1_100 : 60;

const choice: fc.Arbitrary<Choice> = fc.record({ who: fc.nat(2), on: fc.nat(5), other: fc.nat(31) });
const step = fc.record({ name: fc.constantFrom(...Object.keys(commands)), choice, elsewhere: fc.boolean() });

/** Does some commands, here and in another process, and names the pages that are not as they would be made after each. */
async function outdated(steps: readonly { name: string; choice: Choice; elsewhere: boolean }[]): Promise<string | null> {
  for (const { name, choice: chosen, elsewhere } of steps) {
    const all = await addresses(world);
    await keptOf(world, all);
    await perform(world, elsewhere ? other : database.store, name, chosen);
    if (elsewhere) await new Promise((seen) => setTimeout(seen, seenWithinMs));
    const wrong = await stale(world, all);
    if (wrong.length > 0) return `after ${name}${elsewhere ? ' elsewhere' : ''}: ${wrong.join(', ')}`;
  }
  return null;
}

describe('a page that is kept', () => {
  test('is at any time what would be made, whatever is done here and in another process', { timeout: 600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
        expect(await outdated(steps)).toBeNull();
      }),
      { endOnFailure: true, numRuns: dialect === 'postgres' ? 4 : 12 },
    );
  });
});

describe('measure', () => {
  test('drops', { timeout: 600_000 }, async () => {
    const c = (who: number, on: number, o: number): Choice => ({ who, on, other: o });
    const list: [string, Choice][] = [
      ['session', c(0, 0, 0)], ['jobs', c(0, 0, 0)], ['follow', c(0, 0, 0)], ['unfollow', c(0, 0, 0)], ['followContext', c(0, 0, 1)], ['claim', c(0, 0, 0)], ['jobs', c(0, 0, 0)],
      ['claim', c(1, 1, 0)], ['jobs', c(0, 0, 0)], ['vouch', c(0, 0, 1)], ['jobs', c(0, 0, 0)], ['state', c(0, 0, 3)], ['jobs', c(0, 0, 0)],['beOpen', c(0, 0, 2)],
      ['hideIndicators', c(0, 0, 2)], ['pin', c(0, 0, 1)], ['jobs', c(0, 0, 0)], ['hide', c(0, 0, 31)], ['disown', c(0, 0, 1)], ['jobs', c(0, 0, 0)], ['checkCode', c(0, 0, 1)], ['checkCode', c(0, 0, 0)],
      ['announce', c(0, 0, 1)], ['giveBack', c(0, 0, 0)], ['jobs', c(0, 0, 0)], ['import', c(0, 0, 3)], ['jobs', c(0, 0, 0)], ['jobs', c(0, 0, 0)], ['suppress', c(1, 1, 0)],
    ];
    for (const [name, chosen] of list) {
      const all = await addresses(world);
      await keptOf(world, all);
      const fresh = async () => Object.fromEntries(await Promise.all(all.map(async (a) => [a, await (await fetch(world.url + a, { headers: { authorization: 'x' } })).text()])));
      const before = await fresh();
      const told: unknown[] = [];
      database.store.onChange((x) => told.push(...(x ?? ['?'])));
      await perform(world, database.store, name, chosen);
      const after = await fresh();
      const changed = all.filter((a) => before[a] !== after[a]);
      const kept = await keptOf(world, all);
      console.log(name, 'all', all.length, 'dropped', all.length - kept.length, 'changed', changed.length, JSON.stringify(told).slice(0, 1500));
    }
  });
});
