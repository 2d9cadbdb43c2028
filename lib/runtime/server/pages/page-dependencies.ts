import type { Change } from '#lib/platform/db/changes.ts';
import { type Dependencies, mayReadChange, type Shape, shapeOf } from '#lib/platform/db/dependencies.ts';

/** Statements that a response depends on, each with the tables for which its caller records the relevant rows. */
export type Shapes = readonly (readonly [Shape, exact: ReadonlySet<string>])[];

/** Rows that a response depends on, by `table key`, with the statements that read them. */
export type Rows = ReadonlyMap<string, ReadonlySet<Shape>>;

/** Sorts statements in the same order in every process, so that a file can refer to them by index. */
export const sortShapes = (shapes: Iterable<Shapes[number]>): Shapes =>
  [...shapes].sort(([one], [other]) => (one.text < other.text ? -1 : 1));

/** Returns a key that is equal for equal lists of statements. */
export const shapesKeyOf = (shapes: Shapes): string => shapes.map(([{ id }, exact]) => `${id}:${[...exact].sort()}`).join(' ');

/**
 * Returns whether a change may affect what the statements read. A change of known rows does not, if the caller records the relevant rows.
 */
export const affectsShapes = (shapes: Shapes, change: Change): boolean =>
  shapes.some(([shape, exact]) => mayReadChange(shape, change) && (change.rows === null || !exact.has(change.table)));

export const affectsRows = (rows: Rows, change: Change): boolean =>
  (change.rows ?? []).some((row) => [...(rows.get(`${change.table} ${row}`) ?? [])].some((shape) => mayReadChange(shape, change)));

/** Dependencies in a form that another process can read. Rows refer to statements by index. */
export interface WrittenDependencies extends Pick<Dependencies, 'isPublic' | 'until' | 'readsViewer' | 'slots'> {
  shapes: [text: string, exact: string[]][];
  rows: [row: string, by: number[]][];
}

export function writeDependencies({ shapes, rows, isPublic, until, readsViewer, slots }: Dependencies): WrittenDependencies {
  const indexByShape = new Map([...shapes.keys()].map((shape, index) => [shape, index]));
  return {
    shapes: [...shapes].map(([{ text }, exact]) => [text, [...exact]]),
    rows: [...rows].map(([row, by]) => [row, [...by].map((shape) => indexByShape.get(shape) ?? -1)]),
    ...{ isPublic, until, readsViewer, slots },
  };
}

export function readDependencies({ shapes, rows, ...rest }: WrittenDependencies): Dependencies {
  const readShapes = shapes.map(([text, exact]) => [shapeOf(text), new Set(exact)] as const);
  return {
    ...rest,
    shapes: new Map(readShapes),
    rows: new Map(rows.map(([row, by]) => [row, new Set(by.flatMap((index) => readShapes[index]?.[0] ?? []))])),
  };
}
