import type BetterSqlite from 'better-sqlite3';
import type { Change } from './changes.ts';
import { type Read, type ReadForm, startRead } from './dependencies.ts';
import { digestOf } from './digest.ts';
import { textOf } from './shapes.ts';
import { planWrite, recordWrite } from './write-plan.ts';

/** Prepares each statement once for a connection. */
export type Prepare = (text: string) => BetterSqlite.Statement;

/**
 * Prepares a statement so that SQLite does not replan it. SQLite replans for new values if its planner has inspected one: in `limit ?`, and
 * in `column = ?` if another index may be used (`sqlite3ExprIsInteger` in its source). The driver clears the values after each run, which
 * counts as new values and made reading a row by its key ten times slower. The planner does not inspect sums or signed values.
 */
const prepareOnce = (connection: BetterSqlite.Database, text: string): BetterSqlite.Statement =>
  connection.prepare(text.replace(/\blimit \?/gi, 'limit (? + 0)').replace(/(=|\bis|\bin \()(\s*)\?(?!\d)/gi, '$1$2+?'));

/** Upper bound on remembered statements, least recently used removed first: lists of values produce a different text for each length. */
const maxCachedStatements = 500;

/** Remembers the statements of the query builder, which prepares one on each use. */
function rememberStatements(connection: BetterSqlite.Database): Prepare {
  const statements = new Map<string, BetterSqlite.Statement>();
  return (text) => {
    const statement = statements.get(text) ?? prepareOnce(connection, text);
    statements.delete(text);
    statements.set(text, statement);
    const [oldest] = statements.keys();
    if (statements.size > maxCachedStatements && oldest !== undefined) statements.delete(oldest);
    return statement;
  };
}

/** Prepares each statement once for a connection. @throws if a reading statement writes */
export function createStatementCache(connection: BetterSqlite.Database, { reads } = { reads: false }): Prepare {
  const statements = new Map<string, BetterSqlite.Statement>();
  return (text) => {
    const cached = statements.get(text);
    if (cached) return cached;
    const statement = prepareOnce(connection, text);
    if (reads && !statement.readonly) throw new Error(`query() only reads, execute() writes: ${text.slice(0, 80)}`);
    statements.set(text, statement);
    return statement;
  };
}

/** Runs a prepared statement. */
type Run = (form: ReadForm, values: readonly unknown[]) => unknown[];

/** A prepared statement as the query builder uses it. */
const builderStatement = (run: Run) => ({
  run: (...values: unknown[]) => run('objects', values),
  all: (...values: unknown[]) => run('objects', values),
  get: (...values: unknown[]) => run('objects', values)[0],
  raw: () => ({
    all: (...values: unknown[]) => run('arrays', values),
    get: (...values: unknown[]) => run('arrays', values)[0],
  }),
});

/** The query builder requests rows as arrays when needed, and otherwise expects objects. */
function runStatement(statement: BetterSqlite.Statement, form: ReadForm, values: readonly unknown[]): unknown[] {
  if (statement.reader) return statement.raw(form === 'arrays').all(...values);
  statement.run(...values);
  return [];
}

const connectionWith = (connection: BetterSqlite.Database, prepare: (text: string) => object): BetterSqlite.Database =>
  new Proxy(connection, { get: (target, property) => (property === 'prepare' ? prepare : Reflect.get(target, property, target)) });

/** Wraps a connection for the query builder, so that prepared statements are reused, and reads are recorded. */
export function recordingReads(connection: BetterSqlite.Database): BetterSqlite.Database {
  const prepare = rememberStatements(connection);
  return connectionWith(connection, (text) => {
    const statement = prepare(text);
    return builderStatement((form, values) => {
      const record = startRead(text, { values, form });
      const rows = runStatement(statement, form, values);
      record?.(rows);
      return rows;
    });
  });
}

/** Wraps a connection for the query builder, so that prepared statements are reused, and changes are recorded. */
export function recordingChanges(connection: BetterSqlite.Database, changes: () => Change[]): BetterSqlite.Database {
  const prepare = rememberStatements(connection);
  return connectionWith(connection, (text) => {
    const plan = planWrite(text);
    const statement = prepare(plan?.text ?? text);
    return builderStatement((form, values) => {
      const rows = runStatement(statement, form, values);
      if (plan) recordWrite(changes(), plan, rows);
      return rows;
    });
  });
}

export const queryRows = <Row>(prepare: Prepare, text: string, list: readonly (string | number)[], args: readonly unknown[]): Row[] =>
  prepare(text.replaceAll('in $many', 'in (select value from json_each(@many))')).all(
    ...args.map(toBindable),
    ...(text.includes('in $many') ? [{ many: JSON.stringify(list) }] : []),
  ) as Row[];

/** Repeats a read. @returns the digest of its result */
export function repeatRead(prepare: Prepare, { shape, lengths, values, many, form }: Read): number {
  const text = textOf(shape, lengths);
  return digestOf(
    form === 'query'
      ? queryRows(prepare, text, many, values)
      : prepare(text)
          .raw(form === 'arrays')
          .all(...values),
  );
}

/** Converts booleans and dates, which SQLite cannot bind. */
export const toBindable = (value: unknown): unknown =>
  typeof value === 'boolean' ? Number(value) : value instanceof Date ? value.getTime() : value;
