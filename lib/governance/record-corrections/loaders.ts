import { connection } from 'next/server';
import { viewer } from '#lib/platform/auth/viewer.ts';
import { reader } from '#lib/platform/db/store.ts';
import type { RecordCorrectionView, RecordField } from './model.ts';
import { type CorrectableRecord, correctableRecord, visibleCorrectionsOfRecord } from './queries.ts';

interface RecordCorrectionPage {
  record: Pick<CorrectableRecord, 'id' | 'name' | 'path'> & { shown: readonly (readonly [RecordField, string | null])[] };
  corrections: RecordCorrectionView[];
  /** Whether the viewer owns the record: their suggestions are accepted immediately. */
  isOwner: boolean;
  /** Whether reviewers decide, because nobody owns the record. */
  isReviewed: boolean;
}

/**
 * Returns the data of a record's corrections page; null if there is no public record. Undecided suggestions are shown only to the owner.
 */
export async function loadRecordCorrections(slug: string): Promise<RecordCorrectionPage | null> {
  await connection();
  const from = reader();
  const record = await correctableRecord(from, slug);
  if (!record) return null;
  const { id, name, path, ownerId } = record;
  const isOwner = ownerId !== null && (await viewer())?.accountId === ownerId;
  const corrections = await visibleCorrectionsOfRecord(from, record, isOwner ? ownerId : null);
  return { record: { id, name, path, shown: [...record.shown] }, corrections, isOwner, isReviewed: ownerId === null };
}
