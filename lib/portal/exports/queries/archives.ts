import { and, asc, desc, eq, gt, sql } from 'drizzle-orm';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { now } from '#lib/platform/clock.ts';
import { columnsOf } from '#lib/platform/db/rows.ts';
import { dataExportParts, dataExports } from '#lib/platform/db/schema/accounts.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { ArchiveState, ArchiveView } from '../model/archive.ts';

const maxShown = 30;

/** Returns the archives that an account has requested, newest first. */
export async function archivesOf(reader: Reader, { accountId }: Actor): Promise<ArchiveView[]> {
  const rows = await reader.prepared(archivesQuery, { accountId });
  const at = now();
  return rows.map(({ id, state, bytes, requestedAt, readyAt, expiresAt }) => ({
    ...{ id, bytes, requestedAt, readyAt, expiresAt },
    state: state === 'ready' && expiresAt !== null && expiresAt <= at ? 'gone' : (state as ArchiveState),
  }));
}

const archivesQuery = (reader: Reader) =>
  reader
    .select(columnsOf(dataExports, 'id', 'state', 'bytes', 'requestedAt', 'readyAt', 'expiresAt'))
    .from(dataExports)
    .where(eq(dataExports.accountId, sql.placeholder('accountId')))
    .orderBy(desc(dataExports.requestedAt))
    .limit(maxShown)
    .prepare();

interface ReadyArchive {
  id: string;
  file: string;
  bytes: number;
  readyAt: Date;
}

/** Returns an archive of the account that is ready and not expired; null in any other case. */
export async function readyArchive(reader: Reader, { accountId }: Actor, id: string): Promise<ReadyArchive | null> {
  const isReady = and(
    eq(dataExports.id, id),
    eq(dataExports.accountId, accountId),
    eq(dataExports.state, 'ready'),
    gt(dataExports.expiresAt, now()),
  );
  const [row] = await reader.select().from(dataExports).where(isReady).limit(1);
  return row?.file && row.bytes !== null && row.readyAt ? { id, file: row.file, bytes: row.bytes, readyAt: row.readyAt } : null;
}

/** Yields the bytes of an archive part by part, so that it is never in memory as a whole. */
export async function* streamArchive(reader: Reader, { id, file, bytes }: ReadyArchive): AsyncGenerator<Buffer> {
  let yieldedBytes = 0;
  for (let number = 0; yieldedBytes < bytes; number += 1) {
    const isPart = and(eq(dataExportParts.exportId, id), eq(dataExportParts.file, file), eq(dataExportParts.number, number));
    const [row] = await reader.select().from(dataExportParts).where(isPart).orderBy(asc(dataExportParts.number)).limit(1);
    if (!row) throw new Error('The archive has gone while it was read.');
    yieldedBytes += row.content.length;
    yield row.content;
  }
}
