import { and, eq, ne } from 'drizzle-orm';
import { boundaryOf } from '#lib/community/invitations/queries/boundaries.ts';
import { hasUnread, notify } from '#lib/community/notifications/commands/notify.ts';
import { appealUntil } from '#lib/governance/cases/model/appeals.ts';
import { dayOf, now } from '#lib/platform/clock.ts';
import { hasRow } from '#lib/platform/db/rows.ts';
import { corrections } from '#lib/platform/db/schema/corrections.ts';
import { works } from '#lib/platform/db/schema/works.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { correctionFieldLabels } from '../model.ts';
import type { Correction } from '../queries.ts';

/** The reason and remedy of a decision. */
export interface DecisionNotice {
  reason: string;
  remedy: string;
  /** Distinguishes repeated decisions on the same correction. */
  once: string;
}

async function factsOf(tx: Writer, { workId, field }: Correction): Promise<Record<string, string> & { path: string }> {
  const [work] = await tx.select({ title: works.title }).from(works).where(eq(works.id, workId));
  return { name: work?.title ?? 'a work without a title', field: correctionFieldLabels[field].name, path: `/works/${workId}/correct` };
}

/** Notifies the account that suggested a correction of the decision. */
export async function notifySuggester(tx: Writer, correction: Correction, details: DecisionNotice & { decision: string }): Promise<void> {
  if (!correction.suggesterId) return;
  const { decision, reason, remedy, once } = details;
  const correctionFacts = await factsOf(tx, correction);
  const isAgainst = decision === 'reject';
  const appealFacts: Record<string, string> = isAgainst ? { until: dayOf(appealUntil(now())) } : {};
  const path = isAgainst ? `/appeal/correction/${correction.id}` : correctionFacts.path;
  const facts = { ...correctionFacts, path, decision, reason, remedy, ...appealFacts };
  const onceKey = `correction_decided:${correction.id}:${once}`;
  await notify(tx, { accountId: correction.suggesterId, kind: 'correction_decided', facts, onceKey });
}

/**
 * Asks owners among the authors for their opinion. An owner is notified once about several open suggestions until the notification is read,
 * and never about suggestions by people that they have blocked or muted.
 */
export async function notifyOwners(tx: Writer, correction: Correction, owners: readonly string[], once: string): Promise<void> {
  const facts = { ...(await factsOf(tx, correction)), state: correction.state };
  const hasMoreSuggestions = correction.state === 'suggested' && (await hasOtherOpenSuggestion(tx, correction));
  for (const accountId of owners) {
    if (correction.suggesterId !== null && (await boundaryOf(tx, accountId, correction.suggesterId))) continue;
    if (hasMoreSuggestions && (await hasUnread(tx, accountId, 'correction_waiting', facts.path))) continue;
    await notify(tx, { accountId, kind: 'correction_waiting', facts, onceKey: `correction_waiting:${correction.id}:${once}` });
  }
}

function hasOtherOpenSuggestion(tx: Writer, correction: Correction): Promise<boolean> {
  const { id, workId, state } = corrections;
  return hasRow(tx, corrections, and(eq(workId, correction.workId), eq(state, 'suggested'), ne(id, correction.id)));
}
