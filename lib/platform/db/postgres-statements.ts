import pg from 'pg';
import type { Change } from './changes.ts';
import { type Read, startRead } from './dependencies.ts';
import { digestOf } from './digest.ts';
import { textOf } from './shapes.ts';
import { planWrite, recordWrite } from './write-plan.ts';

export type Client = pg.Pool | pg.PoolClient;

/** A query of the query builder. */
interface BuilderQuery {
  text: string;
  rowMode?: 'array';
}
type Query = (query: BuilderQuery, values: unknown[]) => Promise<pg.QueryResult>;

/** Wraps a client for the query builder. */
const clientWith = (client: Client, query: Query): Client =>
  new Proxy(client, { get: (target, property) => (property === 'query' ? query : Reflect.get(target, property, target)) });

/** Wraps a client for the query builder, so that reads are recorded. */
export const recordingReads = (client: Client): Client =>
  clientWith(client, async (query, values) => {
    const record = startRead(query.text, { values, form: query.rowMode ? 'arrays' : 'objects' });
    const result = await client.query(query, values);
    record?.(result.rows);
    return result;
  });

/** Wraps a client for the query builder, so that changes are recorded. */
export const recordingChanges = (client: Client, changes: Change[]): Client =>
  clientWith(client, async (query, values) => {
    const plan = planWrite(query.text);
    const result = await client.query(plan ? { ...query, text: plan.text } : query, values);
    if (plan) recordWrite(changes, plan, result.rows);
    return result;
  });

export async function queryRows(
  client: Client,
  text: string,
  list: readonly (string | number)[],
  args: readonly unknown[],
): Promise<unknown[]> {
  const values = text.includes('in $many') ? [...args, list] : [...args];
  return (await client.query(withNumbers(text, args.length + 1), values)).rows;
}

/** Numbers the placeholders of a statement. @param many the number of the list */
function withNumbers(text: string, many: number): string {
  let number = 0;
  return text.replace(/\?|in \$many/g, (word) => (word === '?' ? `$${++number}` : `= any($${many})`));
}

/** The types of dates, times and intervals, and their arrays, which the query builder reads as text. */
const textTypes: ReadonlySet<number> = new Set([1082, 1114, 1184, 1186, 1231, 1115, 1185, 1187, 1182]);
const builderTypes = {
  getTypeParser: (type: number, format?: 'text' | 'binary') =>
    textTypes.has(type) ? (value: unknown) => value : pg.types.getTypeParser(type, format as 'text'),
};

/** Repeats a read. Resolves to the digest of its result. */
export async function repeatRead(client: Client, { shape, lengths, values, many, form }: Read): Promise<number> {
  const text = textOf(shape, lengths);
  if (form === 'query') return digestOf(await queryRows(client, text, many, values));
  const query = { text: withNumbers(text, 0), types: builderTypes, ...(form === 'arrays' ? { rowMode: 'array' } : {}) };
  return digestOf((await client.query(query as pg.QueryConfig, [...values])).rows);
}
