import { AsyncLocalStorage } from 'node:async_hooks';
import { anyTable, type Change } from './changes.ts';
import { digestOf } from './digest.ts';
import type { BoundColumn } from './read-conditions.ts';
import type { Occurrence } from './read-plan.ts';
import { type Shape, type Statement, statementOf } from './shapes.ts';

/** How the rows of a result are represented: by the query builder, by `rows`, or by `query`. */
export type ReadForm = 'arrays' | 'objects' | 'query';

/** A statement that was read, with its values and a digest of its result. It can be repeated, also by another process. */
export interface Read {
  shape: Shape;
  /** The lengths of its lists of values. */
  lengths: readonly number[];
  values: readonly unknown[];
  /** The list of `in $many`. */
  many: readonly (string | number)[];
  form: ReadForm;
  digest: number;
}

/** The database reads that a response was made from. */
export interface Dependencies {
  shapes: Set<Shape>;
  reads: Read[];
  /** Hashes of the rows on which the statements depend, as far as these are known (`effectOf`). */
  rows: Set<number>;
  /** False once a private table was read. */
  isPublic: boolean;
  /** The time until which the response stays valid without changes, in ms since 1970. */
  until: number;
  /** True once the viewer was read outside a slot. */
  readsViewer: boolean;
  /** The parts of the response that differ by viewer, each with its other inputs. */
  slots: Map<string, object>;
}

// Next bundles each entry separately; a global makes the storage one for the process.
const globals = globalThis as { peergraphReads?: AsyncLocalStorage<Dependencies> };
const dependencyStorage = (): AsyncLocalStorage<Dependencies> => {
  globals.peergraphReads ??= new AsyncLocalStorage();
  return globals.peergraphReads;
};

/** Runs work and collects everything that it reads from the database. */
export function collectDependencies<T>(work: (dependencies: Dependencies) => T): T {
  const dependencies: Dependencies = {
    shapes: new Set(),
    reads: [],
    rows: new Set(),
    isPublic: true,
    until: Number.POSITIVE_INFINITY,
    readsViewer: false,
    slots: new Map(),
  };
  return dependencyStorage().run(dependencies, () => work(dependencies));
}

/** Runs work whose reads belong to no page, such as a copy of a table in memory. */
export const withoutDependencies = <T>(work: () => T): T => dependencyStorage().exit(work);

/** Returns true inside `collectDependencies`. */
export const isCollecting = (): boolean => dependencyStorage().getStore() !== undefined;

type Values = Pick<Read, 'values' | 'form'> & Partial<Pick<Read, 'many'>>;

/**
 * Records a reading statement, if dependencies are being collected.
 * @returns a function that records its result, or null
 */
export function startRead(text: string, { values, form, many = [] }: Values): ((result: readonly unknown[]) => void) | null {
  const dependencies = dependencyStorage().getStore();
  if (!dependencies) return null;
  const statement = statementOf(text);
  const { shape, lengths } = statement;
  dependencies.shapes.add(shape);
  if (shape.isPrivate) dependencies.isPublic = false;
  return (result) => {
    dependencies.reads.push({ shape, lengths, values, many, form, digest: digestOf(result) });
    addRows(dependencies.rows, statement, { values, many }, result);
  };
}

/** Adds the rows of tables on which a read depends. */
function addRows(
  rows: Set<number>,
  { shape, counts }: Statement,
  { values, many }: Pick<Read, 'values' | 'many'>,
  result: readonly unknown[],
): void {
  if (!shape.plan) return;
  const slots: (readonly unknown[])[] = [];
  let at = 0;
  for (const count of counts) {
    slots.push(values.slice(at, at + count));
    at += count;
  }
  const valuesOf = ({ slot, isEncoded }: BoundColumn): readonly unknown[] => {
    if (slot === 'many') return many;
    const given = slots[slot] ?? [];
    return isEncoded ? given.flatMap((list) => (typeof list === 'string' ? (JSON.parse(list) as unknown[]) : list)) : given;
  };
  for (const { bound, shown } of [...shape.plan.occurrences.values()].flat()) {
    for (const column of bound.flat()) for (const value of valuesOf(column)) rows.add(column.hash(value));
    if (!shown) continue;
    for (const row of result as Record<string | number, unknown>[]) {
      const value = Array.isArray(row) ? row[shown.at] : row[shown.name];
      if (value !== null && value !== undefined) rows.add(shown.hash(value));
    }
  }
}

/** Records that the response depends on its viewer. */
export function recordViewerRead(): void {
  const dependencies = dependencyStorage().getStore();
  if (dependencies) dependencies.readsViewer = true;
}

/** Records a part of the response that is filled in for each viewer, with its other inputs. */
export function recordSlot(name: string, inputs: object): void {
  dependencyStorage().getStore()?.slots.set(name, inputs);
}

/** Records an upper bound on the time for which the response is valid. @param at ms since 1970 */
export function recordExpiry(at: number): void {
  const dependencies = dependencyStorage().getStore();
  if (dependencies) dependencies.until = Math.min(dependencies.until, at);
}

/** What a change may do to the results of statements of a shape. */
interface Effect {
  /** True if it may concern results that depend on other rows, or on rows that are not known. */
  isWide: boolean;
  /** Hashes of rows: results that depend on one of them are concerned. */
  rows: readonly number[];
}

/** Returns the effect of a change on results of statements of a shape; null if there is none. */
export function effectOf(shape: Shape, change: Change): Effect | null {
  const { table, columns } = change;
  if (table === anyTable) return wide;
  if (columns !== null && !shape.readsAll && !columns.some((column) => shape.words.has(column))) return null;
  if (!shape.plan) return shape.words.has(table) ? wide : null;
  const occurrences = shape.plan.occurrences.get(table);
  if (!occurrences) return null;
  const isOnlyShown = columns !== null && !columns.some((column) => shape.plan?.conditionWords.has(column));
  const effects = occurrences.map((occurrence) => effectAt(occurrence, change, isOnlyShown));
  return { isWide: effects.some(({ isWide }) => isWide), rows: effects.flatMap(({ rows }) => rows) };
}

const wide: Effect = { isWide: true, rows: [] };
const none: Effect = { isWide: false, rows: [] };

/** @param isOnlyShown whether the changed columns are only returned, so that a change of a row that is not in the result has no effect */
function effectAt({ bound, shown, isReferredTo }: Occurrence, { rows }: Change, isOnlyShown: boolean): Effect {
  if (rows === null) return wide;
  // All rows are new (`listGenerated`).
  if (isReferredTo && rows.key?.length === 0) return none;
  const option = bound.find((columns) => columns.every(({ column }) => rows[column]));
  if (option) return { isWide: false, rows: option.flatMap(({ column }) => rows[column] ?? []) };
  const shownRows = shown && rows[shown.column];
  return shownRows ? { isWide: !isOnlyShown && !shown.isOnlyAdded, rows: shownRows } : wide;
}
