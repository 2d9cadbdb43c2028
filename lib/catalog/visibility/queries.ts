import { and, isNull, ne, type SQL } from 'drizzle-orm';
import { authors } from '#lib/platform/db/schema/authors.ts';

/**
 * Whether a record may be shown: it is merged into no other, and its name is not suppressed. The one place that says so;
 * `tests/house/owners.test.ts` finds copies. Lists that leave out more (`visibility = 'visible'`) say that themselves.
 */
export const visibleRecord = (): SQL | undefined => and(isNull(authors.mergedInto), ne(authors.visibility, 'suppressed'));

/** The same as SQL text. @param alias the name of `authors` in the statement */
export const visibleRecordText = (alias = 'authors'): string => `${alias}.merged_into is null and ${alias}.visibility <> 'suppressed'`;

/** The same of a row that was read. */
export const isVisibleRecord = (row: { mergedInto: number | null; visibility: string }): boolean =>
  row.mergedInto === null && row.visibility !== 'suppressed';

/** In SQL: lists may show works for this record's sake. It is neither suppressed nor a created profile that nothing supports yet. */
export const isShownInListsText = (alias: string): string => `${alias}.visibility not in ('suppressed', 'unlisted')`;

/**
 * In SQL: lists may show the work with this key. No list shows a work all of whose authors are hidden, because its title would lead to them. A
 * work without authors is shown.
 */
export const isWorkShownInListsText = (key: string): string => `(exists (select 1 from authorships s join authors p on p.key = s.author_key
    where s.work_key = ${key} and ${isShownInListsText('p')}) or not exists (select 1 from authorships s where s.work_key = ${key}))`;

const hiddenWorksOfText = (visibility: string): string =>
  `select s.work_key from authors p join authorships s on s.author_key = p.key where p.visibility = '${visibility}' and not exists
  (select 1 from authorships o join authors q on q.key = o.author_key where o.work_key = s.work_key and ${isShownInListsText('q')})`;

/** In SQL: the keys of works that no list may show. Read from the few records that are not shown, which have an index each. */
export const hiddenWorksText = `${hiddenWorksOfText('suppressed')} union all ${hiddenWorksOfText('unlisted')}`;
