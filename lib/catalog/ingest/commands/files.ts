import { and, desc, eq, ne } from 'drizzle-orm';
import type { ImportEvent, KnownFile, KnownFiles, SourceId } from '#lib/catalog/sources/model.ts';
import { imports } from '#lib/platform/db/schema/imports.ts';
import type { Reader, Writer } from '#lib/platform/db/store.ts';

/** What the row of a finished run keeps: its files, and the last record of any source that was there at its end. */
interface Kept {
  files: [name: string, file: KnownFile][];
  lastRecord: number;
}

const isKept = (cursor: unknown): cursor is Kept => typeof cursor === 'object' && cursor !== null && 'files' in cursor;

/**
 * Those of some files that the last run of a source has read byte for byte and taken in whole, while nothing has been taken from that
 * source since: to read them again would change nothing. After a run that was stopped, or failed, or is still at work, there are none.
 * @param prints of each file by its name (`printsOf`)
 */
export async function filesKnown(reader: Reader, source: SourceId, prints: ReadonlyMap<string, string>): Promise<KnownFiles> {
  const [last] = await reader
    .select({ state: imports.state, cursor: imports.cursor })
    .from(imports)
    .where(eq(imports.source, source))
    .orderBy(desc(imports.startedAt))
    .limit(1);
  if (last?.state !== 'finished' || !isKept(last.cursor)) return new Map();
  const since = 'select key from source_records where key > ? and source = ? limit 1';
  if ((await reader.query(since, [], [last.cursor.lastRecord, source])).length > 0) return new Map();
  return new Map(last.cursor.files.filter(([name, { print }]) => prints.get(name) === print));
}

/** Keeps with a finished run what it has read; the runs before it need not remember theirs. */
export async function storeFileHashes(tx: Writer, source: SourceId, id: string, files: KnownFiles): Promise<void> {
  // Anyone who is about to add a record waits, or has added it: none is numbered below the last without being there.
  await tx.lock('imports');
  const [last] = await tx.query<{ key: number | null }>('select max(key) as key from source_records', []);
  const cursor: Kept = { files: [...files], lastRecord: last?.key ?? 0 };
  const before = and(eq(imports.source, source), eq(imports.state, 'finished'), ne(imports.id, id));
  await tx.update(imports).set({ cursor: null }).where(before);
  await tx.update(imports).set({ cursor }).where(eq(imports.id, id));
}

/** Watches what a run takes of each file. A file of which anything was left out is read again the next time, so that it is told again. */
export class FilesRead {
  readonly done = new Map<string, KnownFile>();
  private readonly prints: ReadonlyMap<string, string>;
  private readonly known: KnownFiles;
  private works = 0;
  private faults = 0;

  constructor(prints: ReadonlyMap<string, string>, known: KnownFiles) {
    this.prints = prints;
    this.known = known;
  }

  /** @returns how many works of it are known, of a file that is passed over */
  take(event: ImportEvent): number {
    if (event.kind === 'work') this.works += 1;
    if (event.kind === 'quarantined') this.faults += 1;
    if (event.kind === 'known') return this.pass(event.input);
    if (event.kind === 'read') this.finish(event.input, event.holds);
    return 0;
  }

  /** A work of the file at hand did not fit. */
  fault(): void {
    this.faults += 1;
  }

  private pass(name: string): number {
    const file = this.known.get(name);
    if (!file) throw new Error(`The file ${name} was passed over, and nothing is known of it.`);
    this.done.set(name, file);
    return file.works;
  }

  private finish(name: string, holds: string | undefined): void {
    const print = this.prints.get(name);
    if (print !== undefined && this.faults === 0) this.done.set(name, { print, works: this.works, ...(holds && { holds }) });
    this.works = 0;
    this.faults = 0;
  }
}
