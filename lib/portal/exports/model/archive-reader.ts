import yauzl, { type Entry, type ZipFile } from 'yauzl';
import type { z } from 'zod';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { withoutUnsafeCharacters } from '#lib/platform/text/rich-text.ts';
import { exportFormat, manifest as manifestForm } from './format.ts';
import { importFileSchemas, type Portable } from './portable.ts';
import { maxEntries, maxFileBytes, maxManifestBytes, maxPackedBytes, maxUnpackedBytes } from './upload-limits.ts';

type ArchiveErrorCode =
  | 'archive_not_zip'
  | 'archive_unsafe'
  | 'archive_too_large'
  | 'archive_not_recognised'
  | 'archive_version_unknown'
  | 'archive_damaged';

class Refusal extends Error {
  readonly code: ArchiveErrorCode;
  constructor(code: ArchiveErrorCode) {
    super(code);
    this.code = code;
  }
}

/**
 * Reads what another instance may import from the ZIP of an archive. The file is untrusted. All entries are checked first (paths,
 * duplicates, sizes). Only the required files are unpacked, each up to its declared size and the limit.
 */
export async function readArchive(bytes: Buffer): Promise<Outcome<Portable, ArchiveErrorCode>> {
  if (bytes.length > maxPackedBytes) return refused('archive_too_large');
  try {
    return done(await readZip(bytes));
  } catch (error) {
    if (error instanceof Refusal) return refused(error.code);
    throw error;
  }
}

async function readZip(bytes: Buffer): Promise<Portable> {
  const zip = await yauzl.fromBufferPromise(bytes, { strictFileNames: true }).catch(() => {
    throw new Refusal('archive_not_zip');
  });
  const entries = await entriesOf(zip);
  const text = await textOf(zip, entries, 'manifest.json', maxManifestBytes);
  if (text === null) throw new Refusal('archive_not_recognised');
  const manifestJson = parseJson(text);
  const format = typeof manifestJson === 'object' && manifestJson !== null && 'format' in manifestJson ? manifestJson.format : null;
  if (typeof format !== 'string' || !/^peergraph-export-\d{1,6}$/.test(format)) throw new Refusal('archive_not_recognised');
  if (format !== exportFormat) throw new Refusal('archive_version_unknown');
  const manifest = parseAs(manifestForm, manifestJson);
  const readFile = async <Form extends z.ZodType>(
    name: keyof typeof importFileSchemas,
    form: Form,
    missing?: z.output<Form>,
  ): Promise<z.output<Form>> => {
    const json = await textOf(zip, entries, `data/${name}.json`, maxFileBytes);
    if (json === null && missing !== undefined) return missing;
    if (json === null) throw new Refusal('archive_damaged');
    return parseAs(form, parseJson(json));
  };
  const { account } = await readFile('account', importFileSchemas.account);
  const { people, places } = await readFile('follows', importFileSchemas.follows);
  const { searches } = await readFile('searches', importFileSchemas.searches);
  // Archives of version 0.2.0 lack this file.
  const { works: savedWorks } = await readFile('saved', importFileSchemas.saved, { works: [] });
  const { kinds, digest } = await readFile('settings', importFileSchemas.settings);
  const { records } = await readFile('records', importFileSchemas.records);
  return {
    origin: new URL(manifest.instance).origin,
    madeAt: manifest.madeAt,
    name: account.name,
    ...{ people, places, searches, savedWorks, kinds, digest, records },
    counts: Object.fromEntries(manifest.files.map(({ path, items }) => [path, items])),
  };
}

/** Returns the entries by path. yauzl rejects paths outside the folder: absolute paths, `..` and backslashes. */
async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  let unpackedBytes = 0;
  if (zip.entryCount > maxEntries) throw new Refusal('archive_too_large');
  try {
    for await (const entry of zip.eachEntry()) {
      unpackedBytes += entry.uncompressedSize;
      const isUnsafe = entry.isEncrypted() || !entry.canDecodeFileData() || entries.has(entry.fileName) || /\p{Cc}/u.test(entry.fileName);
      if (isUnsafe) throw new Refusal('archive_unsafe');
      if (unpackedBytes > maxUnpackedBytes || entries.size >= maxEntries) throw new Refusal('archive_too_large');
      entries.set(entry.fileName, entry);
    }
  } catch (error) {
    throw error instanceof Refusal
      ? error
      : new Refusal(/absolute path|relative path|fileName/.test(String(error)) ? 'archive_unsafe' : 'archive_damaged');
  }
  return entries;
}

/** Returns the text of one file, or null if it is missing. A decompression bomb stops at the limit. */
async function textOf(zip: ZipFile, entries: Map<string, Entry>, path: string, maxBytes: number): Promise<string | null> {
  const entry = entries.get(path);
  if (!entry) return null;
  if (entry.uncompressedSize > maxBytes) throw new Refusal('archive_too_large');
  const chunks: Buffer[] = [];
  let bytesRead = 0;
  try {
    for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
      bytesRead += chunk.length;
      if (bytesRead > maxBytes) throw new Refusal('archive_too_large');
      chunks.push(chunk);
    }
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal('archive_damaged');
  }
}

/** Matches text that may contain control or bidirectional characters, literally or as escapes. */
const unsafeCharacterPattern = /\\u|[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

/** Parses JSON and removes characters that input schemas would remove, since the uploader may have altered the archive. */
function parseJson(text: string): unknown {
  try {
    if (!unsafeCharacterPattern.test(text)) return JSON.parse(text);
    return JSON.parse(text, (_, value: unknown) => (typeof value === 'string' ? withoutUnsafeCharacters(value) : value));
  } catch {
    throw new Refusal('archive_damaged');
  }
}

function parseAs<Form extends z.ZodType>(form: Form, value: unknown): z.output<Form> {
  const result = form.safeParse(value);
  if (!result.success) throw new Refusal('archive_damaged');
  return result.data;
}
