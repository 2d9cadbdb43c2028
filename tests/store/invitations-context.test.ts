import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { maxEdgesRead } from '#lib/catalog/graph/model/path.ts';
import type { Visibility } from '#lib/catalog/visibility/model.ts';
import { sharedContext } from '#lib/community/invitations/queries/shared-context.ts';
import { now } from '#lib/platform/clock.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { authorContexts, contexts } from '#lib/platform/db/schema/contexts.ts';
import { coauthorEdges } from '#lib/platform/db/schema/graph.ts';
import { newId } from '#lib/platform/id.ts';
import { measureCpuMs } from '../cpu-time.ts';
import { type AuthorRecord, createRecord, createWork } from './fixtures.ts';
import { databasePerFile } from './test-database.ts';

const database = databasePerFile();

interface Person extends AuthorRecord {
  name: string;
}
const createPerson = async (name: string): Promise<Person> => ({ ...(await createRecord(database.store, name)), name });
const createPeople = (...names: string[]) => Promise.all(names.map(createPerson));
const createJointWork = (...by: Person[]) => createWork(database.store, `By ${by.map(({ name }) => name).join(' and ')}`, by);
const hide = (who: Person, visibility: Visibility = 'suppressed') =>
  database.store.transact((tx) => tx.update(authors).set({ visibility }).where(eq(authors.id, who.id)));
const context = (one: Person, other: Person) => sharedContext(database.store.reader, one.key, other.key);
const pathNames = async (one: Person, other: Person) => (await context(one, other)).path?.map(({ person: { name } }) => name) ?? null;

test('the path is the shortest one, up to four hops, and the same in both directions', async () => {
  const [a, b, c, d, e, f] = (await createPeople('Ada', 'Ben', 'Cid', 'Dan', 'Eve', 'Fay')) as [
    Person,
    Person,
    Person,
    Person,
    Person,
    Person,
  ];
  for (const [one, other] of [
    [a, b],
    [b, c],
    [c, d],
    [d, e],
    [e, f],
  ] as const)
    await createJointWork(one, other);
  expect(await pathNames(a, b)).toEqual(['Ada', 'Ben']);
  expect(await pathNames(a, c)).toEqual(['Ada', 'Ben', 'Cid']);
  expect(await pathNames(a, d)).toEqual(['Ada', 'Ben', 'Cid', 'Dan']);
  expect(await pathNames(a, e)).toEqual(['Ada', 'Ben', 'Cid', 'Dan', 'Eve']);
  expect(await pathNames(e, a)).toEqual(['Eve', 'Dan', 'Cid', 'Ben', 'Ada']);
  expect(await pathNames(a, f)).toBeNull();
  expect((await context(a, f)).searchedAll).toBe(true);
  await createJointWork(a, d);
  expect(await pathNames(a, e)).toEqual(['Ada', 'Dan', 'Eve']);
});

test('the path is as short as that of a plain breadth-first search, in any graph', async () => {
  const crowd = await Promise.all(Array.from({ length: 36 }, (_, each) => createPerson(`Node ${each}`)));
  const edges = new Map<number, Set<number>>(crowd.map(({ key }) => [key, new Set()]));
  // A fixed, scattered choice of pairs, with densely connected, loosely connected and separate components.
  for (let each = 0; each < 48; each += 1) {
    const [one, other] = [crowd[(each * 7) % 30], crowd[(each * each * 3 + 5) % 30]];
    if (!one || !other || one === other || edges.get(one.key)?.has(other.key)) continue;
    edges.get(one.key)?.add(other.key);
    edges.get(other.key)?.add(one.key);
    await createJointWork(one, other);
  }
  const hops = (from: number, to: number): number | null => {
    let [frontier, seen] = [new Set([from]), new Set([from])];
    for (let hop = 1; hop <= 4; hop += 1) {
      frontier = new Set([...frontier].flatMap((key) => [...(edges.get(key) ?? [])]).filter((key) => !seen.has(key)));
      seen = new Set([...seen, ...frontier]);
      if (frontier.has(to)) return hop;
    }
    return null;
  };
  const lengths = new Set<number | null>();
  for (const [index, one] of crowd.entries())
    for (const other of crowd.slice(index + 1)) {
      const expected = hops(one.key, other.key);
      const { path, searchedAll } = await context(one, other);
      lengths.add(expected);
      expect([path ? path.length - 1 : null, searchedAll], `${one.name} – ${other.name}`).toEqual([expected, true]);
      for (const [at, { person: on }] of (path ?? []).entries()) {
        const [before, here] = [crowd.find(({ slug }) => slug === path?.[at - 1]?.person.slug), crowd.find(({ slug }) => slug === on.slug)];
        if (at > 0) expect(edges.get(before?.key ?? 0)?.has(here?.key ?? 0)).toBe(true);
      }
    }
  expect(lengths).toEqual(new Set([null, 1, 2, 3, 4]));
});

test('each step states how many works it is based on', async () => {
  const [a, b, c] = (await createPeople('One', 'Two', 'Three')) as [Person, Person, Person];
  await createJointWork(a, b);
  await createJointWork(b, c);
  const [from, to] = a.key < b.key ? [a, b] : [b, a];
  await database.store.transact((tx) => tx.update(coauthorEdges).set({ works: 7 }).where(eq(coauthorEdges.authorKey, from.key)));
  expect(to).toBeDefined();
  expect((await context(a, c)).path?.map(({ works }) => works)).toEqual([null, 7, expect.any(Number)]);
  expect((await context(c, a)).path?.map(({ works }) => works)).toEqual([null, expect.any(Number), 7]);
});

test('no hidden, unlisted or merged person is on a path or among shared collaborators', async () => {
  for (const visibility of ['suppressed', 'search_only'] as const) {
    const [a, secret, b] = (await createPeople('From', `Secret ${visibility}`, 'To')) as [Person, Person, Person];
    await createJointWork(a, secret);
    await createJointWork(secret, b);
    expect(await pathNames(a, b)).not.toBeNull();
    await hide(secret, visibility);
    const seen = await context(a, b);
    expect(seen.path).toBeNull();
    expect(JSON.stringify(seen)).not.toContain('Secret');
  }
  const [a, gone, b] = (await createPeople('Left', 'Merged Away', 'Right')) as [Person, Person, Person];
  await createJointWork(a, gone);
  await createJointWork(gone, b);
  await database.store.transact((tx) => tx.update(authors).set({ mergedInto: a.key }).where(eq(authors.id, gone.id)));
  expect((await context(a, b)).path).toBeNull();
});

test('shared collaborators are in order of name, also if the two are co-authors', async () => {
  const [a, b, zoe, amy, only] = (await createPeople('Ann', 'Bob', 'Zoe', 'Amy', 'Only')) as [Person, Person, Person, Person, Person];
  await createJointWork(a, b);
  for (const each of [zoe, amy]) {
    await createJointWork(a, each);
    await createJointWork(b, each);
  }
  await createJointWork(a, only);
  const seen = await context(a, b);
  expect(seen.path?.map(({ person: { name } }) => name)).toEqual(['Ann', 'Bob']);
  expect(seen.collaborators).toEqual({
    shown: [
      { slug: amy.slug, name: 'Amy' },
      { slug: zoe.slug, name: 'Zoe' },
    ],
    all: 2,
  });
});

test('a search stops at its bound, reports that, and stays fast', async () => {
  const { store } = database;
  const [a, b] = (await createPeople('Hub', 'Far')) as [Person, Person];
  const keys = await store.transact((tx) =>
    tx.insertRows<{ key: number }>({
      table: 'authors',
      columns: ['id', 'slug', 'name', 'sort_name', 'sources', 'flags', 'pinned', 'created_at', 'updated_at'],
      rows: Array.from({ length: maxEdgesRead + 500 }, (_, each) => [
        newId(),
        `crowd-${each}`,
        `Crowd ${each}`,
        `crowd ${each}`,
        '[]',
        '[]',
        '[]',
        now(),
        now(),
      ]),
      returning: ['key'],
    }),
  );
  await store.transact((tx) =>
    tx.insertRows({
      table: 'coauthor_edges',
      columns: ['author_key', 'coauthor_key', 'works'],
      rows: keys.map(({ key }) => [a.key, key, 1]),
    }),
  );
  const looks = async () => expect(await context(a, b)).toMatchObject({ path: null, searchedAll: false });
  expect(await measureCpuMs(looks)).toBeLessThan(2_000);
});

test('topics and venues of both are listed, those with the most works of both first', async () => {
  const { store } = database;
  const [a, b] = (await createPeople('Topic A', 'Topic B')) as [Person, Person];
  await store.transact(async (tx) => {
    for (const [kind, name, mine, theirs] of [
      ['topic', 'Herons', 2, 9],
      ['topic', 'Plates', 5, 5],
      ['topic', 'Mine alone', 5, 0],
      ['venue', 'Journal of Both', 1, 1],
      ['institution', 'A place', 1, 1],
    ] as const) {
      const at = now();
      const [made] = await tx
        .insert(contexts)
        .values({
          id: newId(),
          kind,
          slug: name.toLowerCase().replace(/ /g, '-'),
          nameKey: name,
          name,
          sortName: name.toLowerCase(),
          worksCount: 5,
          createdAt: at,
          updatedAt: at,
        })
        .returning({ key: contexts.key });
      for (const [who, works] of [
        [a, mine],
        [b, theirs],
      ] as const)
        if (works > 0) await tx.insert(authorContexts).values({ authorKey: who.key, contextKey: made?.key ?? 0, works });
    }
  });
  const seen = await context(a, b);
  expect(seen.topics.map(({ name }) => name)).toEqual(['Plates', 'Herons']);
  expect(seen.venues).toEqual([{ slug: 'journal-of-both', name: 'Journal of Both' }]);
});
