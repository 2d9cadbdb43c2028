import { describe, expect, test } from 'vitest';
import { triggerEffects } from '#lib/platform/db/changes.ts';
import { moduleOrder } from './layers.ts';
import {
  exceptions,
  foreignWrites,
  formerTables,
  ownedTables,
  ownerOf,
  tableNames,
  triggersIn,
  unnamedWrites,
  visibilityCopies,
  writesIn,
  writingQueries,
} from './owners.ts';
import { sourceFiles } from './source-files.ts';

const names = tableNames();
const files = sourceFiles().filter(({ path }) => /^(lib|app|components)\//.test(path) && !path.startsWith('lib/platform/db/schema/'));
const writes = writesIn(files, names);
const triggered = triggersIn('sqlite');

describe('writes to tables', () => {
  test('have one owning module for every table, which writes it', () => {
    const owned = Object.values(ownedTables).flat();
    expect(owned.toSorted()).toEqual([...names.values()].sort());
    expect(Object.keys(ownedTables).filter((module) => !moduleOrder.includes(module))).toEqual([]);
    const idle = owned.filter((table) => !writes.some((each) => each.table === table && each.path.startsWith(`lib/${ownerOf(table)}`)));
    const byTriggers = idle.filter((table) =>
      Object.entries(triggered).some(([of, { tables }]) => tables.includes(table) && ownerOf(of) === ownerOf(table)),
    );
    expect(idle.filter((table) => !formerTables.includes(table))).toEqual(byTriggers);
  });

  test('by triggers are known to the page cache', () => {
    expect(triggered).toEqual(triggerEffects);
    // On PostgreSQL, trigger bodies are functions that compare rows, and full text is a column.
    const onPostgres = Object.entries(triggersIn('postgres')).map(([of, { on }]) => [of, on]);
    expect(onPostgres).toEqual([['authors', null]]);
  });

  test('are limited to a module’s own tables', () => {
    expect(foreignWrites(writes).map(({ path, table }) => `${path} writes ${table} of ${ownerOf(table)}`)).toEqual([]);
  });

  test('have at most five exceptions, each used and with a reason', () => {
    expect(exceptions.length).toBeLessThanOrEqual(5);
    expect(exceptions.filter(({ reason }) => reason.length < 20)).toEqual([]);
    const idle = exceptions.flatMap(({ module, tables }) =>
      tables.split(' ').filter((table) => !writes.some((each) => each.table === table && each.path.startsWith(`lib/${module}/`))),
    );
    expect(idle).toEqual([]);
  });

  test('to a table named by a value are limited to the engines, the search index and merges', () => {
    const modules = unnamedWrites(files).map((path) => path.split('/').slice(1, 3).join('/'));
    expect([...new Set(modules)].sort()).toEqual(['catalog/search-index', 'governance/identity', 'platform/db']);
  });

  test('to authors come from at most three modules', () => {
    const writers = new Set(writes.filter(({ table }) => table === 'authors').map(({ path }) => path.split('/').slice(0, 3).join('/')));
    expect(writers.size).toBeLessThanOrEqual(3);
  });

  test('are detected in any form where they are planted', () => {
    const planted = [
      { path: 'lib/portal/cards/commands.ts', text: 'await tx\n    .update(\n authors\n).set({})' },
      { path: 'lib/portal/pages/commands.ts', text: 'await tx.bulkInsert(follows, rows)' },
      { path: 'lib/portal/me/commands.ts', text: 'const text = `delete from\n  sessions where 1 = 1`' },
      { path: 'lib/portal/erasure/commands/records.ts', text: 'tx.delete(messages); tx.update(authors)' },
      { path: 'lib/catalog/authors/commands/owner.ts', text: 'tx.update(authors)' },
      { path: 'lib/portal/cards/model.ts', text: '// tx.delete(authors)\nmap.delete(key)' },
    ];
    expect(foreignWrites(writesIn(planted, names)).map(({ path, table }) => `${path} ${table}`)).toEqual([
      'lib/portal/cards/commands.ts authors',
      'lib/portal/pages/commands.ts follows',
      'lib/portal/me/commands.ts sessions',
      'lib/portal/erasure/commands/records.ts authors',
    ]);
  });
});

describe('the visibility of records', () => {
  test('has its values and rules in one module', () => {
    const seeds = sourceFiles().filter(({ path }) => path.startsWith('seeds/'));
    expect(visibilityCopies([...files, ...seeds])).toEqual([]);
  });

  test('has no planted copy', () => {
    const planted = [
      "ne(authors.visibility, 'suppressed')",
      'eq( authors.visibility, wanted)',
      'inArray(visibility, hidden)',
      "`where a.visibility <> 'suppressed'`",
      '`where visibility in $many`',
      '`where a.visibility = ?`',
      "row.visibility === 'visible'",
      'const labels = { search_only: 1 }',
      'const unlisted = "unlisted"',
    ];
    const copies = planted.map((text, index) => ({ path: `${index}.ts`, text }));
    const others = [{ path: 'fine.tsx', text: 'row.visibility = visibility; <svg overflow="visible" />\n// visibility in lists' }];
    expect(visibilityCopies([...copies, ...others])).toEqual(copies.map(({ path }) => path));
  });
});

describe('queries', () => {
  test('contain no SQL verb that writes', () => {
    expect(writingQueries(files, names)).toEqual([]);
  });

  test('are checked for planted ones', () => {
    const planted = [
      { path: 'lib/portal/cards/queries.ts', text: "reader.query('delete from follows', [])" },
      { path: 'lib/portal/cards/queries/one.ts', text: 'tx\n.update(follows)\n.set({})' },
      { path: 'lib/portal/cards/queries/two.ts', text: '/** The update set of it. */ names.delete(key)' },
    ];
    expect(writingQueries(planted, names)).toEqual(['lib/portal/cards/queries.ts', 'lib/portal/cards/queries/one.ts']);
  });
});
