import type { Readable } from 'node:stream';
import { and, eq } from 'drizzle-orm';
import { notify } from '#lib/community/notifications/commands/notify.ts';
import { actorById } from '#lib/platform/auth/actor-by-id.ts';
import { daysMs, later, now } from '#lib/platform/clock.ts';
import { dataExportParts, dataExports } from '#lib/platform/db/schema/accounts.ts';
import type { Reader, Store, Writer } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import { newId } from '#lib/platform/id.ts';
import { contentOf } from '../queries/content.ts';
import { citedWorks } from '../queries/records.ts';
import { packArchive } from './zip.ts';

/** Bytes of one row: small enough that no write holds others up. */
const partBytes = 256 * 1024;

/** One attempt at an archive; another one that begins later takes its place. */
interface Attempt {
  exportId: string;
  accountId: string;
  /** The name of the attempt, under which its parts are kept. */
  file: string;
}

const isMine = ({ exportId, file }: Attempt) =>
  and(eq(dataExports.id, exportId), eq(dataExports.state, 'waiting'), eq(dataExports.file, file));

/**
 * Makes an archive that was asked for, of one state of the database. Bytes are written as they are packed, and count only once the archive is marked as ready, in one
 * transaction: an attempt that was killed leaves parts that the next attempt deletes, and no half of a file. Of two workers at one archive
 * the one that began last finishes it, and the other finds that it is no longer its own.
 */
export async function buildArchive(store: Store, { exportId }: { exportId: string }): Promise<void> {
  const attempt = await store.transact((tx) => begin(tx, exportId));
  if (!attempt) return;
  const read = await store.snapshot((reader) => readWhole(reader, attempt));
  if (!read) return void (await store.transact((tx) => forget(tx, exportId)));
  const { content, works, madeAt } = read;
  const kept = await keepParts(store, attempt, packArchive(content, works, { instance: env().PUBLIC_URL, madeAt }));
  if (kept !== null && (await store.transact((tx) => finish(tx, attempt, kept)))) return;
  const own = and(eq(dataExportParts.exportId, exportId), eq(dataExportParts.file, attempt.file));
  await store.transact((tx) => tx.delete(dataExportParts).where(own));
}

/** Everything that an archive holds; null where the account is gone. */
async function readWhole(reader: Reader, { accountId }: Attempt) {
  const madeAt = now();
  const actor = await actorById(reader, accountId);
  return actor && { madeAt, content: await contentOf(reader, actor), works: await citedWorks(reader, actor) };
}

async function begin(tx: Writer, exportId: string): Promise<Attempt | null> {
  const file = newId();
  const waiting = and(eq(dataExports.id, exportId), eq(dataExports.state, 'waiting'));
  const [row] = await tx.update(dataExports).set({ file }).where(waiting).returning({ accountId: dataExports.accountId });
  if (!row) return null;
  await tx.delete(dataExportParts).where(eq(dataExportParts.exportId, exportId));
  return { exportId, accountId: row.accountId, file };
}

/** The account has gone meanwhile, and its archives with it. */
async function forget(tx: Writer, exportId: string): Promise<void> {
  await tx.delete(dataExportParts).where(eq(dataExportParts.exportId, exportId));
  await tx.delete(dataExports).where(eq(dataExports.id, exportId));
}

/** Keeps what is packed, part by part. @returns how many bytes, or null where the archive is no longer this attempt's */
async function keepParts(store: Store, attempt: Attempt, packed: Readable): Promise<number | null> {
  const { exportId, accountId, file } = attempt;
  let [number, bytes] = [0, 0];
  for await (const content of inParts(packed)) {
    // The row is taken with each part, so that an erasure which deletes it finds no part written after it.
    const mine = await store.transact(async (tx) => {
      const [row] = await tx.update(dataExports).set({ file }).where(isMine(attempt)).returning({ id: dataExports.id });
      if (row) await tx.insert(dataExportParts).values({ exportId, file, number, accountId, content });
      return row !== undefined;
    });
    if (!mine) return null;
    number += 1;
    bytes += content.length;
  }
  return bytes;
}

async function* inParts(packed: Readable): AsyncGenerator<Buffer> {
  let [chunks, held]: [Buffer[], number] = [[], 0];
  for await (const chunk of packed as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    held += chunk.length;
    if (held < partBytes) continue;
    yield Buffer.concat(chunks);
    [chunks, held] = [[], 0];
  }
  if (held > 0) yield Buffer.concat(chunks);
}

/** Marks the archive as ready and tells the account. @returns false where it is no longer this attempt's */
async function finish(tx: Writer, attempt: Attempt, bytes: number): Promise<boolean> {
  const { exportId, accountId } = attempt;
  const at = now();
  const ready = { state: 'ready', bytes, readyAt: at, expiresAt: later(at, daysMs(env().ARCHIVE_RETENTION_DAYS)) };
  const [row] = await tx.update(dataExports).set(ready).where(isMine(attempt)).returning({ id: dataExports.id });
  if (!row) return false;
  await notify(tx, { accountId, kind: 'archive_ready', facts: { path: '/me/data' }, onceKey: `archive_ready:${exportId}` });
  return true;
}
