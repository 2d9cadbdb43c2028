import { deserialize, serialize } from 'node:v8';
import type { Dependencies } from '#lib/platform/db/dependencies.ts';
import { readDependencies, type WrittenDependencies, writeDependencies } from '../cache/page-dependencies.ts';

/** Metadata that a renderer appends to a page. */
interface PageMetadata {
  dependencies: Dependencies;
  /** Whether the database was too busy or did not respond in time. */
  isOverloaded: boolean;
}

/** Length of the metadata, in the last four bytes of a response. It is not known yet when headers are sent. */
const lengthBytes = 4;

export function encodeMetadata({ dependencies, isOverloaded }: PageMetadata): Buffer {
  const metadata = serialize({ dependencies: writeDependencies(dependencies), isOverloaded });
  const length = Buffer.alloc(lengthBytes);
  length.writeUInt32LE(metadata.length);
  return Buffer.concat([metadata, length]);
}

/** @throws if the response is truncated */
export function splitMetadata(whole: Buffer): PageMetadata & { body: Buffer } {
  const end = whole.length - lengthBytes;
  const begin = end - (end < 0 ? 0 : whole.readUInt32LE(end));
  if (begin < 0 || end < 0) throw new Error('The page was cut.');
  const metadata = deserialize(whole.subarray(begin, end)) as { dependencies: WrittenDependencies; isOverloaded: boolean };
  return { body: whole.subarray(0, begin), dependencies: readDependencies(metadata.dependencies), isOverloaded: metadata.isOverloaded };
}
