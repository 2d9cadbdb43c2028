import { and, eq, ne } from 'drizzle-orm';
import { recordSlug } from '#lib/catalog/authors/queries/find.ts';
import { boundaryOf } from '#lib/community/invitations/queries/boundaries.ts';
import { hasUnread, notify } from '#lib/community/notifications/commands/notify.ts';
import { appealUntil } from '#lib/governance/cases/model/appeals.ts';
import { dayOf, now } from '#lib/platform/clock.ts';
import { hasRow } from '#lib/platform/db/rows.ts';
import { recordCorrections } from '#lib/platform/db/schema/corrections.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { recordFieldLabels } from '../model.ts';
import { correctedRecordOf, type RecordCorrection } from '../queries.ts';

/** A decision with its reason; reason and remedy are empty for a decision by the owner. */
interface Notice {
  decision: 'approve' | 'reject';
  by: 'owner' | 'reviewers';
  reason: string;
  remedy: string;
  /** Distinguishes repeated decisions on the same correction. */
  once: string;
}

async function factsOf(tx: Writer, correction: RecordCorrection): Promise<Record<string, string> & { path: string }> {
  const { name } = await correctedRecordOf(tx, correction);
  const path = `/authors/${await recordSlug(tx, correction.authorId)}/correct`;
  return { name, field: recordFieldLabels[correction.field].name, path };
}

/** Notifies the account that suggested a correction of the decision. Only decisions by reviewers can be appealed. */
export async function notifySuggester(
  tx: Writer,
  correction: RecordCorrection,
  { decision, by, reason, remedy, once }: Notice,
): Promise<void> {
  if (!correction.suggesterId) return;
  const correctionFacts = await factsOf(tx, correction);
  const isOpenToAppeal = decision === 'reject' && by === 'reviewers';
  const appealFacts: Record<string, string> = isOpenToAppeal
    ? { until: dayOf(appealUntil(now())), path: `/appeal/record_correction/${correction.id}` }
    : {};
  const facts = { ...correctionFacts, decision, by, reason, remedy, ...appealFacts };
  const onceKey = `record_correction_decided:${correction.id}:${once}`;
  await notify(tx, { accountId: correction.suggesterId, kind: 'record_correction_decided', facts, onceKey });
}

/**
 * Asks the owner of the record, who decides alone. They are notified once about several open suggestions until the notification is read,
 * and never about suggestions by people that they have blocked or muted.
 */
export async function notifyOwner(tx: Writer, correction: RecordCorrection, ownerId: string, once: string): Promise<void> {
  if (correction.suggesterId !== null && (await boundaryOf(tx, ownerId, correction.suggesterId))) return;
  const kind = 'record_correction_waiting';
  const facts = { ...(await factsOf(tx, correction)), state: correction.state };
  if (
    correction.state === 'suggested' &&
    (await hasOtherOpenSuggestion(tx, correction)) &&
    (await hasUnread(tx, ownerId, kind, facts.path))
  )
    return;
  const onceKey = `${kind}:${correction.id}:${once}:${ownerId}`;
  await notify(tx, { accountId: ownerId, kind, facts, onceKey });
}

function hasOtherOpenSuggestion(tx: Writer, correction: RecordCorrection): Promise<boolean> {
  const { id, authorId, state } = recordCorrections;
  return hasRow(tx, recordCorrections, and(eq(authorId, correction.authorId), eq(state, 'suggested'), ne(id, correction.id)));
}
