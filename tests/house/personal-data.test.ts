import { readdirSync } from 'node:fs';
import { getTableColumns, getTableName, is, Table } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { movingLifecycles } from '#lib/governance/identity/commands/moves.ts';
import { archivedLists } from '#lib/platform/db/table-lifecycle.ts';
import { exportFiles } from '#lib/portal/exports/model/format.ts';
import { archivedLifecycles } from '#lib/portal/exports/queries/archived-rows.ts';
import { accountColumns, columnLifecycles, lifecycles } from '../lifecycles.ts';
import { trackedFiles } from './source-files.ts';

const names = readdirSync('lib/platform/db/schema').map((file) => file.replace('.ts', ''));
const modules = await Promise.all(
  names.map((name) => import(`../../lib/platform/db/schema/${name}.ts`) as Promise<Record<string, unknown>>),
);
const tables = modules.flatMap((module) => Object.values(module).filter((value): value is Table => is(value, Table)));
const entries = Object.values(lifecycles).flat();
const columnsOf = (all: readonly Table[], wanted: RegExp): string[] =>
  all.flatMap((table) =>
    Object.keys(getTableColumns(table))
      .filter((column) => wanted.test(column))
      .map((column) => `${getTableName(table)}.${column}`),
  );

/** Matches columns that may hold an account or an email address. */
const accountColumnName =
  /account|user|owner|sender|recipient|member|reporter|blocked|(granted|created|proposed|decided|requested|added|invited|asked|banned|closed)By$|^by$|email|contact|part(y|ies)|^pair$|person(Id)?$/i;
const recordColumnName = /^(\w*author|other|from|to)(Id|Key)$|^mergedInto$/i;

/** Columns that match, but hold neither. */
const otherColumns = new Set([
  'visibility_requests.by',
  'collaborations.pair',
  'logins.providerAccountId',
  'corrections.decidedBy',
  'name_suggestions.decidedBy',
]);
const notOfOne = /\.(emailVerified|recoveryConfirmedAt)$|AuthorId$/;

describe('the lifecycle of each table', () => {
  test('every table has one entry, in the lifecycle of a module', () => {
    expect(entries.map(({ table }) => getTableName(table)).sort()).toEqual(tables.map((table) => getTableName(table)).sort());
    const files = trackedFiles().filter((path) => /^lib\/\w+\/[\w-]+\/lifecycle\.ts$/.test(path));
    expect(Object.keys(lifecycles).map((module) => `lib/${module}/lifecycle.ts`)).toEqual(files.sort());
  });

  test('every column that may hold an account is listed', () => {
    const listed = new Set(accountColumns.map(({ table, column }) => `${table}.${column}`));
    const found = columnsOf(tables, accountColumnName);
    expect(found.filter((name) => !listed.has(name) && !otherColumns.has(name) && !notOfOne.test(name))).toEqual([]);
  });

  test('every column that refers to an author record is listed, and what moves is moved', () => {
    const listed = new Set(
      columnLifecycles.flatMap((each) => ('retained' in each || 'moves' in each ? `${each.table}.${each.column}` : [])),
    );
    expect(columnsOf(tables, recordColumnName).filter((name) => !listed.has(name))).toEqual([]);
    const moving = entries.filter(({ columns }) => Object.values(columns).some((column) => 'moves' in column));
    expect(moving.filter((entry) => !movingLifecycles.includes(entry)).map(({ table }) => getTableName(table))).toEqual([]);
  });

  test('every list of rows is in an archive, with existing columns', () => {
    const listing = accountColumns.flatMap(({ table, archive }) =>
      archivedLists(archive).flatMap(({ fields, renamedFields = {} }) =>
        [...fields, ...Object.values(renamedFields)].map((field) => `${table}.${field}`),
      ),
    );
    const columns = new Set(
      columnsOf(
        archivedLifecycles.map(({ table }) => table),
        /./,
      ),
    );
    expect(listing.filter((name) => !columns.has(name))).toEqual([]);
    expect(listing.length).toBeGreaterThan(0);
  });

  test('every listed column exists', () => {
    const columns = new Set(columnsOf(tables, /./));
    expect(columnLifecycles.filter(({ table, column }) => !columns.has(`${table}.${column}`))).toEqual([]);
  });

  test('tables without an account, or with rows that are not archived, erased or moved, state the reason', () => {
    const files: readonly string[] = exportFiles;
    const isUnexplained = (archive: (typeof accountColumns)[number]['archive']): boolean => {
      if (typeof archive === 'object' && 'not' in archive) return archive.not.length < 20;
      const named = typeof archive === 'string' ? [archive] : archivedLists(archive).map(({ file }) => file);
      return !named.every((file) => files.includes(file));
    };
    const unexplained = accountColumns.filter(({ archive, erasure }) => erasure.reason.length < 10 || isUnexplained(archive));
    expect(unexplained).toEqual([]);
    const accountTables = new Set(accountColumns.map(({ table }) => table));
    expect(
      entries.filter(({ table, noAccountReason = '' }) => accountTables.has(getTableName(table)) === noAccountReason.length >= 10),
    ).toEqual([]);
    expect(
      columnLifecycles.filter(
        (each) => ('retained' in each && each.retained.length < 10) || ('erasedText' in each && each.erasedText.length < 10),
      ),
    ).toEqual([]);
  });
});
