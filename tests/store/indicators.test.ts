import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { computeIndicators } from '#lib/catalog/indicators/commands/compute.ts';
import { minWorksForIndicator } from '#lib/catalog/indicators/model/indicator.ts';
import { noveltyRules } from '#lib/catalog/indicators/model/novelty.ts';
import { indicatorsOf } from '#lib/catalog/indicators/queries.ts';
import { authorIndicators, workIndicators } from '#lib/platform/db/schema/indicators.ts';
import { authorships, works } from '#lib/platform/db/schema/works.ts';
import { type AuthorRecord, createRecord, createWork } from './fixtures.ts';
import { databasePerFile } from './test-database.ts';

const database = databasePerFile();
let ada: AuthorRecord;
let sparseRecord: AuthorRecord;

const known = ['parsing', 'grammar', 'treebank', 'lexicon', 'semantics', 'ontology'];
const columns = ['id', 'title', 'type', 'year', 'date', 'code_state', 'sources', 'conflicts', 'indicators', 'created_at', 'updated_at'];

beforeAll(async () => {
  const { store } = database;
  await store.transact((tx) =>
    tx.insertRows({
      table: 'works',
      columns,
      rows: Array.from({ length: noveltyRules.earlierWorks }, (_, at) => {
        const title = at % 2 ? 'Parsing grammar treebank' : 'Lexicon semantics ontology';
        return [`earlier-${at}`, title, 'paper', 2000, '2000', null, '[]', '[]', '[]', new Date(), new Date()];
      }),
    }),
  );
  ada = await createRecord(store, 'Ada Byron');
  sparseRecord = await createRecord(store, 'Few Works');
  for (let at = 0; at < minWorksForIndicator; at += 1) {
    await createWork(
      store,
      `${known.join(' ')} ${at}`,
      at < minWorksForIndicator - 1
        ? [
            { ...ada, name: 'Ada Byron' },
            { ...sparseRecord, name: 'Few Works' },
          ]
        : [{ ...ada, name: 'Ada Byron' }],
    );
  }
  await store.transact((tx) =>
    tx.update(works).set({ year: 2020, date: '2020-05-01', codeState: 'linked' }).where(eq(works.type, 'article')),
  );
  await computeIndicators(store);
});

const indicatorValue = async (record: AuthorRecord, method: string) =>
  (await indicatorsOf(database.store.reader, record.key)).find((each) => each.method === method);

describe('indicators', () => {
  test('are shown on a record as the median of its works, once enough of them have a value', async () => {
    expect(await indicatorValue(ada, 'novelty-1')).toMatchObject({ value: 60, works: minWorksForIndicator });
    expect((await indicatorValue(ada, 'signal-1'))?.value).toBeGreaterThan(0);
    expect(await indicatorValue(sparseRecord, 'novelty-1')).toEqual({ method: 'novelty-1', value: null, works: 0, computedAt: null });
  });

  test('keep their date when a recomputation gives the same value', async () => {
    const all = () => database.store.reader.select().from(workIndicators).orderBy(workIndicators.workKey, workIndicators.method);
    const before = await all();
    await computeIndicators(database.store);
    expect(await all()).toEqual(before);
  });

  test('are removed with a disowned or undated work', async () => {
    const { store } = database;
    const [one] = await store.reader.select().from(authorships).where(eq(authorships.authorKey, ada.key));
    await store.transact((tx) =>
      tx
        .update(authorships)
        .set({ state: 'not_mine' })
        .where(eq(authorships.key, one?.key ?? 0)),
    );
    await store.transact((tx) => tx.update(works).set({ year: null, date: null }).where(eq(works.id, 'earlier-1')));
    await computeIndicators(store);
    expect(await store.reader.select().from(authorIndicators).where(eq(authorIndicators.authorKey, ada.key))).toEqual([]);
  });
});
