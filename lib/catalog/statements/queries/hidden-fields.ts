import { type SQL, sql } from 'drizzle-orm';
import type { HiddenField, printedNames } from '../model/statement.ts';

/** In SQL: the owner of a record keeps a field from public pages. `alias` is the record's table as the statement names it. */
export const hides = (alias: string, field: HiddenField | typeof printedNames): string =>
  `coalesce(cast(${alias}.privacy as text), '') like '%"${field}"%'`;

/** In SQL: the owner asks search engines to leave the record out. */
const unindexed = `coalesce(cast(authors.privacy as text), '') like '%"indexed":false%'`;

/** The same for the query builder, of the table `authors`. */
export const hidesColumn = (field: HiddenField): SQL<boolean> => sql`(${sql.raw(hides('authors', field))})`;
export const mayBeIndexed: SQL = sql`not (${sql.raw(unindexed)})`;
