import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { refreshAuthors } from '#lib/catalog/refresh/commands/authors.ts';
import { applyChange } from '#lib/governance/identity/commands/changes.ts';
import { now } from '#lib/platform/clock.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { identityChanges } from '#lib/platform/db/schema/identity.ts';
import { authorships, works } from '#lib/platform/db/schema/works.ts';
import { newId } from '#lib/platform/id.ts';
import { freshDatabase, type TestDatabase } from '../database.ts';
import { importWorks, refreshChangedRecords } from './fixtures.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await freshDatabase();
});
afterEach(() => database.drop());

interface WorkInput {
  title: string;
  native?: string;
  source?: 'acl-anthology' | 'bibtex';
  name?: string;
}

const importNative = async ({ title, native, source = 'acl-anthology', name = 'Wei Wang' }: WorkInput): Promise<void> => {
  const work = { source, recordId: title, title: [title], type: 'paper', year: 2020 } as const;
  await importWorks(database.store, { ...work, authors: [{ name, native }] });
  await refreshChangedRecords(database.store);
};
const flagsOf = async (name = 'Wei Wang') =>
  (await database.store.reader.select().from(authors).where(eq(authors.name, name))).map(({ flags }) => flags.map(({ reason }) => reason));

const flagText = 'Sources write Wei Wang as different names in Han characters: 王伟 and 王玮.';

describe('a record whose sources write two Han names with one Latin spelling', () => {
  test('is flagged with both, and not if they are two forms of one name', async () => {
    await importNative({ title: 'One work of a name', native: '王伟' });
    await importNative({ title: 'The same name in its other form', native: '王偉' });
    await importNative({ title: 'A work with Latin letters alone' });
    expect(await flagsOf()).toEqual([[]]);
    await importNative({ title: 'A work of somebody else', native: '王玮' });
    expect(await flagsOf()).toEqual([[flagText]]);
  });

  test('is not flagged after the works are split, confirmed or disowned', async () => {
    await importNative({ title: 'One work of a name', native: '王伟' });
    await importNative({ title: 'A work of somebody else', native: '王玮' });
    const [whole] = await database.store.reader.select().from(authors);
    const [work] = await database.store.reader.select().from(works).where(eq(works.title, 'A work of somebody else'));
    const state = async (as: string): Promise<void> => {
      await database.store.transact(async (tx) => {
        await tx.update(authorships).set({ state: as });
        await tx.update(authors).set({ stale: true });
        await refreshAuthors(tx, 10);
      });
    };
    await state('confirmed');
    expect(await flagsOf()).toEqual([[]]);
    await state('asserted');
    expect(await flagsOf()).toEqual([[flagText]]);
    const split = {
      id: newId(),
      kind: 'split',
      state: 'proposed',
      authorId: whole?.id ?? '',
      otherName: 'Wei Wang',
      workIds: [work?.id ?? ''],
    };
    await database.store.transact((tx) => tx.insert(identityChanges).values({ ...split, reason: 'Two people.', proposedAt: now() }));
    await database.store.transact((tx) => applyChange(tx, split.id));
    await refreshChangedRecords(database.store);
    expect(await flagsOf()).toEqual([[], []]);
    // A third name among the works that left flags the new record.
    await importNative({ title: 'One work of a name', native: '王伟' });
    expect(await flagsOf()).toEqual([[], []]);
  });

  test('is flagged alike whatever the order of import', async () => {
    const some: WorkInput[] = [
      { title: 'First of the works', native: '王伟' },
      { title: 'Second of the works', native: '王偉' },
      { title: 'Third of the works', native: '王玮' },
      { title: 'Fourth of the works' },
      // A source that writes the name in Han characters only.
      { title: 'Fifth of the works', source: 'bibtex', name: '王伟' },
    ];
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(some, { minLength: some.length }), async (order) => {
        await database.drop();
        database = await freshDatabase();
        for (const work of order) await importNative(work);
        const said = 'Sources write Wei Wang as different names in Han characters: 王伟 and 王玮.';
        expect(await flagsOf()).toEqual([[said]]);
      }),
      { numRuns: 6 },
    );
  });
});
