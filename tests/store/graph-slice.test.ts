import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { SliceQuery } from '#lib/catalog/graph/model/slice.ts';
import { shortestPath } from '#lib/catalog/graph/queries/path.ts';
import { sliceAround } from '#lib/catalog/graph/queries/slice.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { coauthorEdges } from '#lib/platform/db/schema/graph.ts';
import { type AuthorRecord, createRecord } from './fixtures.ts';
import { databasePerFile } from './test-database.ts';

const database = databasePerFile();

interface Person extends AuthorRecord {
  name: string;
}
const createPerson = async (name: string): Promise<Person> => ({ ...(await createRecord(database.store, name)), name });
/** Creates a joint work of 2024. */
const addJointWork = (...by: Person[]) =>
  database.store.transact(async (tx) => {
    for (const [at, { key }] of by.entries()) {
      for (const other of by.slice(at + 1)) {
        const pair = { authorKey: Math.min(key, other.key), coauthorKey: Math.max(key, other.key) };
        await tx
          .insert(coauthorEdges)
          .values({ ...pair, works: 1, firstYear: 2024, lastYear: 2024 })
          .onConflictDoUpdate({
            target: [coauthorEdges.authorKey, coauthorEdges.coauthorKey],
            set: { works: sql`${coauthorEdges.works} + 1` },
          });
      }
    }
  });
const updateAuthor = (who: Person, change: Partial<typeof authors.$inferInsert>) =>
  database.store.transact((tx) => tx.update(authors).set(change).where(eq(authors.id, who.id)));
const findSlice = async (who: Person, asked: Partial<SliceQuery> = {}) => {
  const { people, links } = await sliceAround(database.store.reader, who.key, { steps: 1, since: null, until: null, least: 1, ...asked });
  const name = new Map([...people.map(({ slug, name: own }) => [slug, own] as const), [who.slug, who.name] as const]);
  return {
    people: people.map((each) => `${each.name} ${each.steps} ${each.works}`).sort(),
    links: links.map(({ from, to, works }) => `${[name.get(from), name.get(to)].sort().join('–')} ${works}`).sort(),
  };
};

test('a slice has co-authors with the links among them, their co-authors on request, and no hidden person', async () => {
  const [ada, ben, cid, dan, eve, hid] = (await Promise.all(['Ada', 'Ben', 'Cid', 'Dan', 'Eve', 'Hid'].map(createPerson))) as [
    Person,
    Person,
    Person,
    Person,
    Person,
    Person,
  ];
  await addJointWork(ada, ben);
  await addJointWork(ada, ben, cid);
  await addJointWork(cid, dan);
  await addJointWork(ben, dan);
  await addJointWork(dan, eve);
  await addJointWork(ada, hid);
  await addJointWork(hid, eve);
  for (const hidden of [
    { visibility: 'suppressed' },
    { visibility: 'search_only' },
    { visibility: 'visible', kind: 'organisation' },
    { kind: 'person', mergedInto: ada.key },
  ] as const) {
    await updateAuthor(hid, hidden);
    expect(await findSlice(ada)).toEqual({ people: ['Ben 1 2', 'Cid 1 1'], links: ['Ada–Ben 2', 'Ada–Cid 1', 'Ben–Cid 1'] });
  }
  expect(await findSlice(ada, { steps: 2 })).toEqual({
    people: ['Ben 1 2', 'Cid 1 1', 'Dan 2 0'],
    links: ['Ada–Ben 2', 'Ada–Cid 1', 'Ben–Cid 1', 'Ben–Dan 1', 'Cid–Dan 1'],
  });
  expect(await findSlice(ada, { least: 2 })).toEqual({ people: ['Ben 1 2'], links: ['Ada–Ben 2'] });
  expect((await findSlice(ada, { since: 2024 })).people).toHaveLength(2);
  expect(await findSlice(ada, { since: 2025 })).toEqual({ people: [], links: [] });
  expect((await findSlice(eve)).people).toEqual(['Dan 1 1']);
  await updateAuthor(eve, { visibility: 'search_only' });
  expect(await findSlice(eve)).toEqual({ people: ['Dan 1 1'], links: ['Dan–Eve 1'] });
});

test('a person who hides their co-authors is in a slice by the link to its centre only', async () => {
  const [ann, bob, cat, dot] = (await Promise.all(['Ann', 'Bob', 'Cat', 'Dot'].map(createPerson))) as [Person, Person, Person, Person];
  await addJointWork(ann, bob, cat);
  await addJointWork(bob, dot);
  await updateAuthor(bob, { privacy: { hidden: ['coauthors'], indexed: true } });
  expect(await findSlice(ann, { steps: 2 })).toEqual({ people: ['Bob 1 1', 'Cat 1 1'], links: ['Ann–Bob 1', 'Ann–Cat 1'] });
  expect(await findSlice(cat, { steps: 2 })).toEqual({ people: ['Ann 1 1', 'Bob 1 1'], links: ['Ann–Cat 1', 'Bob–Cat 1'] });
  const way = await shortestPath(database.store.reader, ann.key, dot.key);
  expect(way.path).toBeNull();
});

test('a slice with too many people keeps the strongest, and reports the rest', async () => {
  const hub = await createPerson('Hub');
  const many = await Promise.all(Array.from({ length: 62 }, (_, at) => createPerson(`Friend ${at}`)));
  for (const each of many) await addJointWork(hub, each);
  await addJointWork(hub, many[61] as Person);
  const slice = await sliceAround(database.store.reader, hub.key, { steps: 1, since: null, until: null, least: 1 });
  expect(slice.people).toHaveLength(60);
  expect(slice.people[0]?.name).toBe('Friend 61');
  expect(slice.more).toBe(true);
  for (const [years, left] of [
    [{ since: 2024, until: 2024 }, 60],
    [{ until: 2023 }, 0],
    [{ since: 2025 }, 0],
  ] as const)
    expect((await findSlice(hub, years)).people).toHaveLength(left);
});
