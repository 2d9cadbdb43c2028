import type { Writer } from '#lib/platform/db/store.ts';
import { type IndicatorMethod, median, minWorks, rounded, type WorkIndicator } from '../model/indicator.ts';

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
  const before = await tx.query<{ work_key: number; value: number; parts: unknown }>(
    'select work_key, value, parts from work_indicators where method = ? and work_key in $many',
    keys,
    [method],
  );
  const known = new Map(before.map(({ work_key, value, parts }) => [work_key, { value, parts: asText(parts) }]));
  const gone = keys.filter((key) => values.get(key) === null && known.has(key));
  if (gone.length > 0)
    await tx.execute('delete from work_indicators where method = ? and work_key in $many returning work_key', gone, [method]);
  const rows = [...values].flatMap(([key, found]) => {
    const old = known.get(key);
    if (!found || (old?.value === found.value && old.parts === asText(found.parts))) return [];
    return [[key, method, found.value, asText(found.parts), at]];
  });
  await tx.bulkInsert({
    table: 'work_indicators',
    columns: ['work_key', 'method', 'value', 'parts', 'computed_at'],
    rows,
    onConflict:
      'on conflict (work_key, method) do update set value = excluded.value, parts = excluded.parts, computed_at = excluded.computed_at',
  });
}

const asText = (parts: unknown): string => (typeof parts === 'string' ? parts : JSON.stringify(parts));

/** Updates an indicator of some authors from their works: the median, or none if fewer than `minWorks` works have a value. */
export async function storeAuthorIndicators(tx: Writer, method: IndicatorMethod, authorKeys: readonly number[], at: Date): Promise<void> {
  if (authorKeys.length === 0) return;
  const rows = await tx.query<{ author_key: number; value: number }>(
    `select distinct a.author_key, a.work_key, i.value from authorships a join work_indicators i on i.work_key = a.work_key and i.method = ?
     where a.author_key in $many and a.state <> 'not_mine'`,
    authorKeys,
    [method],
  );
  const values = Map.groupBy(rows, ({ author_key }) => author_key);
  const before = await tx.query<{ author_key: number; value: number; works: number }>(
    'select author_key, value, works from author_indicators where method = ? and author_key in $many',
    authorKeys,
    [method],
  );
  const known = new Map(before.map((row) => [row.author_key, row]));
  const enough = (key: number): boolean => (values.get(key)?.length ?? 0) >= minWorks;
  const gone = before.map(({ author_key }) => author_key).filter((key) => !enough(key));
  if (gone.length > 0)
    await tx.execute('delete from author_indicators where method = ? and author_key in $many returning author_key', gone, [method]);
  const changed = authorKeys.filter(enough).flatMap((key) => {
    const own = (values.get(key) ?? []).map(({ value }) => value);
    const value = rounded(median(own) ?? 0);
    const old = known.get(key);
    return old?.value === value && old.works === own.length ? [] : [[key, method, value, own.length, at]];
  });
  await tx.bulkInsert({
    table: 'author_indicators',
    columns: ['author_key', 'method', 'value', 'works', 'computed_at'],
    rows: changed,
    onConflict:
      'on conflict (author_key, method) do update set value = excluded.value, works = excluded.works, computed_at = excluded.computed_at',
  });
}
