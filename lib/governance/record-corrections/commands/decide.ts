import { and, eq, inArray } from 'drizzle-orm';
import { reviseAuthors } from '#lib/catalog/authors/commands.ts';
import { refreshAuthor } from '#lib/catalog/refresh/commands/authors.ts';
import { closeReview } from '#lib/governance/cases/commands/open.ts';
import type { CorrectionState } from '#lib/governance/corrections/model.ts';
import { audit } from '#lib/platform/audit/roles.ts';
import { now } from '#lib/platform/clock.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { recordCorrections } from '#lib/platform/db/schema/corrections.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { asValue } from '../model.ts';
import { asRecordCorrection, type RecordCorrection, recordOf, sourcedValue } from '../queries.ts';
import { tellSuggester } from './notify.ts';

/** Who decides: reviewers by their votes, or the owner of the record. */
interface Decided {
  by: 'owner' | 'reviewers';
  /** The account that acted last; null where several decided together. */
  accountId: string | null;
  told: { reason: string; remedy: string; once: string };
}

/** Locks a correction until the transaction ends. Its record and its review are locked after it. */
export async function lockRecordCorrection(tx: Writer, id: string): Promise<RecordCorrection | null> {
  const [row] = await tx.update(recordCorrections).set({ id }).where(eq(recordCorrections.id, id)).returning();
  return asRecordCorrection(row);
}

const set = (tx: Writer, id: string, values: Partial<typeof recordCorrections.$inferInsert>) =>
  tx.update(recordCorrections).set(values).where(eq(recordCorrections.id, id));

/** Notes an act in the audit log. The value is left out: it may be a name that the person withdraws later. */
export const logAct = (tx: Writer, { id, authorId, field }: RecordCorrection, act: string, accountId: string | null): Promise<void> =>
  audit(tx, { accountId, action: `record_correction.${act}`, subject: 'author', subjectId: authorId, facts: { correction: id, field } });

/** The record shows at once what was decided, and counts as compared. */
async function show(tx: Writer, { id, authorId }: RecordCorrection): Promise<void> {
  await reviseAuthors(tx, eq(authors.id, authorId));
  await refreshAuthor(tx, authorId);
  await set(tx, id, { comparedRevision: (await recordOf(tx, { authorId })).revision });
}

/**
 * Shows a suggested, contested or ended correction from now on. An earlier one of the same field is replaced. Where the sources say the same
 * by now there is nothing to correct, and it retires at once.
 */
export async function acceptRecordCorrection(tx: Writer, correction: RecordCorrection, { by, accountId, told }: Decided): Promise<void> {
  const { id, authorId, field, value } = correction;
  const { authorId: of, field: which, state } = recordCorrections;
  const standing = and(eq(of, authorId), eq(which, field), inArray(state, ['accepted', 'contested']));
  const before = await tx.select({ id: recordCorrections.id }).from(recordCorrections).where(standing);
  for (const other of before) if (other.id !== id) await set(tx, other.id, { state: 'replaced' });
  const stated = await sourcedValue(tx, await recordOf(tx, correction), field);
  await closeReview(tx, 'record_correction', id);
  if (asValue(stated) === value) return endRecordCorrection(tx, correction, 'retired', accountId);
  const deciderId = by === 'owner' ? accountId : null;
  await set(tx, id, { state: 'accepted', decidedBy: by, deciderId, decidedAt: now(), sourceValue: stated });
  await show(tx, correction);
  await logAct(tx, correction, 'accepted', accountId);
  if (correction.suggesterId !== deciderId || by === 'reviewers') await tellSuggester(tx, correction, { ...told, by, decision: 'approve' });
}

/** Refuses a suggestion. */
export async function rejectRecordCorrection(tx: Writer, correction: RecordCorrection, { by, accountId, told }: Decided): Promise<void> {
  await set(tx, correction.id, { state: 'rejected', decidedBy: by, deciderId: by === 'owner' ? accountId : null, decidedAt: now() });
  await closeReview(tx, 'record_correction', correction.id);
  await logAct(tx, correction, 'rejected', accountId);
  await tellSuggester(tx, correction, { ...told, by, decision: 'reject' });
}

/** Ends a correction: the page shows what the sources say. */
export async function endRecordCorrection(
  tx: Writer,
  correction: RecordCorrection,
  state: Extract<CorrectionState, 'reverted' | 'retired'>,
  accountId: string | null,
): Promise<void> {
  await set(tx, correction.id, { state, decidedAt: now() });
  await closeReview(tx, 'record_correction', correction.id);
  await show(tx, correction);
  await logAct(tx, correction, state, accountId);
}

/** Makes an accepted correction a suggestion again: the owner who accepted it has left. @returns false where the same one waits already */
export async function suggestAgain(tx: Writer, correction: RecordCorrection): Promise<boolean> {
  const { authorId: of, field, value, state } = recordCorrections;
  const same = and(eq(of, correction.authorId), eq(field, correction.field), eq(value, correction.value), eq(state, 'suggested'));
  const waits = (await tx.select({ id: recordCorrections.id }).from(recordCorrections).where(same).limit(1)).length > 0;
  const undecided = { state: 'suggested', decidedBy: null, deciderId: null, decidedAt: null };
  await set(tx, correction.id, waits ? { state: 'reverted', deciderId: null } : undecided);
  await show(tx, correction);
  return !waits;
}
