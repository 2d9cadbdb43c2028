import { and, type Column, eq, getTableColumns, sql } from 'drizzle-orm';
import { z } from 'zod';
import { invitationsLifecycle } from '#lib/community/invitations/lifecycle.ts';
import { rowsOf } from '#lib/platform/db/rows.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { archivedLists, type TableLifecycle } from '#lib/platform/db/table-lifecycle.ts';
import { accessLifecycles, actLifecycles, claimedLifecycles } from '#lib/portal/lifecycles.ts';
import { exportsLifecycle } from '../lifecycle.ts';
import { exportFileSchemas } from '../model/archive.ts';
import { isoTime } from '../model/format.ts';

export const archivedLifecycles: readonly TableLifecycle[] = [
  ...claimedLifecycles,
  ...invitationsLifecycle,
  ...actLifecycles,
  ...exportsLifecycle,
  ...accessLifecycles,
];

/** Lists that table lifecycles add to files of an archive. */
const lists = archivedLifecycles.flatMap(({ table, columns }) =>
  Object.entries(getTableColumns(table)).flatMap(([name, ownerColumn]) => {
    const lifecycle = columns[name];
    const archived = lifecycle && 'archive' in lifecycle ? archivedLists(lifecycle.archive) : [];
    return archived.map((each) => ({ ...each, table, ownerColumn }));
  }),
);

const scalarForms: Record<string, z.ZodType> = { string: z.string(), number: z.number(), boolean: z.boolean(), date: isoTime };

const formOf = (column: Column): z.ZodType => {
  const form = scalarForms[column.dataType] ?? z.unknown();
  return column.notNull ? form : form.nullable();
};

const listForms = (file: string): Record<string, z.ZodType> =>
  Object.fromEntries(
    lists
      .filter((each) => each.file === file)
      .map(({ list, table, fields, renamedFields = {}, forms = {} }) => {
        const columns = getTableColumns(table);
        const named = [...Object.entries(renamedFields), ...fields.map((field) => [field, field] as const)];
        const row = named.flatMap(([field, name]) => (columns[name] ? [[field, forms[field] ?? formOf(columns[name])]] : []));
        return [list, z.array(z.strictObject(Object.fromEntries(row)))];
      }),
  );

/** Schemas of all JSON files of an archive, including the lists that lifecycles add. */
export const archiveFileSchemas: Readonly<Record<string, z.ZodObject>> = Object.fromEntries(
  Object.entries(exportFileSchemas).map(([file, form]) => [file, z.strictObject({ ...form.shape, ...listForms(file) })]),
);

/** Returns an account's rows for the lists of a file. */
export async function archivedRows(reader: Reader, accountId: string, file: string): Promise<Record<string, unknown[]>> {
  const rowsOfList: Record<string, unknown[]> = {};
  for (const { list, table, ownerColumn, where, renamedFields = {}, order } of lists.filter((each) => each.file === file)) {
    const rows: Record<string, unknown>[] = await rowsOf(reader, table, and(eq(ownerColumn, accountId), where), sql`${order}`);
    const renamed = Object.entries(renamedFields);
    rowsOfList[list] = rows.map((row) => ({ ...row, ...Object.fromEntries(renamed.map(([field, name]) => [field, row[name]])) }));
  }
  return rowsOfList;
}
