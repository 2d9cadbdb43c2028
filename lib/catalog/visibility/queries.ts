import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { encodeList, isInList } from '#lib/platform/db/prepared.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { authorships, works } from '#lib/platform/db/schema/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { Visibility } from './model.ts';

// Literals instead of arguments, so that both engines use the partial indexes, and SQLite prepares a query once for all values.
const isText = (alias: string, visibility: Visibility): string => `${alias}.visibility = '${visibility}'`;
const is = (visibility: Visibility): SQL => sql`${authors.visibility} = ${sql.raw(`'${visibility}'`)}`;
const isNot = (visibility: Visibility): SQL => sql`${authors.visibility} <> ${sql.raw(`'${visibility}'`)}`;

// Conditions for records: with `authors` for the query builder, and as SQL text with the alias of `authors` in the statement.

export const fullyVisible = (): SQL => is('visible');
const isFullyVisibleText = (alias = 'authors'): string => isText(alias, 'visible');

export const notFullyVisible = (): SQL => isNot('visible');
export const suppressed = (): SQL => is('suppressed');
export const notSuppressed = (): SQL => isNot('suppressed');
export const isSuppressedText = (alias = 'authors'): string => isText(alias, 'suppressed');
export const isNotSuppressedText = (alias = 'authors'): string => `${alias}.visibility <> 'suppressed'`;

/** A record that somebody has chosen to show less. */
export const isLoweredText = (alias: string): string => `${alias}.visibility in ('suppressed', 'search_only')`;

export const unlisted = (): SQL => is('unlisted');
export const notUnlisted = (): SQL => isNot('unlisted');

/** A record that may be shown: it is neither merged nor suppressed. */
export const visibleRecord = (): SQL | undefined => and(isNull(authors.mergedInto), notSuppressed());

/** A record that lists may name: it is fully visible and not merged. */
export const fullyVisibleRecord = (): SQL | undefined => and(fullyVisible(), isNull(authors.mergedInto));
export const fullyVisibleRecordText = (alias = 'authors'): string => `${isFullyVisibleText(alias)} and ${alias}.merged_into is null`;

/** A record of the directory and the sitemaps: one that lists may name, with works. */
export const listedRecord = (): SQL | undefined => and(fullyVisibleRecord(), sql`${authors.worksCount} > 0`);
export const listedRecordText = (alias = 'authors'): string => `${fullyVisibleRecordText(alias)} and ${alias}.works_count > 0`;

/** A record that a search by name may find. @param isWholeName condition for its whole name, which finds a search-only record */
export const findableRecordText = (alias: string, isWholeName: string): string =>
  `${alias}.merged_into is null and (${isFullyVisibleText(alias)} or (${isText(alias, 'search_only')} and ${isWholeName}))`;

/** Lists may show works because of a record of `authors`. */
export const isShownInLists = (): SQL => sql.raw(isShownInListsText('authors'));
/** Lists may show works because of this record. It is neither suppressed nor an unlisted created profile. */
const isShownInListsText = (alias: string): string => `${alias}.visibility not in ('suppressed', 'unlisted')`;
export const isHiddenInListsText = (alias: string): string => `${alias}.visibility in ('suppressed', 'unlisted')`;

/** A work that owners state, and no source. */
const isStatedByOwnersText = (alias: string): string => `cast(${alias}.sources as text) = '["owner"]'`;

/**
 * A work that only owners state who have not proved control of their records: it is on their own profiles only. One that was shown before
 * this rule stays for a time (`keptUntil`).
 * @param alias of `works` in the statement
 */
const isStatedByWeakOwnersText = (alias: string): string => `${isStatedByOwnersText(alias)} and not exists (
  select 1 from added_works d left join claims c on c.author_id = d.author_id and c.account_id = d.account_id and c.state = 'accepted'
  where d.work_id = ${alias}.id and (d.kept_until is not null or c.strength = 'strong'))`;

/**
 * Lists may show the work with this key. A work whose authors are all hidden is excluded, because its title would identify them. A work
 * without authors is included.
 */
export const isWorkShownInListsText = (key: string): string => `(not exists (select 1 from works u
    where u.key = ${key} and ${isStatedByWeakOwnersText('u')}) and (exists (select 1 from authorships s join authors p on p.key = s.author_key
    where s.work_key = ${key} and ${isShownInListsText('p')}) or not exists (select 1 from authorships s where s.work_key = ${key})))`;

const hiddenWorksByVisibilityText = (visibility: Visibility): string =>
  `select s.work_key from authors p join authorships s on s.author_key = p.key where ${isText('p', visibility)} and not exists
  (select 1 from authorships o join authors q on q.key = o.author_key where o.work_key = s.work_key and ${isShownInListsText('q')})`;

/**
 * SQL query for the keys of works that lists may not show. Starts with the few hidden records, through one index for each visibility,
 * and with the few works that owners state.
 */
export const hiddenWorksText = `${hiddenWorksByVisibilityText('suppressed')} union all ${hiddenWorksByVisibilityText('unlisted')}
  union all select u.key as work_key from added_works a join works u on u.id = a.work_id where ${isStatedByWeakOwnersText('u')}`;

/** For works that are given to `keysShownInLists`. */
export const isStatedByOwners = (): SQL<unknown> => sql.raw(isStatedByOwnersText('works'));

const selectStatedByWeakOwners = (reader: Reader) =>
  reader
    .select({ key: works.key })
    .from(works)
    .where(and(isInList(works.key, 'keys'), sql.raw(isStatedByWeakOwnersText('works'))))
    .prepare();

const selectWithHiddenAuthors = (reader: Reader) =>
  reader
    .select({ key: authorships.workKey })
    .from(authorships)
    .innerJoin(authors, eq(authors.key, authorships.authorKey))
    .where(isInList(authorships.workKey, 'keys'))
    .groupBy(authorships.workKey)
    .having(sql`max(case when ${isShownInLists()} then 1 else 0 end) = 0`)
    .prepare();

/**
 * Returns the keys of those works that lists may show, like `isWorkShownInListsText`, which a page cannot depend on precisely: a claim or an
 * added work of anybody may change it. Here, only works that owners state depend on them.
 */
export async function keysShownInLists(
  reader: Reader,
  given: readonly { key: number; isStatedByOwners: unknown }[],
): Promise<ReadonlySet<number>> {
  const keys = new Set(given.map(({ key }) => key));
  const hiddenRows = await reader.prepared(selectWithHiddenAuthors, { keys: encodeList([...keys]) });
  const stated = given.flatMap(({ key, isStatedByOwners }) => (isStatedByOwners ? [key] : []));
  const weakRows = stated.length > 0 ? await reader.prepared(selectStatedByWeakOwners, { keys: encodeList(stated) }) : [];
  for (const { key } of [...hiddenRows, ...weakRows]) keys.delete(key);
  return keys;
}
