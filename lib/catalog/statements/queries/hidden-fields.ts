import { type SQL, sql } from 'drizzle-orm';
import type { HiddenField } from '../model/hidden-fields.ts';
import type { printedNames } from '../model/statement.ts';

/** SQL condition: the owner of a record hides a field. `alias` is the name of the record's table in the statement. */
export const hides = (alias: string, field: HiddenField | typeof printedNames): string =>
  `coalesce(cast(${alias}.privacy as text), '') like '%"${field}"%'`;

/** SQL condition: the owner allows search engines to index the record. */
export const mayBeIndexed: SQL = sql.raw(`not (coalesce(cast(authors.privacy as text), '') like '%"indexed":false%')`);
