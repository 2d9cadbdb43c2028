import { connection } from 'next/server';
import { viewer } from '#lib/platform/auth/viewer.ts';
import { reader } from '#lib/platform/db/store.ts';
import type { RecordCorrectionView, RecordField } from './model.ts';
import { type CorrectableRecord, correctableRecord, shownCorrections } from './queries.ts';

interface RecordCorrectionPage {
  record: Pick<CorrectableRecord, 'id' | 'name' | 'path'> & { shown: readonly (readonly [RecordField, string | null])[] };
  corrections: RecordCorrectionView[];
  /** The reader owns the record: what they suggest is accepted at once. */
  isOwner: boolean;
  /** Nobody owns the record: reviewers decide. */
  isReviewed: boolean;
}

/** What the page of a record's corrections shows; null where nothing public is there. What is not decided is shown to the owner alone. */
export async function loadRecordCorrections(slug: string): Promise<RecordCorrectionPage | null> {
  await connection();
  const from = reader();
  const record = await correctableRecord(from, slug);
  if (!record) return null;
  const { id, name, path, ownerId } = record;
  const isOwner = ownerId !== null && (await viewer())?.accountId === ownerId;
  const corrections = await shownCorrections(from, record, isOwner ? ownerId : null);
  return { record: { id, name, path, shown: [...record.shown] }, corrections, isOwner, isReviewed: ownerId === null };
}
