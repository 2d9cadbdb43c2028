import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
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
import { freshDatabase, type TestDatabase } from '../database.ts';
import { type Choice, commands, runCommand } from '../page-commands.ts';
import { runJobs } from './fixtures.ts';

vi.mock('next/server', () => ({ connection: async () => undefined }));
vi.mock('next/headers', () => ({ cookies: async () => new Map(), headers: async () => new Headers() }));

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

const startedAt = new Date();
// Changes by time alone are out of scope, so the clock is stopped.
beforeEach(() => setClock(() => startedAt));
beforeAll(async () => {
  setClock(() => startedAt);
  database = await freshDatabase();
  const actors: Actor[] = await populate(database.store);
  await addStrangers(database.store);
  other = openStore(database.url);
  world = await startWorld(database.store, actors);
  const { reader } = database.store;
  const people = await reader.query<{ slug: string }>("select slug from authors where name like 'Wanderer%' order by key", []);
  const works = await reader.query<{ id: string }>("select id from works where title like 'Tides%' order by key", []);
  const places = await reader.query<{ slug: string }>(
    "select slug from contexts where kind = 'institution' and name like '%Quist%' order by key",
    [],
  );
  unrelated = [
    ...people.flatMap(({ slug }) => [`/authors/${slug}`]),
    ...people.slice(0, 6).map(({ slug }) => `/authors/${slug}/coauthors`),
    ...works.map(({ id }) => `/works/${id}`),
    ...places.slice(0, 10).map(({ slug }) => `/institutions/${slug}`),
  ];
  all = [...new Set([...(await pageUrls(world)), ...unrelated])];
});
afterAll(async () => {
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

/** Returns the pages that work drops from the cache, and those of which a new rendering differs. */
async function compare(work: () => Promise<unknown>): Promise<{ dropped: string[]; changed: string[] }> {
  await findCached(world, all);
  const before = await renderAll();
  await work();
  if (dialect === 'postgres') await new Promise((seen) => setTimeout(seen, 1_100));
  const cached = new Set(await findCached(world, all));
  const after = await renderAll();
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
  ['disown', choose(0, 0, 1)],
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

/**
 * `jobs` are twenty kinds in one step. Whether an author hides indicators is read with each of their author lines, and decides only if all
 * authors of a work do.
 */
const knownNeedless: Readonly<Record<string, number>> = { jobs: 10, hideIndicators: 25 };

describe('a command drops the pages that it changes, and hardly any other:', () => {
  test('every command is tried', () => {
    expect([...new Set(steps.map(([name]) => name))].sort()).toEqual(Object.keys(commands).sort());
  });

  test('with about 200 cached pages', { timeout: 600_000 }, async () => {
    expect(all.length).toBeGreaterThan(160);
    const report: object[] = [];
    for (const [name, choice] of steps) {
      const elsewhere = name === 'import';
      const { dropped, changed } = await compare(() => runCommand(world, elsewhere ? other : database.store, name, choice));
      const [missing, needless] = [exclude(changed, dropped), exclude(dropped, changed)];
        '##',
        name,
        choice.on,
        choice.other,
        dropped.length,
        changed.length,
        'MISSING',
        missing.join(' '),
        'NEEDLESS',
        needless.join(' '),
      );
      if (missing.length > 0 || needless.length > (knownNeedless[name] ?? 5)) report.push({ name, choice, missing, needless });
    }
    expect(report).toEqual([]);
  });
});
