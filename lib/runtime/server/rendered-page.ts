import { deserialize, serialize } from 'node:v8';
import type { Dependencies } from '#lib/platform/db/dependencies.ts';
import { readDependencies, type WrittenDependencies, writeDependencies } from './page-dependencies.ts';

/** What a renderer tells of a page behind its last byte. */
interface PageMetadata {
  dependencies: Dependencies;
  /** The database was too busy, or did not answer in time. */
  isOverloaded: boolean;
}

/** A header that says how many bytes at the end of a response are not the page's own would come too early: the last four do. */
const lengthBytes = 4;

export function tailOf({ dependencies, isOverloaded }: PageMetadata): Buffer {
  const metadata = serialize({ dependencies: writeDependencies(dependencies), isOverloaded });
  const length = Buffer.alloc(lengthBytes);
  length.writeUInt32LE(metadata.length);
  return Buffer.concat([metadata, length]);
}

/** @throws where the response was cut */
export function withoutTail(whole: Buffer): PageMetadata & { body: Buffer } {
  const end = whole.length - lengthBytes;
  const begin = end - (end < 0 ? 0 : whole.readUInt32LE(end));
  if (begin < 0 || end < 0) throw new Error('The page was cut.');
  const metadata = deserialize(whole.subarray(begin, end)) as { dependencies: WrittenDependencies; isOverloaded: boolean };
  return { body: whole.subarray(0, begin), dependencies: readDependencies(metadata.dependencies), isOverloaded: metadata.isOverloaded };
}
