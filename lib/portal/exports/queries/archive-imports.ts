import { and, desc, eq, gt } from 'drizzle-orm';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { addMs, daysMs, now } from '#lib/platform/clock.ts';
import { columnsOf } from '#lib/platform/db/rows.ts';
import { dataImports } from '#lib/platform/db/schema/accounts.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import { type ArchiveImportView, uploadRetentionDays } from '../model/archive.ts';
import { fileLabels } from '../model/format.ts';
import { excludedKinds, portable } from '../model/portable.ts';
import type { Preview } from '../model/preview.ts';
import { planArchiveImport, previewGroupsOf } from './plan/archive-plan.ts';

const maxShown = 30;

/** Returns the archives that an account has uploaded, newest first. */
export async function archiveImportsOf(reader: Reader, { accountId }: Actor): Promise<ArchiveImportView[]> {
  const rows = await reader
    .select(columnsOf(dataImports, 'id', 'origin', 'madeAt', 'receivedAt', 'takenAt', 'taken'))
    .from(dataImports)
    .where(eq(dataImports.accountId, accountId))
    .orderBy(desc(dataImports.receivedAt))
    .limit(maxShown);
  return rows;
}

/** Returns a preview of an uploaded archive for its sender; null for anybody else, and after it was imported or deleted. */
export async function previewOf(reader: Reader, actor: Actor, id: string): Promise<Preview | null> {
  const isShown = and(
    eq(dataImports.id, id),
    eq(dataImports.accountId, actor.accountId),
    eq(dataImports.state, 'shown'),
    gt(dataImports.receivedAt, addMs(now(), -daysMs(uploadRetentionDays))),
  );
  const [row] = await reader.select().from(dataImports).where(isShown).limit(1);
  const archive = row && portable.safeParse(row.content);
  if (!row || !archive?.success) return null;
  return {
    ...{ id, origin: row.origin, madeAt: row.madeAt },
    groups: previewGroupsOf(await planArchiveImport(reader, actor, archive.data)),
    // If the archive comes from this instance, the remaining data is already here.
    excluded: row.origin === new URL(env().PUBLIC_URL).origin ? [] : excludedKinds(archive.data.counts, (file) => fileLabels[file].title),
  };
}
