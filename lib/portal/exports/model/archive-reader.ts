import yauzl, { type Entry, type ZipFile } from 'yauzl';
import type { z } from 'zod';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { withoutSigns } from '#lib/platform/text/rich-text.ts';
import { exportFormat, manifest as manifestForm } from './format.ts';
import { type Portable, readForms } from './portable.ts';

/** A copy that somebody sends in is no larger, packed and unpacked; and none of its files that are read is. */
export const maxPackedBytes = 16 * 1024 * 1024;
const mostEntries = 2_000;
const mostUnpackedBytes = 256 * 1024 * 1024;
const mostFileBytes = 24 * 1024 * 1024;
const mostManifestBytes = 1024 * 1024;

export type ArchiveErrorCode = 'copy_not_zip' | 'copy_unsafe' | 'copy_too_large' | 'copy_foreign' | 'copy_other_version' | 'copy_damaged';

class Refusal extends Error {
  readonly because: ArchiveErrorCode;
  constructor(because: ArchiveErrorCode) {
    super(because);
    this.because = because;
  }
}

/**
 * Reads what another instance may take in out of the ZIP of a copy. The file may be anything: the list of its entries is checked whole
 * (paths, doubles, sizes), and only the few files that are needed are unpacked, each no further than it says and than is allowed.
 */
export async function readArchive(bytes: Buffer): Promise<Outcome<Portable, ArchiveErrorCode>> {
  if (bytes.length > maxPackedBytes) return refused('copy_too_large');
  try {
    return done(await read(bytes));
  } catch (error) {
    if (error instanceof Refusal) return refused(error.because);
    throw error;
  }
}

async function read(bytes: Buffer): Promise<Portable> {
  const zip = await yauzl.fromBufferPromise(bytes, { strictFileNames: true }).catch(() => {
    throw new Refusal('copy_not_zip');
  });
  const entries = await entriesOf(zip);
  const text = await textOf(zip, entries, 'manifest.json', mostManifestBytes);
  if (text === null) throw new Refusal('copy_foreign');
  const said = parsed(text);
  const format = typeof said === 'object' && said !== null && 'format' in said ? said.format : null;
  if (typeof format !== 'string' || !/^peergraph-export-\d{1,6}$/.test(format)) throw new Refusal('copy_foreign');
  if (format !== exportFormat) throw new Refusal('copy_other_version');
  const manifest = fitting(manifestForm, said);
  const file = async <Form extends z.ZodType>(name: keyof typeof readForms, form: Form): Promise<z.output<Form>> => {
    const json = await textOf(zip, entries, `data/${name}.json`, mostFileBytes);
    if (json === null) throw new Refusal('copy_damaged');
    return fitting(form, parsed(json));
  };
  const { account } = await file('account', readForms.account);
  const { people, places } = await file('follows', readForms.follows);
  const { searches } = await file('searches', readForms.searches);
  const { kinds, digest } = await file('settings', readForms.settings);
  const { records } = await file('records', readForms.records);
  return {
    origin: new URL(manifest.instance).origin,
    madeAt: manifest.madeAt,
    name: account.name,
    ...{ people, places, searches, kinds, digest, records },
    counts: Object.fromEntries(manifest.files.map(({ path, items }) => [path, items])),
  };
}

/** Every entry by its path. The library has refused paths that lead out of the folder: absolute ones, `..` and backslashes. */
async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  let unpacked = 0;
  if (zip.entryCount > mostEntries) throw new Refusal('copy_too_large');
  try {
    for await (const entry of zip.eachEntry()) {
      unpacked += entry.uncompressedSize;
      const isStrange = entry.isEncrypted() || !entry.canDecodeFileData() || entries.has(entry.fileName) || /\p{Cc}/u.test(entry.fileName);
      if (isStrange) throw new Refusal('copy_unsafe');
      if (unpacked > mostUnpackedBytes || entries.size >= mostEntries) throw new Refusal('copy_too_large');
      entries.set(entry.fileName, entry);
    }
  } catch (error) {
    throw error instanceof Refusal
      ? error
      : new Refusal(/absolute path|relative path|fileName/.test(String(error)) ? 'copy_unsafe' : 'copy_damaged');
  }
  return entries;
}

/** The text of one file, or null where there is none. It ends where it says that it does: a bomb stops at the limit. */
async function textOf(zip: ZipFile, entries: Map<string, Entry>, path: string, most: number): Promise<string | null> {
  const entry = entries.get(path);
  if (!entry) return null;
  if (entry.uncompressedSize > most) throw new Refusal('copy_too_large');
  const chunks: Buffer[] = [];
  let held = 0;
  try {
    for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
      held += chunk.length;
      if (held > most) throw new Refusal('copy_too_large');
      chunks.push(chunk);
    }
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal('copy_damaged');
  }
}

/** True of a file that may hold signs which no form of ours lets through: as they are, or written as escapes. */
const maySaySigns = /\\u|[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

/** What a file says, its texts as forms would have let them through: a copy is written by whoever sends it. */
function parsed(text: string): unknown {
  try {
    if (!maySaySigns.test(text)) return JSON.parse(text);
    return JSON.parse(text, (_, value: unknown) => (typeof value === 'string' ? withoutSigns(value) : value));
  } catch {
    throw new Refusal('copy_damaged');
  }
}

function fitting<Form extends z.ZodType>(form: Form, value: unknown): z.output<Form> {
  const read = form.safeParse(value);
  if (!read.success) throw new Refusal('copy_damaged');
  return read.data;
}
