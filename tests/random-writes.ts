import fc from 'fast-check';
import { openStore } from '#lib/platform/db/store.ts';
import { findCached, findStale, pageUrls, populate, startWorld, stopWorld } from './cached-pages.ts';
import { freshDatabase } from './database.ts';
import { type Choice, commands, runCommand } from './page-commands.ts';

/** Writes between two comparisons. */
const writesPerRound = 100;
/** A commit of another process is seen within a second on both engines. */
const seenWithinMs = 1_000;

const choice: fc.Arbitrary<Choice> = fc.record({ who: fc.nat(2), on: fc.nat(7), other: fc.nat(31) });
const write = fc.record({ name: fc.constantFrom(...Object.keys(commands)), choice, elsewhere: fc.boolean() });

interface Differences {
  writes: number;
  /** Cached pages compared, and those that differ from a new rendering, with the seed of their writes. */
  compared: number;
  stale: string[];
}

/**
 * Runs random commands in this process and through a second connection, and compares all cached pages with new renderings a second after
 * each hundred. Some pages are requested between the writes, so that they are made from each state.
 */
export async function compareAfterRandomWrites(count: number, seed = Date.now() % 2 ** 31): Promise<Differences> {
  const database = await freshDatabase();
  const other = openStore(database.url);
  const world = await startWorld(database.store, await populate(database.store));
  const found: Differences = { writes: 0, compared: 0, stale: [] };
  try {
    const steps = fc.sample(write, { seed, numRuns: count });
    for (const [at, { name, choice: chosen, elsewhere }] of steps.entries()) {
      await runCommand(world, elsewhere ? other : database.store, name, chosen);
      found.writes += 1;
      const all = await pageUrls(world);
      await findCached(
        world,
        all.filter((_, index) => index % 9 === at % 9),
      );
      if ((at + 1) % writesPerRound > 0) continue;
      await new Promise((seen) => setTimeout(seen, seenWithinMs));
      found.compared += all.length;
      found.stale.push(...(await findStale(world, all)).map((page) => `${page} after write ${at + 1} of seed ${seed}`));
      await findCached(world, all);
    }
    return found;
  } finally {
    await stopWorld(world);
    await other.close();
    await database.drop();
  }
}
