import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { nameFieldsOf } from '#lib/catalog/authors/commands/create.ts';
import { findAuthor } from '#lib/catalog/authors/queries/find.ts';
import { authorList } from '#lib/catalog/authors/queries/lists.ts';
import { authorSlugs, authors } from '#lib/platform/db/schema/authors.ts';
import { directoryPage } from '#lib/portal/pages/queries/directory.ts';
import { homeView } from '#lib/portal/pages/queries/home.ts';
import { databasePerFile } from './test-database.ts';

const database = databasePerFile();

const at = new Date('2026-11-21T00:00:00Z');
const authorRow = (name: string, more: Partial<typeof authors.$inferInsert> = {}): typeof authors.$inferInsert => {
  const slug = name.toLowerCase().replaceAll(' ', '-');
  const fields = nameFieldsOf({ name, kind: more.kind ?? 'person' });
  return { id: `id-${slug}`, slug, ...fields, worksCount: 1, createdAt: at, updatedAt: at, ...more };
};

beforeEach(async () => {
  await database.store.transact(async (tx) => {
    await tx.delete(authors);
    await tx.delete(authorSlugs);
  });
});

const insertAuthors = (...rows: (typeof authors.$inferInsert)[]) =>
  database.store.transact(async (tx) => {
    const made = await tx.insert(authors).values(rows).returning({ key: authors.key, slug: authors.slug });
    await tx.insert(authorSlugs).values(made.map(({ key, slug }) => ({ slug, authorKey: key })));
    return made;
  });

describe('resolving a profile URL', () => {
  test('serves the current slug, and redirects permanently from the id and every former slug', async () => {
    await insertAuthors(authorRow('Grace Hopper'));
    await database.store.transact(async (tx) => {
      await tx.update(authors).set({ slug: 'grace-brewster-hopper' }).where(eq(authors.slug, 'grace-hopper'));
    });
    expect(await findAuthor(database.store.reader, 'grace-brewster-hopper')).toMatchObject({ kind: 'here' });
    for (const name of ['grace-hopper', 'id-grace-hopper']) {
      expect(await findAuthor(database.store.reader, name)).toEqual({ kind: 'moved', slug: 'grace-brewster-hopper' });
    }
  });

  test('redirects a merged record to the current one, by slug and by id, also over two merges', async () => {
    const [first, second, third] = await insertAuthors(authorRow('A Lovelace'), authorRow('Ada King'), authorRow('Ada Lovelace'));
    await database.store.transact(async (tx) => {
      await tx
        .update(authors)
        .set({ mergedInto: second?.key ?? 0 })
        .where(eq(authors.key, first?.key ?? 0));
      await tx
        .update(authors)
        .set({ mergedInto: third?.key ?? 0 })
        .where(eq(authors.key, second?.key ?? 0));
    });
    for (const name of ['a-lovelace', 'id-a-lovelace', 'ada-king', 'id-ada-king']) {
      expect(await findAuthor(database.store.reader, name)).toEqual({ kind: 'moved', slug: 'ada-lovelace' });
    }
  });

  test('answers alike for a suppressed and an unknown record', async () => {
    await insertAuthors(authorRow('Hidden Person', { visibility: 'suppressed' }));
    for (const name of ['hidden-person', 'id-hidden-person', 'nobody']) {
      expect(await findAuthor(database.store.reader, name)).toEqual({ kind: 'missing' });
    }
  });
});

test('a list returns every listed author once, in the order of folded names', async () => {
  await insertAuthors(
    ...['Zoe', 'adam', 'Émile', 'Bea', 'bea', 'Carl'].map((name, place) => authorRow(name, { id: `p${place}`, slug: `p${place}` })),
    authorRow('Hidden', { visibility: 'suppressed' }),
    authorRow('Only Searched', { visibility: 'search_only' }),
    authorRow('Without Works', { worksCount: 0 }),
  );
  const names: string[] = [];
  let from: string | undefined;
  do {
    const page = await authorList(database.store.reader, { from, isClaimed: false }, 2);
    names.push(...page.rows.map(({ name }) => name));
    from = page.next ?? undefined;
  } while (from);
  expect(names.map((name) => name.toLowerCase())).toEqual(['adam', 'bea', 'bea', 'carl', 'émile', 'zoe']);
  expect((await authorList(database.store.reader, { from: 'c', isClaimed: false }, 10)).rows[0]?.name).toBe('Carl');
});

test('the directory sorts people by family name, tells namesakes apart, and keeps organisation names whole', async () => {
  await insertAuthors(
    authorRow('Ludwig van Beethoven', { affiliation: { name: 'Bonn', source: 'bibtex' } }),
    authorRow('Ada Zuse', { id: 'z1', slug: 'z1' }),
    authorRow('Ada Zuse', { id: 'z2', slug: 'z2', affiliation: { name: 'Lamp University', source: 'bibtex' } }),
    authorRow('Abe Zander'),
    authorRow('Zander Team', { kind: 'organisation' }),
  );
  const list = await directoryPage(database.store.reader, { isClaimed: false }, 100);
  const ours = (names: { listedName: string }[]) =>
    names.map(({ listedName }) => listedName).filter((name) => /Beethoven|Zuse|Zander/.test(name));
  expect(ours(list.people)).toEqual(['Beethoven, Ludwig van', 'Zander, Abe', 'Zuse, Ada', 'Zuse, Ada']);
  expect(ours(list.organisations)).toEqual(['Zander Team']);
  expect(list.people.filter(({ hasNamesake }) => hasNamesake).map(({ card }) => card.slug)).toEqual(['z1', 'z2']);
  expect(list.people.find(({ card }) => card.slug === 'z2')?.about).toBe('Lamp University');
});

test('the directory places "Jr." and the like after the family name, and counts people and organisations under each letter', async () => {
  await insertAuthors(
    authorRow('Martin King Jr.'),
    authorRow('Anna King'),
    authorRow('Otto von King III'),
    authorRow('Zoe Iv'),
    authorRow('Jr'),
    authorRow('Hidden King', { visibility: 'suppressed' }),
    authorRow('King Group', { kind: 'organisation' }),
  );
  const { people, counts, letters } = await directoryPage(database.store.reader, { isClaimed: false }, 100);
  expect(people.map(({ listedName }) => listedName)).toEqual(['Iv, Zoe', 'Jr', 'King, Anna', 'King, Martin Jr.', 'King, Otto von III']);
  expect(counts).toEqual({ people: 5, organisations: 1 });
  expect(letters.map(({ heading, count }) => [heading, count])).toEqual([
    ['I', 1],
    ['J', 1],
    ['K', 4],
  ]);
});

test('the first page orders records by name, not by a count', async () => {
  await insertAuthors(
    ...[3, 9, 5].map((worksCount, at) =>
      authorRow(`Example ${'cab'[at]}`, { id: `e${at}`, slug: `e${at}`, sortName: `a ${'cab'[at]}`, worksCount }),
    ),
  );
  const { people } = await homeView(database.store.reader);
  expect(people.filter(({ name }) => name.startsWith('Example')).map(({ name }) => name)).toEqual(['Example a', 'Example b', 'Example c']);
});

test('the directory of claimed profiles lists and counts only those', async () => {
  await insertAuthors(
    authorRow('Ada Byron', { claimState: 'claimed' }),
    authorRow('Bea Carter', { claimState: 'pending' }),
    authorRow('Carl Dunn'),
    authorRow('Dora Ewald', { claimState: 'claimed' }),
    authorRow('Hidden Fall', { claimState: 'claimed', visibility: 'suppressed' }),
  );
  const { people, counts, letters, next } = await directoryPage(database.store.reader, { isClaimed: true }, 1);
  expect(people.map(({ listedName }) => listedName)).toEqual(['Byron, Ada']);
  expect(counts).toEqual({ people: 2, organisations: 0 });
  expect(letters.map(({ heading, from }) => [heading, from])).toEqual([
    ['B', 'b'],
    ['E', 'e'],
  ]);
  const rest = await directoryPage(database.store.reader, { from: next ?? undefined, isClaimed: true }, 1);
  expect([rest.people.map(({ listedName }) => listedName), rest.next]).toEqual([['Ewald, Dora'], null]);
});
