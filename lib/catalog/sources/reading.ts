import { createHash } from 'node:crypto';
import { closeSync, constants, openSync } from 'node:fs';
import { type FileHandle, open, readdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { createGunzip } from 'node:zlib';
import { invalidBytesMessage, TextReader } from '#lib/catalog/bibliography/encoding.ts';
import type { ImportEvent } from './model.ts';

/** Error for an input that cannot be imported. The message states what is wrong, where, and what to do. */
export class InputError extends Error {
  readonly excerpt: string;
  constructor(message: string, excerpt = '') {
    super(message);
    this.name = 'InputError';
    this.excerpt = excerpt.slice(0, 200);
  }
}

const readErrorDetails: Record<string, string> = {
  EACCES: 'may not be read by this user. Give it read permission and import it again.',
  EPERM: 'may not be read by this user. Give it read permission and import it again.',
  EISDIR: 'is a folder where a file is expected. Name a file.',
  ENOENT: 'is not there. Check its name and place.',
  ENOTDIR: 'is not there: a part of its path is no folder. Check the path.',
};

/** Converts a system error into an `InputError`; rethrows all other errors, because they are bugs. */
function toInputError(subject: string, fault: unknown): InputError {
  if (fault instanceof InputError) return fault;
  if (!(fault instanceof Error && 'syscall' in fault && 'code' in fault)) throw fault;
  return new InputError(
    `${subject} ${readErrorDetails[String(fault.code)] ?? `cannot be read: ${fault.message}. Fix that and import it again.`}`,
  );
}

/** Upper bound for files that are read whole; files of known sources are far smaller. */
const maxFileBytes = 64 * 1024 * 1024;
const chunkBytes = 256 * 1024;
/** Length of a file hash in base64url characters: 132 bits, so that collisions are negligible. */
const fingerprintCharacters = 22;

/** Maximum wait for a writer to a named pipe. */
const pipeWriterTimeoutMs = 10_000;

/** Opens a file. Opening a named pipe waits for a writer, and is rejected if there is none. */
async function openFile(path: string): Promise<FileHandle> {
  if (!(await stat(path)).isFIFO()) return open(path);
  let hasTimedOut = false;
  const timer = setTimeout(() => {
    hasTimedOut = true;
    // Opening the pipe for writing is the only way to end the wait in `open`.
    closeSync(openSync(path, constants.O_WRONLY | constants.O_NONBLOCK));
  }, pipeWriterTimeoutMs);
  const file = await open(path).finally(() => clearTimeout(timer));
  if (!hasTimedOut) return file;
  await file.close();
  throw new InputError('The file is a pipe into which nothing is written. Name a file.');
}

/**
 * Yields the text of a file in pieces, in bounded memory.
 * @throws InputError if the file cannot be read, is not in its encoding (with the offset of the first invalid byte), or is larger than
 * `maxBytes`
 */
export async function* readText(path: string, maxBytes = maxFileBytes): AsyncGenerator<string> {
  let file: FileHandle | undefined;
  try {
    file = await openFile(path);
    yield* decodePieces(file, maxBytes);
  } catch (fault) {
    throw toInputError('The file', fault);
  } finally {
    await file?.close();
  }
}

/** Reads a whole file, see `readText`. */
export const readWholeText = async (path: string, maxBytes?: number): Promise<string> =>
  (await Array.fromAsync(readText(path, maxBytes))).join('');

/**
 * Yields the events of each file, and `read` at its end. What remains of a file after an InputError is quarantined.
 * @param reasonOf why, by the message of the error
 */
export async function* readEach(
  files: readonly InputFile[],
  eventsOf: (file: InputFile) => AsyncGenerator<ImportEvent>,
  reasonOf: (message: string) => string = (message) => message,
): AsyncGenerator<ImportEvent> {
  for (const file of files) {
    const { name: input, bytes } = file;
    try {
      yield* eventsOf(file);
    } catch (fault) {
      if (!(fault instanceof InputError)) throw fault;
      yield { kind: 'quarantined', input, record: { recordId: input, reason: reasonOf(fault.message), excerpt: fault.excerpt } };
    }
    yield { kind: 'read', input, bytes };
  }
}

/**
 * Yields the text of a file of any size in pieces. A file whose name ends with .gz is decompressed.
 * @param onBytes called with the number of bytes read
 * @throws InputError if the file cannot be read, is not complete gzip, or is not UTF-8
 */
export async function* readUnzippedText(path: string, onBytes: (read: number) => void = () => undefined): AsyncGenerator<string> {
  const file = await openFile(path).catch((fault) => {
    throw toInputError('The file', fault);
  });
  const raw = file.createReadStream({ highWaterMark: 256 * 1024 });
  raw.on('data', (chunk) => onBytes(chunk.length));
  const stream = path.toLowerCase().endsWith('.gz') ? raw.pipe(createGunzip()) : raw;
  // `pipe` does not forward errors: a read error must also end the decompression.
  if (stream !== raw) raw.on('error', (fault) => stream.destroy(fault));
  const textReader = new TextReader();
  try {
    for await (const chunk of stream) yield decodePiece(textReader, chunk as Buffer, false);
    yield decodePiece(textReader, noBytes, true);
  } catch (fault) {
    if (fault instanceof Error && /^Z_/.test(String((fault as NodeJS.ErrnoException).code)))
      throw new InputError('The file is not whole gzip. Get it again, or unpack it first.');
    throw toInputError('The file', fault);
  }
}

const noBytes = Buffer.alloc(0);

async function* decodePieces(file: FileHandle, maxBytes: number): AsyncGenerator<string> {
  const textReader = new TextReader();
  const buffer = Buffer.alloc(chunkBytes);
  for (let offset = 0; ; ) {
    const { bytesRead } = await file.read(buffer, 0, chunkBytes, null);
    const text = decodePiece(textReader, buffer.subarray(0, bytesRead), bytesRead === 0);
    if (text !== '') yield text;
    if (bytesRead === 0) return;
    offset += bytesRead;
    if (offset > maxBytes) throw new InputError(`The file is larger than ${maxBytes / 1024 / 1024} MB. Split it and import the parts.`);
  }
}

function decodePiece(textReader: TextReader, bytes: Uint8Array, isLast: boolean): string {
  const decoded = textReader.decode(bytes, isLast);
  if ('text' in decoded) return decoded.text;
  throw new InputError(invalidBytesMessage(decoded));
}

/** An input file: its path, the name used in reports, and its size in bytes. */
export interface InputFile {
  path: string;
  name: string;
  bytes: number;
}

/**
 * Returns the files at a path: the file itself, or all files below a folder with one of `extensions`, in a fixed order.
 * @throws InputError if the path or a folder below it cannot be read, or has no such file
 */
export async function listInputFiles(path: string, ...extensions: string[]): Promise<InputFile[]> {
  const stats = await stat(path).catch((fault) => {
    throw toInputError(path, fault);
  });
  if (!stats.isDirectory()) return [{ path, name: path.split(/[\\/]/).at(-1) ?? path, bytes: stats.size }];
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch((fault) => {
    throw toInputError(`The folder ${fault.path ?? path}`, fault);
  });
  const paths = entries
    .filter((entry) => entry.isFile() && extensions.some((extension) => entry.name.toLowerCase().endsWith(extension)))
    .map((entry) => join(entry.parentPath, entry.name));
  if (paths.length === 0) {
    const names = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(extensions);
    throw new InputError(`There is no ${names} file in ${path}.`);
  }
  paths.sort((a, b) => (a < b ? -1 : 1));
  // If a file is missing or unreadable by now, reading it reports the error.
  const sizeOf = (each: string): Promise<number> =>
    stat(each).then(
      ({ size }) => size,
      () => 0,
    );
  return Promise.all(paths.map(async (each) => ({ path: each, name: relative(path, each), bytes: await sizeOf(each) })));
}

/**
 * Returns a hash of each file by name, over its bytes and `reading`, which describes all settings that affect how it is read. An unreadable
 * file has no hash; reading it reports the error.
 */
export async function fingerprintsOf(files: readonly Pick<InputFile, 'path' | 'name'>[], reading: string): Promise<Map<string, string>> {
  const fingerprints = new Map<string, string>();
  const buffer = Buffer.alloc(chunkBytes);
  for (const { path, name } of files) {
    let file: FileHandle | undefined;
    try {
      file = await openFile(path);
      fingerprints.set(name, await fingerprintOf(file, buffer, reading));
    } catch (fault) {
      toInputError(name, fault);
    } finally {
      await file?.close();
    }
  }
  return fingerprints;
}

async function fingerprintOf(file: FileHandle, buffer: Buffer, reading: string): Promise<string> {
  const hash = createHash('sha256').update(`${reading}\n`);
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, buffer.length, null);
    if (bytesRead === 0) return hash.digest('base64url').slice(0, fingerprintCharacters);
    hash.update(buffer.subarray(0, bytesRead));
  }
}
