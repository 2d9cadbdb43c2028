import { type AnyColumn, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { dialect } from './columns.ts';
import { mapRowsByPlan } from './row-mapper.ts';
import type { PreparedQuery, RowsOf } from './store.ts';

/** Builds each query once for a connection, keyed by the function that builds it. */
export function preparedOnce<Handle>(handle: () => Handle) {
  const queries = new Map<unknown, PreparedQuery>();
  return async <Query extends PreparedQuery>(build: (handle: Handle) => Query, values: Record<string, unknown>): Promise<RowsOf<Query>> => {
    const query = queries.get(build) ?? build(handle());
    if (!queries.has(build)) mapRowsByPlan(query);
    queries.set(build, query);
    return (await query.execute(values)) as RowsOf<Query>;
  };
}

/** A placeholder for a value that is stored in another form, such as an instant. */
export const placeholderFor = (column: AnyColumn, name: string): SQL => sql`${sql.param(sql.placeholder(name), column)}`;

/** Matches a column with the values passed through `encodeList`. Its SQL text is equal for lists of any length, unlike `inArray`. */
export const isInList = (column: SQLWrapper, name: string): SQL =>
  dialect === 'postgres'
    ? sql`${column} = any(${sql.placeholder(name)})`
    : sql`${column} in (select value from json_each(${sql.placeholder(name)}))`;

/** Matches a column with a list of values of any length, in one placeholder. */
export const isAnyOf = (column: SQLWrapper, values: readonly (string | number)[]): SQL =>
  dialect === 'postgres'
    ? sql`${column} = any(${sql.param(values)})`
    : sql`${column} in (select value from json_each(${JSON.stringify(values)}))`;

/** Encodes a list as the value of a placeholder of `isInList`. */
export const encodeList = (values: readonly (string | number)[]): unknown => (dialect === 'postgres' ? values : JSON.stringify(values));
