import type { Readable } from 'node:stream';
import { and, eq } from 'drizzle-orm';
import { notify } from '#lib/community/notifications/commands/notify.ts';
import { actorById } from '#lib/platform/auth/actor-by-id.ts';
import { addMs, daysMs, now } from '#lib/platform/clock.ts';
import { dataExportParts, dataExports } from '#lib/platform/db/schema/accounts.ts';
import type { Reader, Store, Writer } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import { newId } from '#lib/platform/id.ts';
import { exportContentOf } from '../queries/content.ts';
import { citedWorks } from '../queries/records.ts';
import { packArchive } from './zip.ts';

/** Size of one row in bytes, small enough that no write blocks others for long. */
const partBytes = 256 * 1024;

/** One attempt to build an archive. A later attempt replaces it. */
interface Attempt {
  exportId: string;
  accountId: string;
  /** Name of the attempt, which identifies its parts. */
  file: string;
}

const isCurrentAttempt = ({ exportId, file }: Attempt) =>
  and(eq(dataExports.id, exportId), eq(dataExports.state, 'waiting'), eq(dataExports.file, file));

/**
 * Builds a requested archive from one snapshot of the database. Parts are written while they are packed, and count only after a transaction
 * marks the archive as ready. Parts of a killed attempt are deleted by the next one, so no incomplete file is served. Of two concurrent
 * workers, the one that started last finishes; the other finds that the archive is no longer its own.
 */
export async function buildArchive(store: Store, { exportId }: { exportId: string }): Promise<void> {
  const attempt = await store.transact((tx) => beginAttempt(tx, exportId));
  if (!attempt) return;
  const read = await store.snapshot((reader) => readWhole(reader, attempt));
  if (!read) return void (await store.transact((tx) => deleteArchive(tx, exportId)));
  const { content, works, madeAt } = read;
  const storedBytes = await storeParts(store, attempt, packArchive(content, works, { instance: env().PUBLIC_URL, madeAt }));
  if (storedBytes !== null && (await store.transact((tx) => markReady(tx, attempt, storedBytes)))) return;
  const isOwnPart = and(eq(dataExportParts.exportId, exportId), eq(dataExportParts.file, attempt.file));
  await store.transact((tx) => tx.delete(dataExportParts).where(isOwnPart));
}

/** Reads all content of an archive; null if the account no longer exists. */
async function readWhole(reader: Reader, { accountId }: Attempt) {
  const madeAt = now();
  const actor = await actorById(reader, accountId);
  return actor && { madeAt, content: await exportContentOf(reader, actor), works: await citedWorks(reader, actor) };
}

async function beginAttempt(tx: Writer, exportId: string): Promise<Attempt | null> {
  const file = newId();
  const isWaiting = and(eq(dataExports.id, exportId), eq(dataExports.state, 'waiting'));
  const [row] = await tx.update(dataExports).set({ file }).where(isWaiting).returning({ accountId: dataExports.accountId });
  if (!row) return null;
  await tx.delete(dataExportParts).where(eq(dataExportParts.exportId, exportId));
  return { exportId, accountId: row.accountId, file };
}

/** Deletes the archives of an account that has been erased meanwhile. */
async function deleteArchive(tx: Writer, exportId: string): Promise<void> {
  await tx.delete(dataExportParts).where(eq(dataExportParts.exportId, exportId));
  await tx.delete(dataExports).where(eq(dataExports.id, exportId));
}

/**
 * Stores the packed bytes in parts.
 * @returns number of bytes, or null if another attempt has taken over
 */
async function storeParts(store: Store, attempt: Attempt, packed: Readable): Promise<number | null> {
  const { exportId, accountId, file } = attempt;
  let [number, bytes] = [0, 0];
  for await (const content of splitIntoParts(packed)) {
    // Each part locks the row, so that after an erasure has deleted the row no part is written.
    const isStored = await store.transact(async (tx) => {
      const [row] = await tx.update(dataExports).set({ file }).where(isCurrentAttempt(attempt)).returning({ id: dataExports.id });
      if (row) await tx.insert(dataExportParts).values({ exportId, file, number, accountId, content });
      return row !== undefined;
    });
    if (!isStored) return null;
    number += 1;
    bytes += content.length;
  }
  return bytes;
}

async function* splitIntoParts(packed: Readable): AsyncGenerator<Buffer> {
  let [chunks, bufferedBytes]: [Buffer[], number] = [[], 0];
  for await (const chunk of packed as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bufferedBytes += chunk.length;
    if (bufferedBytes < partBytes) continue;
    yield Buffer.concat(chunks);
    [chunks, bufferedBytes] = [[], 0];
  }
  if (bufferedBytes > 0) yield Buffer.concat(chunks);
}

/**
 * Marks the archive as ready and notifies the account.
 * @returns false if another attempt has taken over
 */
async function markReady(tx: Writer, attempt: Attempt, bytes: number): Promise<boolean> {
  const { exportId, accountId } = attempt;
  const at = now();
  const change = { state: 'ready', bytes, readyAt: at, expiresAt: addMs(at, daysMs(env().ARCHIVE_RETENTION_DAYS)) };
  const [row] = await tx.update(dataExports).set(change).where(isCurrentAttempt(attempt)).returning({ id: dataExports.id });
  if (!row) return false;
  await notify(tx, { accountId, kind: 'archive_ready', facts: { path: '/me/data' }, onceKey: `archive_ready:${exportId}` });
  return true;
}
