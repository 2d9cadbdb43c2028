import { and, isNull, ne, type SQL } from 'drizzle-orm';
import { authors } from '#lib/platform/db/schema/authors.ts';

/**
 * Condition for a record that may be shown: it is neither merged nor suppressed. This is the only definition; `tests/house/owners.test.ts`
 * finds copies. Lists with stricter conditions (`visibility = 'visible'`) state them themselves.
 */
export const visibleRecord = (): SQL | undefined => and(isNull(authors.mergedInto), ne(authors.visibility, 'suppressed'));

/** The same condition as SQL text. @param alias the name of `authors` in the statement */
export const visibleRecordText = (alias = 'authors'): string => `${alias}.merged_into is null and ${alias}.visibility <> 'suppressed'`;

/** The same condition for a row in memory. */
export const isVisibleRecord = (row: { mergedInto: number | null; visibility: string }): boolean =>
  row.mergedInto === null && row.visibility !== 'suppressed';

/** SQL condition: lists may show works because of this record. It is neither suppressed nor an unlisted created profile. */
export const isShownInListsText = (alias: string): string => `${alias}.visibility not in ('suppressed', 'unlisted')`;

/**
 * SQL condition: lists may show the work with this key. A work whose authors are all hidden is excluded, because its title would identify
 * them. A work without authors is included.
 */
export const isWorkShownInListsText = (key: string): string => `(exists (select 1 from authorships s join authors p on p.key = s.author_key
    where s.work_key = ${key} and ${isShownInListsText('p')}) or not exists (select 1 from authorships s where s.work_key = ${key}))`;

const hiddenWorksByVisibilityText = (visibility: string): string =>
  `select s.work_key from authors p join authorships s on s.author_key = p.key where p.visibility = '${visibility}' and not exists
  (select 1 from authorships o join authors q on q.key = o.author_key where o.work_key = s.work_key and ${isShownInListsText('q')})`;

/** SQL query for the keys of works that lists may not show. Starts with the few hidden records, through one index for each visibility. */
export const hiddenWorksText = `${hiddenWorksByVisibilityText('suppressed')} union all ${hiddenWorksByVisibilityText('unlisted')}`;
