import type { reviews } from '../../db/schema/claims.ts';
import type { Writer } from '../../db/store.ts';
import { decideReport } from '../../reports/commands/decide.ts';
import type { Vote } from '../model/ballots.ts';
import type { ReviewKind } from '../model.ts';

export interface Decided extends Vote {
  review: typeof reviews.$inferSelect;
}

/** What follows from a decision, by the command of the room that it belongs to. A subject that is gone is a fault: closing it closes its review. */
export async function carryOut(tx: Writer, { review, decision, reason, remedy }: Decided): Promise<void> {
  const kind = review.kind as ReviewKind;
  const inFavour = decision === 'uphold' || decision === 'approve';
  if (kind === 'report') await decideReport(tx, { reportId: review.subjectId, decision: inFavour ? 'uphold' : 'dismiss', reason, remedy });
  else throw new Error(`Nothing decides on a ${kind} yet.`);
}
