import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { setClock } from '#lib/platform/clock.ts';
import { dialect } from '#lib/platform/db/columns.ts';
import { openStore, type Store } from '#lib/platform/db/store.ts';
import { PageFiles } from '#lib/runtime/server/cache/page-files.ts';
import { attachPageFiles, isInFiles, renderIntoFiles } from '#lib/runtime/server/cache/shared-pages.ts';
import { findCached, findStale, pageUrls, populate, startWorld, stopWorld, type World } from '../cached-pages.ts';
import { type FilledDatabase, filledDatabase, type TestDatabase } from '../database.ts';
import { type Choice, commands, runCommand } from '../page-commands.ts';
import { propertyRuns } from './property-runs.ts';

vi.mock('next/server', () => ({ connection: async () => undefined }));
vi.mock('next/headers', () => ({ cookies: async () => new Map(), headers: async () => new Headers() }));

const defaultBytes = 100_000_000;
let folder: string;
let populated: FilledDatabase<Actor[]>;
let database: TestDatabase;
let world: World;
let openStores: Store[];
let files: PageFiles | null;

const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));
const reopen = (bytes = defaultBytes) => {
  files = attachPageFiles((of) => {
    const mine = new PageFiles(folder, bytes);
    mine.open((position) => of.changesSince(position));
    return mine;
  });
};

beforeAll(async () => {
  populated = await filledDatabase(populate);
});
afterAll(() => populated.drop());
beforeEach(async () => {
  const at = new Date();
  setClock(() => at);
  folder = mkdtempSync(join(tmpdir(), 'page-files-'));
  database = await populated.copy();
  openStores = [];
  world = await startWorld(database.store, populated.value);
  reopen();
});
afterEach(async () => {
  await stopWorld(world);
  for (const store of openStores) await store.close();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** Restarts the server with an empty memory. `meanwhile` runs while it is down. */
async function restart(meanwhile: () => Promise<unknown>, { listed = true, bytes = defaultBytes } = {}): Promise<void> {
  await wait(30);
  await expect.poll(() => readdirSync(folder).filter((file) => file.endsWith('.part'))).toEqual([]);
  if (listed) files?.writeList(world.store.position());
  // From here on, the old process neither sees changes nor removes files of changed pages.
  files = attachPageFiles(() => null);
  await meanwhile();
  const store = openStore(database.url);
  openStores.push(store);
  world.store = store;
  (globalThis as { peergraphStore?: Store }).peergraphStore = store;
  reopen(bytes);
  await store.catchUp();
}

const detailPages = (all: readonly string[]) =>
  all.filter((address) => /^\/(authors|works|topics|venues|institutions)\/[^/]+$/.test(address));
const createChoice = (who: number, on: number, other: number): Choice => ({ who, on, other });

describe('pages in files', () => {
  test.runIf(dialect === 'sqlite')('survive a restart if nothing in them has changed', async () => {
    const all = detailPages(await pageUrls(world));
    await findCached(world, all);
    await restart(async () => undefined);
    expect(await findCached(world, all)).toEqual(all);
    await restart(() => runCommand(world, database.store, 'follow', createChoice(0, 0, 0)));
    const left = await findCached(world, all);
    expect(left).not.toContain('/authors/ada-byron');
    expect(left.length).toBeGreaterThan(all.length / 2);
    expect(await findStale(world, all)).toEqual([]);
  });

  test('rendered before anybody asks are sent to the first reader, as long as there is room', async () => {
    const [path = '', other = ''] = detailPages(await pageUrls(world));
    const signal = new AbortController().signal;
    expect(isInFiles(path)).toBe(false);
    expect(await renderIntoFiles(path, signal, world.render)).toBe(true);
    expect(isInFiles(path)).toBe(true);
    const answer = await fetch(world.url + path, { headers: { 'accept-encoding': 'br', accept: 'text/html' } });
    expect(answer.headers.get('cache-status')).toBe('Peergraph; hit');
    await expect.poll(() => readdirSync(folder).filter((file) => file.endsWith('.part'))).toEqual([]);
    reopen(0);
    expect(await renderIntoFiles(other, signal, world.render)).toBe(null);
  });

  const choice: fc.Arbitrary<Choice> = fc.record({ who: fc.nat(2), on: fc.nat(5), other: fc.nat(31) });
  const times = ['here', 'here', 'down', 'down', 'before a list', 'during a list'] as const;
  const when = fc.constantFrom(...times);
  const step = fc.record({ name: fc.constantFrom(...Object.keys(commands)), choice, when });
  test('always equal a new render, whatever happens before, during and after restarts', { timeout: 600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), async (steps) => {
        let cached: string[] = [];
        for (const { name, choice: chosen, when } of steps) {
          const all = await pageUrls(world);
          // The pages of the step before were requested by its comparison.
          await findCached(
            world,
            all.filter((address) => !cached.includes(address)),
          );
          cached = all;
          const act = () => runCommand(world, database.store, name, chosen);
          if (when === 'down') await restart(act);
          else {
            const written = when === 'during a list' ? files?.writeListInTurns(world.store.position()) : undefined;
            if (!(await act()) && when === 'here') continue;
            await written;
            await wait(dialect === 'postgres' ? 1_100 : 60);
            // If the process ends abruptly, the list is older than the change.
            if (when !== 'here') await restart(async () => undefined, { listed: false });
          }
          expect(await findStale(world, all)).toEqual([]);
        }
      }),
      { endOnFailure: true, numRuns: propertyRuns(8) },
    );
  });

  test('are removed when something that they show changes', async () => {
    const all = detailPages(await pageUrls(world));
    await findCached(world, all);
    const completeFiles = () => readdirSync(folder).filter((file) => !file.endsWith('.part'));
    const filesOfProfile = () => completeFiles().filter((file) => readFileSync(join(folder, file)).includes('/authors/ada-byron'));
    await expect.poll(completeFiles).toHaveLength(all.length);
    expect(filesOfProfile().length).toBeGreaterThan(0);
    await runCommand(world, world.store, 'claim', createChoice(0, 0, 0));
    await runCommand(world, world.store, 'suppress', createChoice(0, 0, 0));
    await expect.poll(filesOfProfile, { timeout: 5_000 }).toEqual([]);
    expect(completeFiles().length).toBeLessThan(all.length);
  });

  test.runIf(dialect === 'sqlite')('are rendered again if they are damaged or missing, and unknown files are removed', async () => {
    const all = detailPages(await pageUrls(world));
    await findCached(world, all);
    await restart(async () => {
      const [cut = '', gone = '', swapped = '', ...rest] = readdirSync(folder).filter((file) => file !== 'list');
      writeFileSync(join(folder, cut), readFileSync(join(folder, cut)).subarray(0, 100));
      rmSync(join(folder, gone));
      writeFileSync(join(folder, swapped), readFileSync(join(folder, rest[0] ?? '')));
      writeFileSync(join(folder, 'stranger'), 'x');
    });
    expect(readdirSync(folder)).not.toContain('stranger');
    expect((await findCached(world, all)).length).toBe(all.length - 3);
    expect(await findStale(world, all)).toEqual([]);
    await restart(async () => writeFileSync(join(folder, 'list'), 'no list'));
    expect(await findCached(world, all)).toEqual([]);
  });

  test.runIf(dialect === 'sqlite')('of a database state that a restored backup has undone are not used', async () => {
    const all = detailPages(await pageUrls(world));
    await findCached(world, all);
    await restart(async () => {
      const raw = new BetterSqlite(database.url.replace('file:', ''));
      // The same number of commits, but different ones.
      raw.exec("update changes set parts = replace(parts, substr(parts, -20, 8), 'restored')");
      raw.close();
    });
    expect(await findCached(world, all)).toEqual([]);
  });

  test('stay within their size limit, and the cache continues if nothing can be written', async () => {
    const all = detailPages(await pageUrls(world));
    reopen(10_000);
    await findCached(world, all);
    await wait(50);
    expect(readdirSync(folder).reduce((sum, file) => sum + readFileSync(join(folder, file)).length, 0)).toBeLessThanOrEqual(10_000);
    rmSync(folder, { recursive: true });
    await runCommand(world, world.store, 'import', createChoice(0, 0, 3));
    await findCached(world, all);
    await wait(30);
    expect(await findCached(world, all)).toEqual(all);
    expect(await findStale(world, all)).toEqual([]);
  });
});
