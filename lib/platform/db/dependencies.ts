import { AsyncLocalStorage } from 'node:async_hooks';
import { anyTable, type Change, privateTables } from './changes.ts';

/** A statement that reads: the words of its text, among them its tables and columns. Statements that differ by values alone are one. */
export interface Shape {
  id: number;
  /** Gives the same shape again (`shapeOf`), in another process too. */
  text: string;
  words: ReadonlySet<string>;
  /** True where it reads columns that it does not name. */
  readsAll: boolean;
}

/** What an answer was made from. */
export interface Dependencies {
  /** Statements, with the tables of which the reader says which rows count. */
  shapes: Map<Shape, ReadonlySet<string>>;
  /** The rows that count, by `table key`. */
  rows: Map<string, Set<Shape>>;
  /** False once something was read that is not everybody's. */
  isPublic: boolean;
  /** Until when time alone does not change the answer, in ms of the epoch. */
  until: number;
  /** True once the answer has asked who reads it, outside of its slots. */
  readsViewer: boolean;
  /** The parts of the answer that differ by reader, with what each is made from besides its reader. */
  slots: Map<string, object>;
}

interface Scope {
  dependencies: Dependencies;
  tables: readonly string[];
  shapes: Set<Shape>;
}

// Next bundles each entry by itself: one place for the process.
const place = globalThis as { peergraphReads?: AsyncLocalStorage<Scope> };
const reads = (): AsyncLocalStorage<Scope> => {
  place.peergraphReads ??= new AsyncLocalStorage();
  return place.peergraphReads;
};

const noTables: ReadonlySet<string> = new Set();

/** Runs some work and notes all that it reads of the database. */
export function collectDependencies<T>(work: (dependencies: Dependencies) => T): T {
  const dependencies: Dependencies = {
    shapes: new Map(),
    rows: new Map(),
    isPublic: true,
    until: Number.POSITIVE_INFINITY,
    readsViewer: false,
    slots: new Map(),
  };
  return reads().run({ dependencies, tables: [], shapes: new Set() }, () => work(dependencies));
}

/**
 * Runs reads of some tables that depend on some of their rows alone, and says which: changes of other rows leave the answer as it is.
 * @param rowsOf keys or ids of all rows whose change would change the value, or of the rows that they belong to
 */
export async function readingRows<T>(
  tables: readonly string[],
  work: () => PromiseLike<T>,
  rowsOf: (value: T) => Iterable<string | number>,
): Promise<T> {
  const outer = reads().getStore();
  if (!outer) return work();
  const scope: Scope = { dependencies: outer.dependencies, tables, shapes: new Set() };
  const { rows, shapes } = outer.dependencies;
  let all: (string | number)[] = [];
  let value: T;
  try {
    value = await reads().run(scope, async () => await work());
    all = [...rowsOf(value)];
  } finally {
    // Where there is no row yet, any may come.
    if (all.length === 0) for (const shape of scope.shapes) shapes.set(shape, noTables);
  }
  for (const name of tables.flatMap((table) => all.map((row) => `${table} ${row}`)))
    rows.set(name, (rows.get(name) ?? new Set()).union(scope.shapes));
  return value;
}

/** True inside of `collectDependencies`. */
export const isCollecting = (): boolean => reads().getStore() !== undefined;

/** Notes a statement that reads, where somebody collects. */
export function recordRead(text: string): void {
  const scope = reads().getStore();
  if (!scope) return;
  const { dependencies, tables } = scope;
  const shape = shapeOf(text);
  if (isPrivate(shape)) dependencies.isPublic = false;
  const before = dependencies.shapes.get(shape);
  scope.shapes.add(shape);
  // Where two readers say different things of one statement, the rows count that both leave to be watched.
  const exact: ReadonlySet<string> = tables.length > 0 ? new Set(tables) : noTables;
  dependencies.shapes.set(shape, before ? before.intersection(exact) : exact);
}

/** Notes that the answer depends on who reads it. */
export function recordViewerRead(): void {
  const scope = reads().getStore();
  if (scope) scope.dependencies.readsViewer = true;
}

/** Notes a part of the answer that is filled in for each reader, with what it shows besides. */
export function recordSlot(name: string, shows: object): void {
  reads().getStore()?.dependencies.slots.set(name, shows);
}

/** Notes that the answer holds until a moment at most. */
export function recordExpiry(at: number): void {
  const scope = reads().getStore();
  if (scope) scope.dependencies.until = Math.min(scope.dependencies.until, at);
}

const shapes = new Map<string, Shape>();
const byText = new Map<string, Shape>();
const maxTexts = 2_000;

/** Lists of values are of any length. */
const listOfValues = /\((?:\?(?:, ?)?)+\)/g;

/** @returns the same object for statements that differ by values alone */
export function shapeOf(text: string): Shape {
  const known = byText.get(text);
  if (known) return known;
  const plain = text.replace(/\$\d+/g, '?').replace(listOfValues, '(?)');
  const shape = shapes.get(plain) ?? {
    id: shapes.size,
    text: plain,
    words: new Set(plain.match(/[a-z_]\w*/gi)?.map((word) => word.toLowerCase())),
    readsAll: /(?:\bselect(?:\s+(?:distinct|all))?|,|\.)\s*\*|\brow_to_json\b/i.test(plain),
  };
  shapes.set(plain, shape);
  if (byText.size >= maxTexts) byText.clear();
  byText.set(text, shape);
  return shape;
}

const isPrivate = ({ words }: Shape): boolean => [...privateTables].some((table) => words.has(table));

/** True where a statement may read what has changed, whichever rows it reads. */
export const mayRead = ({ words, readsAll }: Shape, { table, columns }: Change): boolean =>
  table === anyTable || (words.has(table) && (readsAll || columns === null || columns.some((column) => words.has(column))));
