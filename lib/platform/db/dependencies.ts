import { AsyncLocalStorage } from 'node:async_hooks';
import { anyTable, type Change, idsIn, privateTables, type RowIds } from './changes.ts';

/**
 * A reading statement, as the words of its text, which include its tables and columns. Statements that differ only in values have the same
 * shape.
 */
export interface Shape {
  id: number;
  /** Recreates the same shape by `shapeOf`, also in another process. */
  text: string;
  words: ReadonlySet<string>;
  /** True if it reads columns that it does not name. */
  readsAll: boolean;
}

/** The database reads that a response was made from. */
export interface Dependencies {
  /** The statements, each with the tables for which only the rows in `rows` count. */
  shapes: Map<Shape, ReadonlySet<string>>;
  /** The statements that depend on a row, by `table key`. */
  rows: Map<string, Set<Shape>>;
  /** False once a private table was read. */
  isPublic: boolean;
  /** The time until which the response stays valid without changes, in ms since 1970. */
  until: number;
  /** True once the viewer was read outside a slot. */
  readsViewer: boolean;
  /** The parts of the response that differ by viewer, each with its other inputs. */
  slots: Map<string, object>;
}

interface DependencyScope {
  dependencies: Dependencies;
  tables: readonly string[];
  shapes: Set<Shape>;
}

// Next bundles each entry separately; a global makes the storage one for the process.
const globals = globalThis as { peergraphReads?: AsyncLocalStorage<DependencyScope> };
const dependencyStorage = (): AsyncLocalStorage<DependencyScope> => {
  globals.peergraphReads ??= new AsyncLocalStorage();
  return globals.peergraphReads;
};

const noTables: ReadonlySet<string> = new Set();

/** Runs work and collects everything that it reads from the database. */
export function collectDependencies<T>(work: (dependencies: Dependencies) => T): T {
  const dependencies: Dependencies = {
    shapes: new Map(),
    rows: new Map(),
    isPublic: true,
    until: Number.POSITIVE_INFINITY,
    readsViewer: false,
    slots: new Map(),
  };
  return dependencyStorage().run({ dependencies, tables: [], shapes: new Set() }, () => work(dependencies));
}

/**
 * Runs reads of tables that depend only on some rows, and records which. Changes of other rows do not affect the response.
 * @param rowIds keys or ids of all rows whose change affects the value, or of the rows that they belong to
 */
export async function recordReadRows<T>(tables: readonly string[], rowIds: RowIds<T>, work: () => PromiseLike<T>): Promise<T> {
  const outerScope = dependencyStorage().getStore();
  if (!outerScope) return work();
  const scope: DependencyScope = { dependencies: outerScope.dependencies, tables, shapes: new Set() };
  const { rows, shapes } = outerScope.dependencies;
  let rowKeys: readonly (string | number)[] = [];
  let value: T;
  try {
    value = await dependencyStorage().run(scope, async () => await work());
    rowKeys = idsIn(rowIds, value);
  } finally {
    // Without any row, each new row of the tables counts.
    if (rowKeys.length === 0) for (const shape of scope.shapes) shapes.set(shape, noTables);
  }
  for (const name of tables.flatMap((table) => rowKeys.map((row) => `${table} ${row}`)))
    rows.set(name, (rows.get(name) ?? new Set()).union(scope.shapes));
  return value;
}

/** Returns true inside `collectDependencies`. */
export const isCollecting = (): boolean => dependencyStorage().getStore() !== undefined;

/** Records a reading statement, if dependencies are being collected. */
export function recordRead(text: string): void {
  const scope = dependencyStorage().getStore();
  if (!scope) return;
  const { dependencies, tables } = scope;
  const shape = shapeOf(text);
  if (isPrivate(shape)) dependencies.isPublic = false;
  const previousTables = dependencies.shapes.get(shape);
  scope.shapes.add(shape);
  // If two callers narrow one statement differently, only the tables that both narrow are tracked by row.
  const exactTables: ReadonlySet<string> = tables.length > 0 ? new Set(tables) : noTables;
  dependencies.shapes.set(shape, previousTables ? previousTables.intersection(exactTables) : exactTables);
}

/** Records that the response depends on its viewer. */
export function recordViewerRead(): void {
  const scope = dependencyStorage().getStore();
  if (scope) scope.dependencies.readsViewer = true;
}

/** Records a part of the response that is filled in for each viewer, with its other inputs. */
export function recordSlot(name: string, inputs: object): void {
  dependencyStorage().getStore()?.dependencies.slots.set(name, inputs);
}

/** Records an upper bound on the time for which the response is valid. @param at ms since 1970 */
export function recordExpiry(at: number): void {
  const scope = dependencyStorage().getStore();
  if (scope) scope.dependencies.until = Math.min(scope.dependencies.until, at);
}

const shapesByText = new Map<string, Shape>();
const shapesByRawText = new Map<string, Shape>();
const maxCachedTexts = 2_000;

/** Lists of values can have any length. */
const placeholderList = /\((?:\?(?:, ?)?)+\)/g;

/** @returns the same object for statements that differ only in values */
export function shapeOf(text: string): Shape {
  const cached = shapesByRawText.get(text);
  if (cached) return cached;
  const normalized = text.replace(/\$\d+/g, '?').replace(placeholderList, '(?)');
  const shape = shapesByText.get(normalized) ?? {
    id: shapesByText.size,
    text: normalized,
    words: new Set(normalized.match(/[a-z_]\w*/gi)?.map((word) => word.toLowerCase())),
    readsAll: /(?:\bselect(?:\s+(?:distinct|all))?|,|\.)\s*\*|\brow_to_json\b/i.test(normalized),
  };
  shapesByText.set(normalized, shape);
  if (shapesByRawText.size >= maxCachedTexts) shapesByRawText.clear();
  shapesByRawText.set(text, shape);
  return shape;
}

const isPrivate = ({ words }: Shape): boolean => [...privateTables].some((table) => words.has(table));

/** Returns true if a statement may read the changed columns, whichever rows it reads. */
export const mayReadChange = ({ words, readsAll }: Shape, { table, columns }: Change): boolean =>
  table === anyTable || (words.has(table) && (readsAll || columns === null || columns.some((column) => words.has(column))));
