import { eq } from 'drizzle-orm';
import type { ReviewKind } from '#lib/governance/cases/model/review-case.ts';
import { decideClaim, decideDispute } from '#lib/governance/claims/commands/decide.ts';
import { revokeHolder } from '#lib/governance/claims/commands/end.ts';
import { decideVisibility } from '#lib/governance/identity/commands/visibility.ts';
import { anyRecord } from '#lib/governance/identity/queries/visibility.ts';
import { decideReport } from '#lib/governance/reports/commands/decide.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import type { reviews } from '#lib/platform/db/schema/claims.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import type { Outcome } from '#lib/platform/outcome.ts';
import type { Vote } from '../model/quorum.ts';
import { appealOf } from '../queries/appeals.ts';
import { carryOutAppeal } from './appeals-decided.ts';
import { freeze } from './freeze.ts';
import { decideProposal } from './proposals.ts';

interface Decided extends Vote {
  review: typeof reviews.$inferSelect;
  /** Who gave the deciding vote; null where several decided together. */
  by: string | null;
}

/** What follows from a decision, by the command of the room that it belongs to. */
export async function carryOut(tx: Writer, { review, decision, reason, remedy, favours = null, by }: Decided): Promise<void> {
  const kind = review.kind as ReviewKind;
  const inFavour = decision === 'uphold' || decision === 'approve';
  const why = { reason, remedy, by };
  const authorId = kind === 'report' ? await currentState(tx, review.authorId) : review.authorId;
  if (kind === 'report') {
    if (inFavour && reason === 'impersonation' && authorId) await revokeHolder(tx, authorId, why);
    await decideReport(tx, { reportId: review.subjectId, decision: inFavour ? 'uphold' : 'dismiss', reason, remedy });
  } else if (kind === 'claim') {
    kept(await decideClaim(tx, { claimId: review.subjectId, decision: inFavour ? 'approve' : 'reject', ...why }));
  } else if (kind === 'appeal') {
    return carryOutAppeal(tx, { review, inFavour, ...why });
  } else if (kind === 'dispute') {
    kept(await decideDispute(tx, { questionId: review.subjectId, decision: inFavour ? 'uphold' : 'dismiss', favours, ...why }));
  } else if (kind === 'merge') {
    await decideProposal(tx, { changeId: review.subjectId, inFavour, reason, remedy });
  } else if (kind === 'suppression') {
    kept(await decideVisibility(tx, review.subjectId, inFavour ? 'approve' : 'reject', { reason, remedy }));
  } else throw new Error(`Nothing decides on a ${kind} yet.`);
  if (reason === 'impersonation' && authorId && !(await isOwned(tx, authorId))) await freeze(tx, authorId);
}

/** A subject that is closed has closed its review too: to meet one here is a fault. */
function kept(outcome: Outcome<void, string>): void {
  if (!outcome.ok) throw new Error(`What an open review was about is closed: ${outcome.code}.`);
}

/** Where the record went to the person who has shown that it is theirs, it is known whose it is. */
async function isOwned(tx: Writer, authorId: string): Promise<boolean> {
  const [author] = await tx.select({ ownerId: authors.ownerId }).from(authors).where(eq(authors.id, authorId));
  return author !== undefined && author.ownerId !== null;
}

/** The record that one stands in now: an owner of two does not keep what they have by putting them together. */
const currentState = async (tx: Writer, authorId: string | null): Promise<string | null> =>
  authorId && ((await anyRecord(tx, authorId))?.id ?? authorId);

/** Why an appeal about who owns a record cannot be granted at present: the record has gone into another one since. */
export async function isMerged(tx: Writer, { subjectId, authorId }: typeof reviews.$inferSelect): Promise<boolean> {
  if (authorId === null || !['claim', 'dispute'].includes(await appealOf(tx, subjectId))) return false;
  const [author] = await tx.select({ mergedInto: authors.mergedInto }).from(authors).where(eq(authors.id, authorId));
  return author !== undefined && author.mergedInto !== null;
}
