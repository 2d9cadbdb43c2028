import { isDeepStrictEqual } from 'node:util';
import { and, eq, ne } from 'drizzle-orm';
import type { Upsert } from '#lib/platform/db/bulk-insert.ts';
import { isAnyOf } from '#lib/platform/db/prepared.ts';
import { rowsOf } from '#lib/platform/db/rows.ts';
import { authorIndicators, workIndicators } from '#lib/platform/db/schema/indicators.ts';
import { authorships } from '#lib/platform/db/schema/works.ts';
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
  const isOfWorks = (workKeys: readonly number[]) => and(eq(workIndicators.method, method), isAnyOf(workIndicators.workKey, workKeys));
  const storedByWork = new Map((await rowsOf(tx, workIndicators, isOfWorks(keys))).map((row) => [row.workKey, row]));
  const removedKeys = keys.filter((key) => values.get(key) === null && storedByWork.has(key));
  if (removedKeys.length > 0) await tx.delete(workIndicators).where(isOfWorks(removedKeys));
  const rows = [...values].flatMap(([key, indicator]) => {
    const storedIndicator = storedByWork.get(key);
    if (!indicator || (storedIndicator?.value === indicator.value && isDeepStrictEqual(storedIndicator.parts, indicator.parts))) return [];
    return [{ workKey: key, method, value: indicator.value, parts: indicator.parts, computedAt: at }];
  });
  const onConflict: Upsert<typeof workIndicators> = { target: ['workKey', 'method'], update: ['value', 'parts', 'computedAt'] };
  await tx.bulkInsert(workIndicators, rows, { onConflict });
}

/** Updates an indicator of some authors from their works: the median, or none if fewer than `minWorksForIndicator` works have a value. */
export async function storeAuthorIndicators(tx: Writer, method: IndicatorMethod, authorKeys: readonly number[], at: Date): Promise<void> {
  if (authorKeys.length === 0) return;
  const { authorKey, workKey, state } = authorships;
  const rows = await tx
    .selectDistinct({ authorKey, workKey, value: workIndicators.value })
    .from(authorships)
    .innerJoin(workIndicators, and(eq(workIndicators.workKey, workKey), eq(workIndicators.method, method)))
    .where(and(isAnyOf(authorKey, authorKeys), ne(state, 'not_mine')));
  const rowsByAuthor = Map.groupBy(rows, (row) => row.authorKey);
  const isOfAuthors = (keys: readonly number[]) => and(eq(authorIndicators.method, method), isAnyOf(authorIndicators.authorKey, keys));
  const storedRows = await rowsOf(tx, authorIndicators, isOfAuthors(authorKeys));
  const storedByAuthor = new Map(storedRows.map((row) => [row.authorKey, row]));
  const hasEnoughWorks = (key: number): boolean => (rowsByAuthor.get(key)?.length ?? 0) >= minWorksForIndicator;
  const removedKeys = storedRows.map((row) => row.authorKey).filter((key) => !hasEnoughWorks(key));
  if (removedKeys.length > 0) await tx.delete(authorIndicators).where(isOfAuthors(removedKeys));
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
