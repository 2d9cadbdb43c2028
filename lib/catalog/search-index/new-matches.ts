import type { Reader } from '#lib/platform/db/store.ts';
import { filterConditionOf } from './filters.ts';
import { maxMatches } from './model/limits.ts';
import type { SearchQuery } from './model/search-query.ts';
import { countMatches, foundKeySql, matchTable } from './tables.ts';
import { matchExpressionOf, numberRangeOfYears } from './works.ts';

/**
 * Returns the keys of works that match a search, most recently added first, between two keys (both exclusive). Considers the first
 * `maxMatches` matches, which have the newest publication years.
 */
export async function findNewMatches(
  reader: Reader,
  requested: SearchQuery,
  { below, above, limit }: { below: number; above: number; limit: number },
): Promise<number[]> {
  const match = await matchExpressionOf(reader, requested.q);
  if (match === null) return [];
  const window = {
    maxConsidered: maxMatches,
    range: numberRangeOfYears(requested.filters),
    filter: filterConditionOf('works', requested.filters),
  };
  const { text, args } = matchTable('work', match, window);
  const rows = await reader.query<{ key: number | string }>(
    `select ${foundKeySql} as key from ${text} where ${foundKeySql} < ? and ${foundKeySql} > ? order by key desc limit ?`,
    [],
    [...args, below, above, limit],
  );
  return rows.map((row) => Number(row.key));
}

/** True if a search has more than `maxMatches` matches, so that new works could be missed. */
export async function isTooBroad(reader: Reader, requested: SearchQuery): Promise<boolean> {
  const match = await matchExpressionOf(reader, requested.q);
  return (
    match !== null &&
    (await countMatches(reader, 'work', match, { maxConsidered: maxMatches + 1, range: numberRangeOfYears(requested.filters) })) >
      maxMatches
  );
}
