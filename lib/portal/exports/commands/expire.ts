import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import { addMs, daysMs, now } from '#lib/platform/clock.ts';
import { dataExportParts, dataExports } from '#lib/platform/db/schema/accounts.ts';
import type { Writer } from '#lib/platform/db/store.ts';

/** Longest wait for an archive, longer than all attempts take. Afterwards it counts as failed, so that another can be requested. */
const maxWaitMs = daysMs(1);

/** Deletes expired archives, and parts that no archive needs. */
export async function expireArchives(tx: Writer): Promise<void> {
  const at = now();
  const isExpired = and(eq(dataExports.state, 'ready'), lt(dataExports.expiresAt, at));
  await tx.update(dataExports).set({ state: 'gone', file: null }).where(isExpired);
  const isStuck = and(eq(dataExports.state, 'waiting'), lt(dataExports.requestedAt, addMs(at, -maxWaitMs)));
  await tx.update(dataExports).set({ state: 'failed', file: null }).where(isStuck);
  const isNeeded = sql`exists (select 1 from ${dataExports} where ${dataExports.id} = ${dataExportParts.exportId}
    and ${dataExports.file} = ${dataExportParts.file} and ${inArray(dataExports.state, ['waiting', 'ready'])})`;
  await tx.delete(dataExportParts).where(sql`not ${isNeeded}`);
}
