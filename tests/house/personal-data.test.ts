import { readdirSync } from 'node:fs';
import { getTableColumns, getTableName, is, Table } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { ofNobody, personalData } from '#lib/portal/erasure/model/personal-data.ts';

const names = readdirSync('lib/platform/db/schema').map((file) => file.replace('.ts', ''));
const modules = await Promise.all(
  names.map((name) => import(`../../lib/platform/db/schema/${name}.ts`) as Promise<Record<string, unknown>>),
);
const tables = modules.flatMap((module) => Object.values(module).filter((value): value is Table => is(value, Table)));

/** Names that columns with an account have borne so far, or would. */
const ofAnAccount =
  /account|user|owner|sender|recipient|member|reporter|blocked|(granted|created|proposed|decided|requested|added|invited|asked|banned|closed)By$|^by$|email|contact|part(y|ies)|^pair$|person(Id)?$/i;

/** Columns whose names say more than they hold. */
const innocent = new Set(['visibility_requests.by', 'collaborations.pair', 'logins.providerAccountId']);
const notOfOne = /\.(emailVerified|recoveryConfirmedAt)$|AuthorId$/;

describe('what the instance holds of an account', () => {
  test('every table says whether it refers to an account, and only tables that there are do', () => {
    const listed = [...new Set([...personalData.map(({ table }) => table), ...Object.keys(ofNobody)])].sort();
    expect(tables.map((table) => getTableName(table)).sort()).toEqual(listed);
    expect(personalData.filter(({ table }) => table in ofNobody)).toEqual([]);
  });

  test('every column that may hold one is listed', () => {
    const found = tables.flatMap((table) =>
      Object.keys(getTableColumns(table))
        .filter((column) => ofAnAccount.test(column))
        .map((column) => `${getTableName(table)}.${column}`),
    );
    const listed = new Set(personalData.map(({ table, column }) => `${table}.${column}`));
    expect(found.filter((name) => !listed.has(name) && !innocent.has(name) && !notOfOne.test(name))).toEqual([]);
  });

  test('every listed column is there, and is listed once', () => {
    const columns = new Set(
      tables.flatMap((table) => Object.keys(getTableColumns(table)).map((column) => `${getTableName(table)}.${column}`)),
    );
    const listed = personalData.map(({ table, column }) => `${table}.${column}`);
    expect(listed.filter((name) => !columns.has(name))).toEqual([]);
    expect(new Set(listed).size).toBe(listed.length);
  });

  test('whatever does not come with a copy, or stays after an erasure, says why', () => {
    const silent = personalData.filter(
      ({ inExport, atErasure }) => atErasure.why.length < 10 || ('not' in inExport && inExport.not.length < 20),
    );
    expect(silent).toEqual([]);
    expect(Object.values(ofNobody).filter((why) => why.length < 10)).toEqual([]);
  });
});
