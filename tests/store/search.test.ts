import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { index } from '#lib/search/documents.ts';
import type { DocumentKind } from '#lib/search/model.ts';
import { search } from '#lib/search/search.ts';
import { freshDatabase, type TestDatabase } from '../database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

const found = async (text: string, kind: DocumentKind): Promise<number[]> =>
  (await search(database.store.reader, text, { kind, limit: 20 })).hits.map(({ subjectKey }) => subjectKey);

describe('topics, venues and institutions', () => {
  beforeAll(() =>
    database.store.transact((tx) =>
      index(tx, [
        { kind: 'topic', subjectKey: 1, importance: 40, title: 'Machine translation', body: '' },
        { kind: 'topic', subjectKey: 2, importance: 400, title: 'Translation of machine code', body: '' },
        { kind: 'venue', subjectKey: 1, importance: 9, title: 'Conference on Machine Translation\nWMT', body: '' },
        { kind: 'institution', subjectKey: 1, importance: 3, title: 'Universität Zürich', body: 'University of Zurich' },
      ]),
    ),
  );

  test('are found by any of their names, each in its own kind, the exact name first', async () => {
    expect(await found('machine translation', 'topic')).toEqual([1, 2]);
    expect(await found('wmt', 'venue')).toEqual([1]);
    expect(await found('university zurich', 'institution')).toEqual([1]);
    expect(await found('wmt', 'topic')).toEqual([]);
  });

  test('keep to their numbers when their counts change', async () => {
    await database.store.transact((tx) =>
      index(tx, [{ kind: 'topic', subjectKey: 1, importance: 9_000_000, title: 'Machine translation', body: '' }]),
    );
    expect(await found('translation', 'topic')).toEqual([1, 2]);
    expect(await found('translation', 'venue')).toEqual([1]);
  });
});
