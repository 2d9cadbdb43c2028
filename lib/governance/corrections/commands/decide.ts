import { and, eq, inArray } from 'drizzle-orm';
import { storeCorrection } from '#lib/catalog/ingest/commands/corrections.ts';
import { findWorkWithRecords } from '#lib/catalog/ingest/queries.ts';
import { sourceValue } from '#lib/catalog/works/model/corrections.ts';
import { writeAuditEntry } from '#lib/platform/audit/entries.ts';
import { now } from '#lib/platform/clock.ts';
import { corrections } from '#lib/platform/db/schema/corrections.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { type CorrectionState, isSameValue } from '../model.ts';
import { type Correction, parseCorrection } from '../queries.ts';
import { type DecisionNotice, notifySuggester } from './notify.ts';

/** Who decides: reviewers by vote, or agreeing owners among the authors. */
interface DecisionDetails {
  by: 'reviewers' | 'authors';
  /** The account that acted last; null if several decided together. */
  accountId: string | null;
  notice: DecisionNotice;
}

/** Locks a correction until the transaction ends. Its review must be locked after it. */
export async function lockCorrection(tx: Writer, id: string): Promise<Correction | null> {
  const [row] = await tx.update(corrections).set({ id }).where(eq(corrections.id, id)).returning();
  return parseCorrection(row);
}

const updateCorrection = (tx: Writer, id: string, values: Partial<typeof corrections.$inferInsert>) =>
  tx.update(corrections).set(values).where(eq(corrections.id, id));

/** Records an action in the audit log. */
export async function logCorrection(
  tx: Writer,
  { id, workId, field, value }: Correction,
  action: string,
  accountId: string | null,
): Promise<void> {
  const facts = { correction: id, field, value };
  await writeAuditEntry(tx, { accountId, action: `correction.${action}`, subject: 'work', subjectId: workId, facts });
}

/**
 * Puts a suggested, contested or ended correction into effect. An earlier one of the same field is replaced. If the sources have the same
 * value now, the correction is retired immediately.
 */
export async function acceptCorrection(tx: Writer, correction: Correction, { by, accountId, notice }: DecisionDetails): Promise<void> {
  const { id, workId, field, value, evidenceUrl, note } = correction;
  const { workId: workColumn, field: fieldColumn, state } = corrections;
  const isInEffect = and(eq(workColumn, workId), eq(fieldColumn, field), inArray(state, ['accepted', 'contested']));
  const effectiveRows = await tx.select({ id: corrections.id }).from(corrections).where(isInEffect);
  for (const other of effectiveRows) if (other.id !== id) await updateCorrection(tx, other.id, { state: 'replaced' });
  const currentValue = sourceValue(field, (await findWorkWithRecords(tx, workId))?.records ?? []);
  if (isSameValue(field, currentValue, value)) return endCorrection(tx, correction, 'retired', accountId);
  await storeCorrection(tx, workId, { field, value, evidence: { url: evidenceUrl, note } });
  const comparedRevision = (await findWorkWithRecords(tx, workId))?.revision ?? 0;
  await updateCorrection(tx, id, { state: 'accepted', decidedBy: by, decidedAt: now(), sourceValue: currentValue, comparedRevision });
  await logCorrection(tx, correction, 'accepted', accountId);
  await notifySuggester(tx, correction, { ...notice, decision: 'approve' });
}

/** Rejects a suggestion. */
export async function rejectCorrection(tx: Writer, correction: Correction, notice: DecisionNotice): Promise<void> {
  await updateCorrection(tx, correction.id, { state: 'rejected', decidedBy: 'reviewers', decidedAt: now() });
  await logCorrection(tx, correction, 'rejected', null);
  await notifySuggester(tx, correction, { ...notice, decision: 'reject' });
}

/** Ends a correction: the page shows the value of the sources. Its versions stay in the history of the work. */
export async function endCorrection(
  tx: Writer,
  correction: Correction,
  state: Extract<CorrectionState, 'reverted' | 'retired'>,
  accountId: string | null,
): Promise<void> {
  const { id, workId, field } = correction;
  await storeCorrection(tx, workId, { field, value: null, evidence: { url: null, note: null } });
  await updateCorrection(tx, id, { state, decidedAt: now() });
  await logCorrection(tx, correction, state, accountId);
}

/** Contests a correction because the sources have changed. Those who agreed before are asked again, and can end it (`agreementsByCorrection`). */
export async function contestCorrection(tx: Writer, correction: Correction): Promise<void> {
  await updateCorrection(tx, correction.id, { state: 'contested' });
  await logCorrection(tx, correction, 'contested', null);
}
