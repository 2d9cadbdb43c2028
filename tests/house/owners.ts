import { readdirSync, readFileSync } from 'node:fs';
import { getTableName } from 'drizzle-orm';
import { lifecycles } from '../lifecycles.ts';
import { moduleOf } from './layers.ts';

/** The tables that each module owns. Other modules must not write to them, except for `exceptions`. */
export const ownedTables: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(lifecycles).map(([module, entries]) => [module, entries.map(({ table }) => getTableName(table))]),
);

/** Tables that only earlier releases wrote; their rows are in archives, and are erased with their accounts. */
export const formerTables: readonly string[] = ['data_imports'];

/** A module that may write to tables of other modules, with the reason. */
export interface Exception {
  module: string;
  reason: string;
  tables: string;
}

export const exceptions: readonly Exception[] = [
  {
    module: 'portal/erasure',
    reason: 'erases what several modules hold together: claims with their records, and invitations with their notices and reports',
    tables: 'accounts author_slugs claims collaborations invitations messages notifications record_events reports thread_members threads',
  },
  {
    module: 'governance/identity',
    reason: 'a merge or split moves works from one record to another, and back; other rows move as their lifecycle says',
    tables: 'authorships',
  },
  { module: 'runtime/worker', reason: 'runs the queue, and removes what has expired', tables: 'jobs rate_limits sessions sign_in_tokens' },
  {
    module: 'portal/sign-in',
    reason: 'Auth.js names the tables that its adapter writes',
    tables: 'accounts sessions sign_in_tokens',
  },
  { module: 'catalog/refresh', reason: 'computes what the row of a record shows, in batches', tables: 'authors' },
];

/** Returns SQL table names by the name of the exported constant. */
export function tableNames(): Map<string, string> {
  const folder = 'lib/platform/db/schema';
  const texts = readdirSync(folder).map((file) => readFileSync(`${folder}/${file}`, 'utf8'));
  return new Map(
    texts.flatMap((text) => [...text.matchAll(/export const (\w+) = \w+\(\s*'(\w+)'/g)].map(([, name = '', table = '']) => [name, table])),
  );
}

export interface Write {
  path: string;
  table: string;
}

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

/** Returns the tables that files write to: by the query builder, `bulkInsert`, `insertRows` or SQL text. */
export function writesIn(files: readonly { path: string; text: string }[], names: ReadonlyMap<string, string>): Write[] {
  const tables = new Set(names.values());
  return files.flatMap(({ path, text: whole }) => {
    const text = withoutComments(whole);
    const built = [...text.matchAll(/\.(?:(?:insert|update|delete)\(\s*(\w+)\s*\)|bulkInsert\(\s*(\w+),)/g)].map(([, one, many]) =>
      names.get(one ?? many ?? ''),
    );
    const bulk = [...text.matchAll(/\btable: '(\w+)',\s*columns\b/g)].map((match) => match[1]);
    const spelled = [...text.matchAll(/\b(?:insert\s+into|update|delete\s+from)\s+"?(\w+)"?/gi)].map((match) => match[1]);
    return [...new Set([...built, ...bulk, ...spelled])].flatMap((table) => (table && tables.has(table) ? [{ path, table }] : []));
  });
}

/** Returns the module that owns a table. */
export const ownerOf = (table: string, owned = ownedTables): string | undefined =>
  Object.entries(owned).find(([, tables]) => tables.includes(table))?.[0];

const isExcepted = (module: string, table: string): boolean =>
  exceptions.some((each) => each.module === module && each.tables.split(' ').includes(table));

/** Returns writes to tables that the module neither owns nor has an exception for. */
export const foreignWrites = (writes: readonly Write[]): Write[] =>
  writes.filter(({ path, table }) => {
    const module = moduleOf(path) ?? path;
    return ownerOf(table) !== module && !isExcepted(module, table);
  });

/** Values of the visibility of records, as text or as keys, and comparisons of its column in SQL and in the query builder. */
const visibilityRules = [
  /(?<!overflow=)(["'`])(?:suppressed|search_only|unlisted|visible)\1/,
  /\b(?:suppressed|search_only)\s*:/,
  /\bvisibility\s+(?:<>|(?:not\s+)?in\b|is\b|like\b)|\bvisibility\s*=\s*[?$']/i,
  /\b(?:eq|ne|inArray|notInArray)\(\s*(?:\w+\.)?visibility\b/,
];

/** Returns files outside of lib/catalog/visibility that contain a value or a rule of the visibility of records. */
export const visibilityCopies = (files: readonly { path: string; text: string }[]): string[] =>
  files
    .filter(({ path }) => !path.startsWith('lib/catalog/visibility/'))
    .filter(({ text }) => visibilityRules.some((rule) => rule.test(withoutComments(text))))
    .map(({ path }) => path);

/** Returns query files that write to a table. */
export const writingQueries = (files: readonly { path: string; text: string }[], names: ReadonlyMap<string, string>): string[] => {
  const queries = files.filter(({ path }) => /\/queries(\/|\.ts$)/.test(path));
  const byCall = queries.filter(({ text }) =>
    /\.(?:execute|bulkInsert|insertRows)\s*[<(]|\b(?:insert\s+into|delete\s+from)\b/i.test(withoutComments(text)),
  );
  return [...new Set([...writesIn(queries, names), ...byCall].map(({ path }) => path))];
};

/** Returns files that write to a table with an interpolated name, which the other checks cannot detect. */
export const unnamedWrites = (files: readonly { path: string; text: string }[]): string[] =>
  files
    .filter(({ text }) =>
      /\b(?:insert into|update|delete from)\s+\$\{|\.insertRows[^(]*\(\{\s*table(?:,|: (?!'))/i.test(withoutComments(text)),
    )
    .map(({ path }) => path);

/** Parses the triggers of an engine's migrations: written tables by triggering table, as in `triggerEffects` of lib/platform/db/changes.ts. */
export function triggersIn(engine: 'sqlite' | 'postgres'): Record<string, { tables: string[]; on: string[] | null }> {
  const folder = `drizzle/${engine}`;
  const texts = readdirSync(folder).flatMap((file) => (file.endsWith('.sql') ? readFileSync(`${folder}/${file}`, 'utf8') : []));
  const found: Record<string, { tables: string[]; on: string[] | null }> = {};
  const trigger = /CREATE TRIGGER \w+ AFTER (INSERT|DELETE|UPDATE)(?: OF ([\w, ]+?))? ON (\w+)([\s\S]*?)(?:\nEND;|-->|$)/g;
  for (const [, event, columns, of = '', body = ''] of texts.join('\n-->').matchAll(trigger)) {
    const known = found[of] ?? { tables: [], on: null };
    found[of] = known;
    const written = [...body.matchAll(/\b(?:UPDATE|INSERT INTO|DELETE FROM) (?!SET\b)(\w+)/g)].map(([, table = '']) => table);
    known.tables = [...new Set([...known.tables, ...written])];
    if (event === 'UPDATE') known.on = columns?.split(', ') ?? null;
  }
  return found;
}
