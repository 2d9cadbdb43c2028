import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { now } from '#lib/platform/clock.ts';
import { mapRowsByPlan } from '#lib/platform/db/row-mapper.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { authorships, codeChecks, works } from '#lib/platform/db/schema/works.ts';
import type { PreparedQuery, Reader } from '#lib/platform/db/store.ts';
import { createRecord, createWork } from './fixtures.ts';
import { databasePerFile } from './test-database.ts';

const database = databasePerFile();

/** Joins with and without a match, objects next to plain columns, and columns with and without a decoder. */
const queries: Record<string, (reader: Reader) => PreparedQuery> = {
  'a whole row': (reader) => reader.select().from(authors).prepare(),
  'columns of one table': (reader) => reader.select({ key: works.key, sources: works.sources, at: works.createdAt }).from(works).prepare(),
  'a join': (reader) =>
    reader
      .select({ name: authors.name, authorship: authorships, hides: authors.indicatorsHidden })
      .from(authorships)
      .innerJoin(authors, eq(authors.key, authorships.authorKey))
      .prepare(),
  'a join that has no row for some': (reader) =>
    reader.select({ work: works, check: codeChecks }).from(works).leftJoin(codeChecks, eq(codeChecks.workKey, works.key)).prepare(),
  'an object of two tables': (reader) =>
    reader
      .select({ both: { outcome: codeChecks.outcome, id: works.id }, at: codeChecks.checkedAt })
      .from(works)
      .leftJoin(codeChecks, eq(codeChecks.workKey, works.key))
      .prepare(),
  expressions: (reader) =>
    reader
      .select({ twice: sql<number>`${works.key} * 2`, named: sql`${works.id}`.mapWith(String).as('named'), none: sql`null` })
      .from(works)
      .prepare(),
};

test.each(Object.keys(queries))('the row mapper builds the rows of %s as the query builder does', async (name) => {
  const { store } = database;
  const { key } = await createRecord(store, `Ada ${name}`);
  const [, checked] = [
    await createWork(store, `First of ${name}`, [{ key, name: 'Ada' }]),
    await createWork(store, `Second of ${name}`, []),
  ];
  await store.transact(async (tx) => {
    await tx.insert(codeChecks).values({ workKey: checked, url: 'https://code.example', outcome: 'gone', status: 404, checkedAt: now() });
  });
  const build = queries[name];
  if (!build) throw new Error('There is no such query.');
  const own = await build(store.reader).execute();
  const query = build(store.reader);
  mapRowsByPlan(query);
  expect(query).toHaveProperty('customResultMapper', expect.any(Function));
  const planned = await query.execute();
  expect(planned).toEqual(own);
  expect(JSON.stringify(planned)).toBe(JSON.stringify(own));
  expect((own as unknown[]).length).toBeGreaterThan(0);
});
