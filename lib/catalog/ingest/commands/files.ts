import { and, desc, eq, gt, max, ne } from 'drizzle-orm';
import type { ImportEvent, KnownFile, KnownFiles, SourceId } from '#lib/catalog/sources/model.ts';
import { firstOf, hasRow } from '#lib/platform/db/rows.ts';
import { imports, sourceRecords } from '#lib/platform/db/schema/imports.ts';
import type { Reader, Writer } from '#lib/platform/db/store.ts';

/** State stored with a finished run: its files, and the key of the last source record at its end. */
interface FinishedRunState {
  files: [name: string, file: KnownFile][];
  lastRecord: number;
}

const isFinishedRunState = (cursor: unknown): cursor is FinishedRunState =>
  typeof cursor === 'object' && cursor !== null && 'files' in cursor;

/**
 * Returns the files that the last run of a source has read completely with the same hash, if no record of that source was stored since.
 * Reading them again would change nothing. Empty if the last run was stopped, failed or is still running.
 * @param fingerprints hash of each file by name (`fingerprintsOf`)
 */
export async function selectUnchangedFiles(
  reader: Reader,
  source: SourceId,
  fingerprints: ReadonlyMap<string, string>,
): Promise<KnownFiles> {
  const lastRun = await firstOf(reader, imports, eq(imports.source, source), desc(imports.startedAt));
  if (lastRun?.state !== 'finished' || !isFinishedRunState(lastRun.cursor)) return new Map();
  const isNewer = and(gt(sourceRecords.key, lastRun.cursor.lastRecord), eq(sourceRecords.source, source));
  if (await hasRow(reader, sourceRecords, isNewer)) return new Map();
  return new Map(lastRun.cursor.files.filter(([name, { print }]) => fingerprints.get(name) === print));
}

/** Stores with a finished run the files that it has read, and clears the files of the earlier runs of the source. */
export async function storeFileHashes(tx: Writer, source: SourceId, id: string, files: KnownFiles): Promise<void> {
  // The lock waits for transactions that are adding records, so no record with a lower key can appear later.
  await tx.lock('imports');
  const [lastRow] = await tx.select({ key: max(sourceRecords.key) }).from(sourceRecords);
  const cursor: FinishedRunState = { files: [...files], lastRecord: lastRow?.key ?? 0 };
  const isEarlierRun = and(eq(imports.source, source), eq(imports.state, 'finished'), ne(imports.id, id));
  await tx.update(imports).set({ cursor: null }).where(isEarlierRun);
  await tx.update(imports).set({ cursor }).where(eq(imports.id, id));
}

/**
 * Records the files that a run reads completely. A file with quarantined records is read again at the next run, which then reports them
 * again.
 */
export class CompletedFiles {
  readonly done = new Map<string, KnownFile>();
  private readonly prints: ReadonlyMap<string, string>;
  private readonly known: KnownFiles;
  private works = 0;
  private faults = 0;

  constructor(prints: ReadonlyMap<string, string>, known: KnownFiles) {
    this.prints = prints;
    this.known = known;
  }

  /** @returns the number of known works, for a skipped file; otherwise 0 */
  recordEvent(event: ImportEvent): number {
    if (event.kind === 'work' && !event.work.isVolume) this.works += 1;
    if (event.kind === 'quarantined') this.faults += 1;
    if (event.kind === 'known') return this.recordSkipped(event.input);
    if (event.kind === 'read') this.recordRead(event.input, event.holds);
    return 0;
  }

  /** Reports an invalid work in the current file. */
  recordFault(): void {
    this.faults += 1;
  }

  private recordSkipped(name: string): number {
    const file = this.known.get(name);
    if (!file) throw new Error(`The file ${name} was passed over, and nothing is known of it.`);
    this.done.set(name, file);
    return file.works;
  }

  private recordRead(name: string, holds: string | undefined): void {
    const print = this.prints.get(name);
    if (print !== undefined && this.faults === 0) this.done.set(name, { print, works: this.works, ...(holds && { holds }) });
    this.works = 0;
    this.faults = 0;
  }
}
