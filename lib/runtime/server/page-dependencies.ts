import type { Change } from '#lib/platform/db/changes.ts';
import { mayRead, type Shape } from '#lib/platform/db/dependencies.ts';

/** The statements that an answer was made by, each with the tables of which its reader says which rows count. */
export type Shapes = readonly (readonly [Shape, exact: ReadonlySet<string>])[];

/** The rows that an answer depends on, by `table key`, and the statements that read them. */
export type Rows = ReadonlyMap<string, ReadonlySet<Shape>>;

/** The same order in every process, so that a file can name a statement by its place. */
export const inOrder = (shapes: Iterable<Shapes[number]>): Shapes => [...shapes].sort(([one], [other]) => (one.text < other.text ? -1 : 1));

/** The same text for the same statements in order. */
export const nameOf = (shapes: Shapes): string => shapes.map(([{ id }, exact]) => `${id}:${[...exact].sort()}`).join(' ');

/** True where a change concerns whatever these statements have read; a change of some rows does not where the reader says which count. */
export const concernsShapes = (shapes: Shapes, change: Change): boolean =>
  shapes.some(([shape, exact]) => mayRead(shape, change) && (change.rows === null || !exact.has(change.table)));

export const concernsRows = (rows: Rows, change: Change): boolean =>
  (change.rows ?? []).some((row) => [...(rows.get(`${change.table} ${row}`) ?? [])].some((shape) => mayRead(shape, change)));
