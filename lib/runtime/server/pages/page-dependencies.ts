import { deserialize, serialize } from 'node:v8';
import type { Dependencies, Read } from '#lib/platform/db/dependencies.ts';
import { type Shape, shapeOf } from '#lib/platform/db/shapes.ts';

/** The database reads of a cached response, in compact form: memory holds those of thousands of pages. */
export interface PageReads {
  readonly shapes: readonly Shape[];
  /** Hashes of the rows on which the statements depend, sorted. */
  readonly rows: Int32Array;
  /** The statements with their values and digests. */
  readonly reads: Buffer;
}

const shapeLists = new Map<string, readonly Shape[]>();
const maxShapeLists = 5_000;

/** Returns the same list for the same statements, in an order that is the same in every process. */
function sharedList(shapes: Iterable<Shape>): readonly Shape[] {
  const sorted = [...shapes].sort((one, other) => (one.text < other.text ? -1 : 1));
  const name = sorted.map(({ id }) => id).join(' ');
  const shared = shapeLists.get(name) ?? sorted;
  if (shapeLists.size >= maxShapeLists) shapeLists.clear();
  shapeLists.set(name, shared);
  return shared;
}

export const shapesOf = (texts: readonly string[]): readonly Shape[] => sharedList(texts.map(shapeOf));

type PackedRead = [shape: number, lengths: readonly number[], values: readonly number[], many: number, Read['form'], digest: number];

export function packReads({ shapes, reads, rows }: Pick<Dependencies, 'shapes' | 'reads' | 'rows'>): PageReads {
  const shared = sharedList(shapes);
  // Many statements have the same values: the keys of the works on a page, for example.
  const values: unknown[] = [];
  const indexes = new Map<unknown, number>();
  const indexOf = (value: unknown): number => {
    const index = indexes.get(value) ?? values.push(value) - 1;
    indexes.set(value, index);
    return index;
  };
  const packed = reads.map(
    (read): PackedRead => [
      shared.indexOf(read.shape),
      read.lengths,
      read.values.map(indexOf),
      indexOf(read.many.length > 0 ? JSON.stringify(read.many) : ''),
      read.form,
      read.digest,
    ],
  );
  return { shapes: shared, rows: Int32Array.from(rows).sort(), reads: serialize([packed, values]) };
}

export function unpackReads({ shapes, reads }: Pick<PageReads, 'shapes' | 'reads'>): Read[] {
  const [packed, values] = deserialize(reads) as [PackedRead[], unknown[]];
  return packed.flatMap(([at, lengths, valueIndexes, many, form, digest]) => {
    const shape = shapes[at];
    const list = values[many] as string;
    const read = { lengths, values: valueIndexes.map((index) => values[index]), many: list ? JSON.parse(list) : [], form, digest };
    return shape ? [{ shape, ...read }] : [];
  });
}

/** Dependencies in a form that another process can read. */
export interface WrittenDependencies extends Pick<Dependencies, 'isPublic' | 'until' | 'readsViewer' | 'slots'> {
  shapes: string[];
  rows: Int32Array;
  reads: Buffer;
}

export function writeDependencies(dependencies: Dependencies): WrittenDependencies {
  const { isPublic, until, readsViewer, slots } = dependencies;
  const { shapes, rows, reads } = packReads(dependencies);
  return { shapes: shapes.map(({ text }) => text), rows, reads, isPublic, until, readsViewer, slots };
}

export function readDependencies({ shapes: texts, rows, reads, ...rest }: WrittenDependencies): Dependencies {
  const shapes = shapesOf(texts);
  return { ...rest, shapes: new Set(shapes), rows: new Set(rows), reads: unpackReads({ shapes, reads: Buffer.from(reads) }) };
}
