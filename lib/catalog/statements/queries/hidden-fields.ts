import { type SQL, sql } from 'drizzle-orm';
import type { HiddenField } from '../model/hidden-fields.ts';
import type { printedNamesField } from '../model/statement.ts';

/** SQL condition: the owner of a record hides a field. `alias` is the name of the record's table in the statement. */
export const hidesField = (alias: string, field: HiddenField | typeof printedNamesField): string =>
  `coalesce(cast(${alias}.privacy as text), '') like '%"${field}"%'`;

/** A column of a query on `authors`: whether the owner of a record hides a field. */
export const hiddenColumn = (field: HiddenField | typeof printedNamesField): SQL<boolean> =>
  sql`${sql.raw(hidesField('authors', field))}`.mapWith(Boolean);

/** SQL condition: the owner allows search engines to index the record. */
export const mayBeIndexed: SQL = sql.raw(`not (coalesce(cast(authors.privacy as text), '') like '%"indexed":false%')`);
