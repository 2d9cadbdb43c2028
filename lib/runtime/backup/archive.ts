import { createReadStream, createWriteStream, existsSync, mkdirSync, openSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable, type Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { Decrypter, Encrypter } from 'age-encryption';
import tar from 'tar-stream';
import { fileHash, type Manifest, manifestSchema } from './manifest.ts';

/** File format of a backup: a gzipped tar archive, encrypted with age (age-encryption.org/v1) if a recipient is given. */

/** An unusable backup; the message gives the reason and what to do. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

const ageMagic = 'age-encryption.org/v1';

async function packEntry(pack: tar.Pack, name: string, path: string, bytes: number): Promise<void> {
  const entry = pack.entry({ name, size: bytes, mode: 0o600 });
  await pipeline(createReadStream(path), entry as unknown as Transform);
}

/** Encrypts a stream for the holder of an age key. */
async function encryptFor(stream: Readable, recipient: string): Promise<Readable> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  return Readable.fromWeb((await encrypter.encrypt(Readable.toWeb(stream) as never)) as never);
}

/**
 * Writes an archive to a new file and flushes it to disk.
 * @param sources current path of each file in the manifest
 */
export async function writeArchive(file: string, manifest: Manifest, sources: ReadonlyMap<string, string>, recipient: string | undefined) {
  const pack = tar.pack();
  const packing = (async () => {
    pack.entry({ name: 'manifest.json', mode: 0o600 }, `${JSON.stringify(manifest, null, 2)}\n`);
    for (const { path, bytes } of manifest.files) await packEntry(pack, path, sources.get(path) ?? '', bytes);
    pack.finalize();
  })().catch((error: Error) => pack.destroy(error));
  const compressed = (pack as unknown as Readable).pipe(createGzip());
  pack.on('error', (error) => compressed.destroy(error));
  const output = recipient === undefined ? compressed : await encryptFor(compressed, recipient);
  await pipeline(output, createWriteStream('', { fd: openSync(file, 'wx', 0o600) }));
  await packing;
  const handle = await open(file, 'r');
  await handle.sync();
  await handle.close();
}

/** Opens an archive, decrypting it if it is encrypted. */
async function openArchive(file: string, identityFile: string | undefined): Promise<Readable> {
  for (const path of [file, identityFile])
    if (path !== undefined && !existsSync(path)) throw new BackupError(`There is no file ${path}. Correct its path.`);
  const handle = await open(file, 'r');
  const magic = Buffer.alloc(ageMagic.length);
  await handle.read(magic, 0, magic.length, 0);
  await handle.close();
  const stream = createReadStream(file);
  if (magic.toString() !== ageMagic) return stream.pipe(createGunzip());
  if (identityFile === undefined) throw new BackupError('This backup is encrypted. Name the file of its key: --identity <file>');
  const decrypter = new Decrypter();
  const keys = (await readFile(identityFile, 'utf8')).split('\n').filter((line) => line.startsWith('AGE-SECRET-KEY-'));
  if (keys.length === 0) throw new BackupError(`${identityFile} holds no age key (AGE-SECRET-KEY-…).`);
  for (const key of keys) decrypter.addIdentity(key.trim());
  const decrypted = await decrypter.decrypt(Readable.toWeb(stream) as never).catch(() => {
    throw new BackupError('The key in this file does not open the backup. Name another: --identity <file>');
  });
  return Readable.fromWeb(decrypted as never).pipe(createGunzip());
}

/**
 * Unpacks an archive into an empty folder and verifies every file against the manifest.
 * @returns the manifest
 * @throws BackupError if a file is missing, changed or not in the manifest
 */
export async function readArchive(file: string, folder: string, identityFile: string | undefined): Promise<Manifest> {
  const extract = tar.extract();
  const stream = await openArchive(file, identityFile);
  stream.on('error', (error) => extract.destroy(error));
  stream.pipe(extract as unknown as Transform);
  let manifest: Manifest | undefined;
  const missing = new Map<string, { bytes: number; sha256: string }>();
  try {
    for await (const entry of extract) {
      const { name } = entry.header;
      if (manifest === undefined) {
        if (name !== 'manifest.json') throw new BackupError('This file is no backup of Peergraph: it does not begin with a manifest.');
        manifest = manifestSchema.parse(JSON.parse((await buffer(entry)).toString()));
        for (const each of manifest.files) missing.set(each.path, each);
        continue;
      }
      const expected = missing.get(name);
      if (!expected) throw new BackupError(`The backup contains ${name}, which its manifest does not name.`);
      const target = join(folder, name);
      mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
      await pipeline(entry, createWriteStream(target, { mode: 0o600 }));
      if ((await fileHash(target)) !== expected.sha256) throw new BackupError(`${name} in the backup is damaged: its checksum differs.`);
      missing.delete(name);
    }
  } catch (error) {
    // A system error such as a full disk is not a fault of the backup.
    if (error instanceof BackupError || (error instanceof Error && 'syscall' in error)) throw error;
    throw new BackupError(
      `The backup cannot be read to its end: ${error instanceof Error ? error.message : String(error)}. Use another one.`,
    );
  }
  if (manifest === undefined) throw new BackupError('This file is empty.');
  if (missing.size > 0) throw new BackupError(`The backup lacks ${[...missing.keys()].join(', ')}. Use another one.`);
  return manifest;
}
