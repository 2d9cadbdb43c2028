import { type SQL, sql } from 'drizzle-orm';
import type { HiddenField } from '../model/hidden-fields.ts';
import type { printedNames } from '../model/statement.ts';

/** In SQL: the owner of a record keeps a field from public pages. `alias` is the record's table as the statement names it. */
export const hides = (alias: string, field: HiddenField | typeof printedNames): string =>
  `coalesce(cast(${alias}.privacy as text), '') like '%"${field}"%'`;

/** In SQL: the owner does not ask search engines to leave the record out. */
export const mayBeIndexed: SQL = sql.raw(`not (coalesce(cast(authors.privacy as text), '') like '%"indexed":false%')`);
