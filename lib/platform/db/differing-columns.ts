import { isDeepStrictEqual } from 'node:util';
import type { Reader } from './store.ts';

interface WrittenRows {
  /** The first column is the key. */
  columns: readonly string[];
  rows: readonly (readonly unknown[])[];
  /** The columns to compare. */
  of: readonly string[];
}

/** Returns the columns in which any row differs from the stored one. An upsert of computed values usually changes few. */
export async function differingColumns(reader: Reader, table: string, { columns, rows, of }: WrittenRows): Promise<string[]> {
  const stored = await reader.query<Record<string, unknown>>(
    `select key, ${of.join(', ')} from ${table} where key in $many`,
    rows.map(([key]) => Number(key)),
  );
  const storedByKey = new Map(stored.map((row) => [row.key, row]));
  return of.filter((column) => {
    const index = columns.indexOf(column);
    return rows.some((row) => !isSame(row[index], storedByKey.get(row[0])?.[column] ?? null));
  });
}

/** Compares a value to be written with a stored one. JSON is read as text or as a value, and the order of its keys does not matter. */
function isSame(written: unknown, stored: unknown): boolean {
  const parseJson = (value: unknown): unknown => {
    if (typeof value !== 'string' || !/^[[{]/.test(value)) return value;
    try {
      return JSON.parse(value);
    } catch {
      return value;
    }
  };
  return written === stored || isDeepStrictEqual(parseJson(written), parseJson(stored));
}
