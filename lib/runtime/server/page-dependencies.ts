import type { Change } from '#lib/platform/db/changes.ts';
import { type Dependencies, mayRead, type Shape, shapeOf } from '#lib/platform/db/dependencies.ts';

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

/** Dependencies as another process can read them. A row names its statements by their place. */
export interface WrittenDependencies extends Pick<Dependencies, 'isPublic' | 'until' | 'readsViewer' | 'slots'> {
  shapes: [text: string, exact: string[]][];
  rows: [row: string, by: number[]][];
}

export function writeDependencies({ shapes, rows, isPublic, until, readsViewer, slots }: Dependencies): WrittenDependencies {
  const places = new Map([...shapes.keys()].map((shape, at) => [shape, at]));
  return {
    shapes: [...shapes].map(([{ text }, exact]) => [text, [...exact]]),
    rows: [...rows].map(([row, by]) => [row, [...by].map((shape) => places.get(shape) ?? -1)]),
    ...{ isPublic, until, readsViewer, slots },
  };
}

export function readDependencies({ shapes, rows, ...rest }: WrittenDependencies): Dependencies {
  const read = shapes.map(([text, exact]) => [shapeOf(text), new Set(exact)] as const);
  return {
    ...rest,
    shapes: new Map(read),
    rows: new Map(rows.map(([row, by]) => [row, new Set(by.flatMap((at) => read[at]?.[0] ?? []))])),
  };
}
