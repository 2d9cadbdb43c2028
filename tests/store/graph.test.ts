import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { graphShape } from '#lib/catalog/graph/model/caps.ts';
import { type GraphSlice, type NodeId, nodeId, nodeKinds } from '#lib/catalog/graph/model/kinds.ts';
import { type GraphQuery, graphQueryOf } from '#lib/catalog/graph/model/query.ts';
import { sharedNodes } from '#lib/catalog/graph/queries/comparison.ts';
import { describeNode } from '#lib/catalog/graph/queries/details.ts';
import { graphSlice } from '#lib/catalog/graph/queries/graph-slice.ts';
import { findNode } from '#lib/catalog/graph/queries/nodes.ts';
import { findPaths } from '#lib/catalog/graph/queries/paths.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { authorContexts } from '#lib/platform/db/schema/contexts.ts';
import { works } from '#lib/platform/db/schema/works.ts';
import { type AuthorRecord, createContext, createRecord, createWork } from './fixtures.ts';
import { databasePerFile } from './test-database.ts';

const database = databasePerFile();

const names = ['Ada', 'Ben', 'Cid', 'Dan', 'Eve', 'Fay', 'Gus', 'Hal'] as const;
/** The authors of each work, by their place in `names`. The last work is of one person alone. */
const bylines = [[0, 1], [0, 1, 2], [2, 3], [1, 3], [3, 4], [0, 5], [5, 4, 6], [6, 7], [0, 7], [7]] as const;

let people: AuthorRecord[];
let workKeys: number[];
let workIds: NodeId[];
let contextIds: NodeId[];

beforeAll(async () => {
  const { store } = database;
  people = [];
  for (const name of names) people.push(await createRecord(store, name, name === 'Gus' ? { kind: 'organisation' } : {}));
  workKeys = [];
  for (const [at, byline] of bylines.entries())
    workKeys.push(
      await createWork(
        store,
        `Work ${at}`,
        byline.map((place) => ({ key: people[place]?.key ?? 0, name: names[place] ?? '' })),
      ),
    );
  const rows = await store.reader.select({ key: works.key, id: works.id }).from(works);
  workIds = workKeys.map((key) => nodeId('work', rows.find((row) => row.key === key)?.id ?? ''));
  contextIds = [];
  for (const [kind, name, every] of [
    ['topic', 'Parsing', 1],
    ['venue', 'Meeting', 2],
    ['institution', 'Institute', 3],
  ] as const) {
    const places = bylines.map((_, at) => at).filter((at) => at % every === 0);
    const context = await createContext(
      store,
      kind,
      name,
      places.map((at) => workKeys[at] ?? 0),
    );
    contextIds.push(nodeId(kind, context.slug));
    for (const [place, { key }] of people.entries()) {
      const count = places.filter((at) => (bylines[at] as readonly number[]).includes(place)).length;
      if (count > 0)
        await store.transact((tx) => tx.insert(authorContexts).values({ authorKey: key, contextKey: context.key, works: count }));
    }
  }
});

type Shown = 'visible' | 'search_only' | 'unlisted' | 'suppressed' | 'hides co-authors';
const isNamed = (shown: Shown | undefined) => shown === 'visible' || shown === 'hides co-authors';

const arrange = (shown: readonly Shown[]) =>
  database.store.transact(async (tx) => {
    for (const [place, choice] of shown.entries()) {
      const hides = choice === 'hides co-authors';
      const change = { visibility: hides ? 'visible' : choice, privacy: hides ? { hidden: ['coauthors'], indexed: true } : null } as const;
      await tx
        .update(authors)
        .set(change)
        .where(eq(authors.key, people[place]?.key ?? 0));
    }
  });

async function sliceOf(from: NodeId, change: Partial<GraphQuery> = {}, caps = graphShape.caps): Promise<GraphSlice | null> {
  const start = await findNode(database.store.reader, from);
  if (!start || 'redirect' in start) return null;
  return graphSlice(database.store.reader, start, { ...graphQueryOf(from), kinds: [...nodeKinds], ...change }, { ...graphShape, caps });
}

const personId = (place: number): NodeId => nodeId(names[place] === 'Gus' ? 'organisation' : 'author', people[place]?.slug ?? '');

test('a slice never names or counts a hidden person, a hidden co-authorship or a withheld work, whatever its start', async () => {
  const anyShown = fc.array(fc.constantFrom<Shown>('visible', 'visible', 'search_only', 'unlisted', 'suppressed', 'hides co-authors'), {
    minLength: names.length,
    maxLength: names.length,
  });
  await fc.assert(
    fc.asyncProperty(anyShown, fc.nat(), async (shown, chosen) => {
      await arrange(shown);
      const starts = [...people.keys()].map(personId).concat(workIds, contextIds);
      for (const from of [0, 7, 13].flatMap((step) => starts[(chosen + step) % starts.length] ?? [])) {
        for (const steps of [1, 2] as const) {
          const slice = await sliceOf(from, { steps });
          if (!slice) continue;
          const place = people.findIndex((_, at) => personId(at) === from);
          const text = JSON.stringify(slice);
          for (const at of people.keys()) if (at !== place && !isNamed(shown[at])) expect(text).not.toContain(people[at]?.slug);
          for (const at of people.keys()) {
            if (shown[at] !== 'hides co-authors') continue;
            const ends = slice.links.filter(({ from: one, to }) => one === personId(at) || to === personId(at));
            for (const { from: one, to } of ends) expect([one, to]).toContain(from);
            if (at === place)
              for (const { kind, steps: far } of slice.nodes) expect(far > 0 && (kind === 'author' || kind === 'organisation')).toBe(false);
          }
          for (const [at, byline] of bylines.entries()) {
            const isListed = byline.some((each) => !['suppressed', 'unlisted'].includes(shown[each] ?? ''));
            const isOwn = place >= 0 && (byline as readonly number[]).includes(place);
            if (!isListed && !isOwn && workIds[at] !== from) expect(text).not.toContain(workIds[at]);
          }
          expect(new Set(slice.nodes.map(({ id }) => id)).size).toBe(slice.nodes.length);
          for (const { from: one, to } of slice.links)
            for (const end of [one, to]) expect(slice.nodes.some(({ id }) => id === end)).toBe(true);
          // Everything is below the caps, so nothing is omitted, and the counts are those of what is shown.
          expect(slice.omitted).toEqual([]);
        }
      }
    }),
    { numRuns: 20 },
  );
});

test('a slice has every kind around a person, the links among them with their evidence, and what is next to these on request', async () => {
  await arrange(names.map(() => 'visible'));
  const slice = await sliceOf(personId(0));
  const labels = (steps: number) =>
    slice?.nodes
      .filter((node) => node.steps === steps)
      .map(({ label }) => label)
      .sort();
  expect(labels(0)).toEqual(['Ada']);
  expect(labels(1)).toEqual(['Ben', 'Cid', 'Fay', 'Hal', 'Institute', 'Meeting', 'Parsing', 'Work 0', 'Work 1', 'Work 5', 'Work 8']);
  const linkOf = (one: NodeId, other: NodeId) => slice?.links.find(({ from, to }) => from === one && to === other);
  expect(linkOf(personId(0), workIds[0] ?? personId(0))).toMatchObject({ kind: 'wrote', works: 1 });
  expect(linkOf(personId(1), personId(2))).toMatchObject({ kind: 'together', href: `/graph/${people[1]?.slug}/${people[2]?.slug}` });
  expect(linkOf(workIds[1] ?? personId(0), contextIds[0] ?? personId(0))).toMatchObject({ kind: 'about' });
  expect(linkOf(personId(1), contextIds[0] ?? personId(0))).toMatchObject({ kind: 'about', works: 3 });
  const further = await sliceOf(personId(0), { steps: 2 });
  expect(
    further?.nodes
      .filter(({ steps }) => steps === 2)
      .map(({ label }) => label)
      .sort(),
  ).toEqual(expect.arrayContaining(['Dan', 'Eve', 'Gus', 'Work 2', 'Work 9']));
  const far = new Set(further?.nodes.filter(({ steps }) => steps === 2).map(({ id }) => id));
  expect(further?.links.filter(({ from, to }) => far.has(from) && far.has(to))).toEqual([]);
  expect((await sliceOf(personId(0), { kinds: ['topic'] }))?.nodes.map(({ label }) => label)).toEqual(['Ada', 'Parsing']);
});

test('a slice with more than its caps keeps the strongest of each kind, and says how many there are', async () => {
  await arrange(names.map(() => 'visible'));
  const caps = { author: 1, organisation: 0, work: 2, topic: 1, venue: 1, institution: 1 };
  const slice = await sliceOf(personId(0), {}, caps);
  expect(slice?.nodes.map(({ label }) => label)).toEqual(['Ada', 'Ben', 'Work 8', 'Work 5', 'Parsing', 'Meeting', 'Institute']);
  expect(slice?.omitted).toEqual([
    { kind: 'author', shown: 1, total: 4 },
    { kind: 'work', shown: 2, total: 4 },
  ]);
  await arrange(names.map((name) => (name === 'Cid' ? 'suppressed' : 'visible')));
  expect((await sliceOf(personId(0), {}, caps))?.omitted[0]).toEqual({ kind: 'author', shown: 1, total: 3 });
});

test('a path leads over joint works to people and to every other kind of node, and over nobody who is hidden', async () => {
  const pathOf = async (from: NodeId, to: NodeId) => {
    const { reader } = database.store;
    const [start, end] = [await findNode(reader, from), await findNode(reader, to)];
    if (!start || !end || 'redirect' in start || 'redirect' in end) throw new Error('Both ends are here.');
    const { paths } = await findPaths(reader, start, end, ['work']);
    return paths.map(({ nodes, links }) => ({
      nodes: nodes.map(({ label }) => label).join(' – '),
      through: links.map(({ through }) => through.map(({ label }) => label).join()),
    }));
  };
  await arrange(names.map(() => 'visible'));
  expect(await pathOf(personId(3), personId(5))).toEqual([{ nodes: 'Dan – Eve – Fay', through: ['Work 4', 'Work 6'] }]);
  await arrange(names.map((name) => (name === 'Eve' ? 'suppressed' : 'visible')));
  expect((await pathOf(personId(3), personId(5))).map(({ nodes }) => nodes)).toEqual(['Dan – Ben – Ada – Fay', 'Dan – Cid – Ada – Fay']);
  await arrange(names.map((name) => (name === 'Eve' || name === 'Ben' ? 'hides co-authors' : 'visible')));
  expect((await pathOf(personId(3), personId(5))).map(({ nodes }) => nodes)).toEqual(['Dan – Cid – Ada – Fay']);
  expect((await pathOf(personId(3), workIds[8] ?? personId(0))).map(({ nodes }) => nodes)).toEqual(['Dan – Cid – Ada – Work 8']);
  expect((await pathOf(contextIds[2] ?? personId(0), personId(3)))[0]?.nodes).toBe('Institute – Dan');
  expect(await pathOf(personId(1), personId(3))).toEqual([]);
});

test('a comparison names what two nodes are both linked with, and nobody who is hidden', async () => {
  const compare = async (one: NodeId, other: NodeId) => {
    const { reader } = database.store;
    const [first, second] = [await findNode(reader, one), await findNode(reader, other)];
    if (!first || !second || 'redirect' in first || 'redirect' in second) throw new Error('Both are here.');
    const shared = await sharedNodes(reader, first, second, { ...graphQueryOf(one), kinds: [...nodeKinds] });
    return shared.flatMap(({ nodes }) => nodes.map(({ node }) => node.label)).sort();
  };
  await arrange(names.map(() => 'visible'));
  expect(await compare(personId(0), personId(1))).toEqual(['Cid', 'Institute', 'Meeting', 'Parsing', 'Work 0', 'Work 1']);
  const [topic = personId(0), , institution = personId(0)] = contextIds;
  expect(await compare(topic, institution)).toEqual(
    ['Ada', 'Ben', 'Dan', 'Eve', 'Fay', 'Gus', 'Hal', 'Work 0', 'Work 3', 'Work 6', 'Work 9'].sort(),
  );
  await arrange(
    names.map((name) => (name === 'Cid' ? 'suppressed' : name === 'Dan' ? 'unlisted' : name === 'Hal' ? 'search_only' : 'visible')),
  );
  expect(await compare(personId(0), personId(1))).not.toContain('Cid');
  const labels = await compare(topic, institution);
  for (const hidden of ['Dan', 'Hal']) expect(labels).not.toContain(hidden);
  await arrange(names.map((name) => (name === 'Ben' ? 'hides co-authors' : 'visible')));
  expect(await compare(personId(0), personId(1))).toEqual(['Institute', 'Meeting', 'Parsing', 'Work 0', 'Work 1']);
});

test('a node is described by its affiliation, venue or numbers, and by no affiliation that its owner hides', async () => {
  const { store } = database;
  const detailOf = async (id: NodeId) => {
    const found = await findNode(store.reader, id);
    return found && !('redirect' in found) ? describeNode(store.reader, found) : null;
  };
  await arrange(names.map(() => 'visible'));
  const isAda = eq(authors.key, people[0]?.key ?? 0);
  const affiliation = { name: 'Institute of Rings', source: 'sample' };
  await store.transact((tx) => tx.update(authors).set({ affiliation }).where(isAda));
  expect([await detailOf(personId(0)), await detailOf(personId(1))]).toEqual(['Institute of Rings', null]);
  await store.transact((tx) =>
    tx
      .update(authors)
      .set({ privacy: { hidden: ['affiliations'], indexed: true } })
      .where(isAda),
  );
  expect(await detailOf(personId(0))).toBeNull();
  expect(await detailOf(contextIds[0] ?? personId(0))).toMatch(/^10 works, \d+ (person|people)$/);
});
