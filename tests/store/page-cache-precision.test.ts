import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { setClock } from '#lib/platform/clock.ts';
import { dialect } from '#lib/platform/db/columns.ts';
import { openStore, type Store } from '#lib/platform/db/store.ts';
import {
  createImportedWork,
  findCached,
  importWorks,
  memoizedLoaders,
  pageUrls,
  populate,
  renderFresh,
  startWorld,
  stopWorld,
  type World,
} from '../cached-pages.ts';
import { type FilledDatabase, filledDatabase, type TestDatabase } from '../database.ts';
import { type Choice, commands, runCommand } from '../page-commands.ts';
import { runJobs } from './fixtures.ts';

vi.mock('next/server', () => ({ connection: async () => undefined }));
vi.mock('next/headers', () => ({ cookies: async () => new Map(), headers: async () => new Headers() }));

let populated: FilledDatabase<Actor[]>;
let database: TestDatabase;
let world: World;
/** A second process, as `npm run import` is one. */
let other: Store;
let all: string[];
/** The pages of people, works and places that no command concerns. */
let unrelated: string[];

/** Fifty people with sixty works, who share nothing with the people whom commands concern. */
async function addStrangers(store: Store): Promise<void> {
  const people = Array.from({ length: 50 }, (_, at) => `Wanderer${String.fromCharCode(97 + (at % 26))} Quist${at}`);
  const works = Array.from({ length: 60 }, (_, at) =>
    createImportedWork(`Tides of the ${at}th sea`, [people[at % 50] ?? '', people[(at * 7 + 3) % 50] ?? ''], 1990 + (at % 30)),
  );
  await importWorks(
    store,
    works.map((work) => ({ ...work, venue: 'Annals of Invented Seas' })),
  );
  await runJobs(store);
}

beforeAll(async () => {
  populated = await filledDatabase(async (store) => {
    const actors = await populate(store);
    await addStrangers(store);
    return actors;
  });
});
afterAll(() => populated.drop());
beforeEach(async () => {
  // Changes by time alone are out of scope, so the clock is stopped.
  const at = new Date();
  setClock(() => at);
  database = await populated.copy();
  other = openStore(database.url);
  world = await startWorld(database.store, populated.value);
  const { reader } = database.store;
  const people = await reader.query<{ slug: string }>("select slug from authors where name like 'Wanderer%' order by key", []);
  const works = await reader.query<{ id: string }>("select id from works where title like 'Tides%' order by key", []);
  const places = await reader.query<{ slug: string }>(
    "select slug from contexts where kind = 'institution' and name like '%Quist%' order by key limit 10",
    [],
  );
  unrelated = [
    ...people.map(({ slug }) => `/authors/${slug}`),
    ...people.slice(0, 6).map(({ slug }) => `/authors/${slug}/coauthors`),
    ...works.map(({ id }) => `/works/${id}`),
    ...places.map(({ slug }) => `/institutions/${slug}`),
  ];
  all = [...new Set([...(await pageUrls(world)), ...unrelated])];
});
afterEach(async () => {
  await stopWorld(world);
  await other.close();
  await database.drop();
});

/** Returns the text of each page, rendered now. */
async function renderAll(): Promise<Map<string, string>> {
  const loaders = memoizedLoaders();
  const texts = new Map<string, string>();
  for (const address of all) texts.set(address, await renderFresh(address, loaders));
  return texts;
}

/** Returns the pages that are no longer cached, and those that differ from earlier ones. */
async function compare(before: Map<string, string>, after: Map<string, string>): Promise<{ dropped: string[]; changed: string[] }> {
  const cached = new Set(await findCached(world, all));
  return { dropped: all.filter((address) => !cached.has(address)), changed: all.filter((each) => before.get(each) !== after.get(each)) };
}

const exclude = (some: readonly string[], others: readonly string[]) => some.filter((each) => !others.includes(each));
const choose = (who: number, on: number, other: number): Choice => ({ who, on, other });

/** Every command, in an order in which each finds something to change. */
const steps: readonly [string, Choice][] = [
  ['freeze', choose(0, 3, 1)],
  ['freeze', choose(0, 3, 2)],
  ['follow', choose(0, 0, 0)],
  ['followContext', choose(0, 0, 1)],
  ['claim', choose(0, 0, 0)],
  ['claim', choose(1, 1, 1)],
  ['claim', choose(2, 2, 2)],
  ['jobs', choose(0, 0, 0)],
  ['state', choose(0, 0, 3)],
  ['hide', choose(0, 0, 20)],
  ['hide', choose(0, 0, 23)],
  ['hideIndicators', choose(0, 0, 2)],
  ['beOpen', choose(0, 0, 2)],
  ['beOpen', choose(0, 1, 2)],
  ['vouch', choose(0, 0, 1)],
  ['collaborate', choose(0, 0, 1)],
  ['pin', choose(0, 0, 5)],
  ['disown', choose(0, 0, 5)],
  ['addWork', choose(0, 0, 7)],
  ['jobs', choose(0, 0, 0)],
  ['removeWork', choose(0, 0, 0)],
  ['jobs', choose(0, 0, 0)],
  ['correctWork', choose(0, 1, 1)],
  ['correctWork', choose(0, 2, 2)],
  ['jobs', choose(0, 0, 0)],
  ['correctRecord', choose(0, 3, 1)],
  ['jobs', choose(0, 0, 0)],
  ['import', choose(0, 0, 3)],
  ['import', choose(0, 1, 4)],
  ['jobs', choose(0, 0, 0)],
  ['suggestSame', choose(0, 0, 0)],
  ['suppress', choose(0, 0, 0)],
  ['suppress', choose(0, 0, 2)],
  ['merge', choose(0, 3, 4)],
  ['jobs', choose(0, 0, 0)],
  ['revertMerge', choose(0, 0, 0)],
  ['jobs', choose(0, 0, 0)],
  ['split', choose(0, 4, 0)],
  ['jobs', choose(0, 0, 0)],
  ['unfollow', choose(0, 0, 0)],
  ['checkCode', choose(0, 0, 0)],
  ['announce', choose(0, 0, 31)],
  ['session', choose(0, 0, 0)],
  ['withdrawClaim', choose(1, 0, 0)],
  ['erase', choose(0, 0, 0)],
  ['jobs', choose(0, 0, 0)],
];

/** `jobs` are twenty kinds of commands in one step. */
const maxNeedless = (name: string): number => (name === 'jobs' ? 10 : 5);

describe('a command drops the pages that it changes, and hardly any other:', () => {
  test('every command is tried', () => {
    expect([...new Set(steps.map(([name]) => name))].sort()).toEqual(Object.keys(commands).sort());
  });

  // The rows of a change do not depend on the engine; the test below compares both.
  test.runIf(dialect === 'sqlite')('with about 200 cached pages', { timeout: 600_000 }, async () => {
    expect(all.length).toBeGreaterThan(160);
    const report: object[] = [];
    let before = await renderAll();
    await findCached(world, all);
    for (const [name, choice] of steps) {
      await runCommand(world, name === 'import' ? other : database.store, name, choice);
      const after = await renderAll();
      const { dropped, changed } = await compare(before, after);
      before = after;
      const [missing, needless] = [exclude(changed, dropped), exclude(dropped, changed)];
      if (missing.length > 0 || needless.length > maxNeedless(name)) report.push({ name, choice, missing, needless });
    }
    expect(report).toEqual([]);
  });
});

/** The commands of an ordinary day, with their parameters and the store that runs them. */
const everyday: readonly [string, Choice][] = [
  ['claim', choose(0, 0, 0)],
  ['hide', choose(0, 0, 31)],
  ['addWork', choose(0, 0, 7)],
  ['correctWork', choose(0, 1, 1)],
  ['import', choose(0, 0, 3)],
  ['follow', choose(0, 0, 0)],
  ['state', choose(0, 0, 3)],
];

test('pages of other people, works and places stay cached, whatever happens to some, here or in another process', async () => {
  expect(unrelated).toHaveLength(126);
  await findCached(world, unrelated);
  for (const [name, choice] of everyday) {
    await runCommand(world, name === 'import' ? other : database.store, name, choice);
    await runJobs(database.store);
    await new Promise((seen) => setTimeout(seen, dialect === 'postgres' ? 1_100 : 60));
    expect([name, (await findCached(world, unrelated)).length]).toEqual([name, 126]);
  }
});
