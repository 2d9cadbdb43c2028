import { quarantinedRecords } from '#lib/platform/db/schema/imports.ts';
import type { Writer } from '#lib/platform/db/store.ts';

/** Stores an invalid record with the reason. Control characters are removed from the excerpt, because operators view it in a terminal. */
export async function storeQuarantined(tx: Writer, record: typeof quarantinedRecords.$inferInsert): Promise<void> {
  const { source, input, recordId } = quarantinedRecords;
  const excerpt = record.excerpt.replace(/\p{Cc}+/gu, ' ').slice(0, 200);
  const row = { ...record, recordId: record.recordId.slice(0, 500), excerpt };
  await tx
    .insert(quarantinedRecords)
    .values(row)
    .onConflictDoUpdate({ target: [source, input, recordId], set: row });
}
