import { enqueueRefresh } from '#lib/catalog/authors/commands/mark-changed.ts';
import { type CorrectedValue, correctionRecordId, createCorrectionRecord } from '#lib/catalog/works/model/corrections.ts';
import { now } from '#lib/platform/clock.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { findWorkWithRecords } from '../queries.ts';
import { storeWorks } from './store-works.ts';

/**
 * Stores an accepted correction of a work as a record beside those of the sources, or an empty version after the correction has ended.
 * Updates the page of the work in the same transaction.
 * @returns false if no source describes the work
 */
export async function storeCorrection(tx: Writer, workId: string, corrected: CorrectedValue): Promise<boolean> {
  const work = await findWorkWithRecords(tx, workId);
  if (!work || work.records.length === 0) return false;
  const record = createCorrectionRecord(workId, corrected, work.records);
  const workKeys = new Map([[correctionRecordId(workId, corrected.field), work.key]]);
  await storeWorks(tx, { source: 'correction', importId: null, observedAt: now(), works: [record], workKeys });
  await enqueueRefresh(tx);
  return true;
}
