import type { Upsert } from '#lib/platform/db/bulk-insert.ts';
import { authorIndicators, workIndicators } from '#lib/platform/db/schema/indicators.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { type IndicatorMethod, median, minWorksForIndicator, roundToTenth, type WorkIndicator } from '../model/indicator.ts';

/**
 * Stores the values of some works for one method. Unchanged values are not written; the value of a work whose new value is null is deleted.
 */
export async function storeWorkIndicators(
  tx: Writer,
  method: IndicatorMethod,
  values: ReadonlyMap<number, WorkIndicator | null>,
  at: Date,
): Promise<void> {
  const keys = [...values.keys()];
  const storedRows = await tx.query<{ work_key: number; value: number; parts: unknown }>(
    'select work_key, value, parts from work_indicators where method = ? and work_key in $many',
    keys,
    [method],
  );
  const storedByWork = new Map(storedRows.map(({ work_key, value, parts }) => [work_key, { value, parts: toJsonText(parts) }]));
  const removedKeys = keys.filter((key) => values.get(key) === null && storedByWork.has(key));
  if (removedKeys.length > 0)
    await tx.execute('delete from work_indicators where method = ? and work_key in $many returning work_key', removedKeys, [method]);
  const rows = [...values].flatMap(([key, indicator]) => {
    const storedIndicator = storedByWork.get(key);
    if (!indicator || (storedIndicator?.value === indicator.value && storedIndicator.parts === toJsonText(indicator.parts))) return [];
    return [{ workKey: key, method, value: indicator.value, parts: indicator.parts, computedAt: at }];
  });
  const onConflict: Upsert<typeof workIndicators> = { target: ['workKey', 'method'], update: ['value', 'parts', 'computedAt'] };
  await tx.bulkInsert(workIndicators, rows, { onConflict });
}

const toJsonText = (parts: unknown): string => (typeof parts === 'string' ? parts : JSON.stringify(parts));

/** Updates an indicator of some authors from their works: the median, or none if fewer than `minWorksForIndicator` works have a value. */
export async function storeAuthorIndicators(tx: Writer, method: IndicatorMethod, authorKeys: readonly number[], at: Date): Promise<void> {
  if (authorKeys.length === 0) return;
  const rows = await tx.query<{ author_key: number; value: number }>(
    `select distinct a.author_key, a.work_key, i.value from authorships a join work_indicators i on i.work_key = a.work_key and i.method = ?
     where a.author_key in $many and a.state <> 'not_mine'`,
    authorKeys,
    [method],
  );
  const rowsByAuthor = Map.groupBy(rows, ({ author_key }) => author_key);
  const storedRows = await tx.query<{ author_key: number; value: number; works: number }>(
    'select author_key, value, works from author_indicators where method = ? and author_key in $many',
    authorKeys,
    [method],
  );
  const storedByAuthor = new Map(storedRows.map((row) => [row.author_key, row]));
  const hasEnoughWorks = (key: number): boolean => (rowsByAuthor.get(key)?.length ?? 0) >= minWorksForIndicator;
  const removedKeys = storedRows.map(({ author_key }) => author_key).filter((key) => !hasEnoughWorks(key));
  if (removedKeys.length > 0)
    await tx.execute('delete from author_indicators where method = ? and author_key in $many returning author_key', removedKeys, [method]);
  const changedRows = authorKeys.filter(hasEnoughWorks).flatMap((key) => {
    const ownValues = (rowsByAuthor.get(key) ?? []).map(({ value }) => value);
    const value = roundToTenth(median(ownValues) ?? 0);
    const storedIndicator = storedByAuthor.get(key);
    return storedIndicator?.value === value && storedIndicator.works === ownValues.length
      ? []
      : [{ authorKey: key, method, value, works: ownValues.length, computedAt: at }];
  });
  const onConflict: Upsert<typeof authorIndicators> = { target: ['authorKey', 'method'], update: ['value', 'works', 'computedAt'] };
  await tx.bulkInsert(authorIndicators, changedRows, { onConflict });
}
