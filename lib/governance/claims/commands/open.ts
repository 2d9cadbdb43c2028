import { eq } from 'drizzle-orm';
import { lockAuthor } from '#lib/catalog/authors/commands/lock.ts';
import { enqueueRefresh } from '#lib/catalog/authors/commands/mark-changed.ts';
import { setClaimState } from '#lib/catalog/authors/commands/owner.ts';
import { holdingClaimOf } from '#lib/catalog/ownership/queries/ownership.ts';
import type { Strength } from '#lib/catalog/trust/model/snapshot.ts';
import { notify } from '#lib/community/notifications/commands/notify.ts';
import { openReview } from '#lib/governance/cases/commands/open.ts';
import { addMs, dayOf, daysMs, now } from '#lib/platform/clock.ts';
import { claims } from '#lib/platform/db/schema/claims.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { newId } from '#lib/platform/id.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { type ClaimErrorCode, type ClaimProof, type ClaimStage, claimDecision, nextClaimStage } from '../model/claim.ts';
import { adminWaitDays } from '../model/claim-brakes.ts';
import { noticeDaysOf } from '../queries/notice.ts';
import { assignOwner, enqueueNoticeEnd, storeClaimEvent } from './accept.ts';
import { storeObservation } from './evidence.ts';

export interface ClaimResult {
  claimId: string;
  stage: ClaimStage;
  strength: Strength;
}

/**
 * Opens a claim by a proof. Refused if another claim was faster: a unique key allows one claim to hold a record.
 * @param waitsForAdmin whether its notice ends later unless an admin allows it
 */
export async function openClaim(
  tx: Writer,
  proof: ClaimProof,
  { strength, event } = claimDecision(proof),
  waitsForAdmin = false,
): Promise<Outcome<ClaimResult, ClaimErrorCode>> {
  const { accountId, authorId, proofId } = proof;
  const state = nextClaimStage(null, event);
  if (!state) throw new Error('A claim cannot begin like this.');
  const at = now();
  const waitDays = async () => Math.max(await noticeDaysOf(tx, authorId), waitsForAdmin ? adminWaitDays : 0);
  const noticeEndsAt = state === 'notice_period' ? addMs(at, daysMs(await waitDays())) : null;
  const decidedAt = state === 'accepted' ? at : null;
  const row = { id: newId(), authorId, accountId, state, strength, createdAt: at, noticeEndsAt, decidedAt, waitsForAdmin };
  const [claim] = await tx.insert(claims).values(row).onConflictDoNothing().returning();
  if (!claim) {
    const holder = await holdingClaimOf(tx, authorId);
    return refused(holder?.accountId === accountId ? 'already_yours' : 'already_claimed');
  }
  // Locks the record; it may have been merged since it was read.
  const author = await lockAuthor(tx, authorId);
  if (!author || author.mergedInto !== null) {
    await tx.delete(claims).where(eq(claims.id, claim.id));
    return refused('unknown_author');
  }
  await storeClaimEvent(tx, claim, event, null, accountId);
  await storeObservation(tx, proof, { accountId, authorId, proofId });
  if (state === 'in_review') {
    await setClaimState(tx, authorId, 'pending');
    await openReview(tx, { kind: 'claim', subjectId: claim.id, authorId, parties: [accountId], votesNeeded: 2 });
    await enqueueRefresh(tx);
  } else if (noticeEndsAt) {
    await setClaimState(tx, authorId, 'pending');
    await enqueueNoticeEnd(tx, claim.id, noticeEndsAt);
    await notifyCoauthors(tx, claim, noticeEndsAt);
    await enqueueRefresh(tx);
  } else {
    await assignOwner(tx, claim);
  }
  return done({ claimId: claim.id, stage: state, strength });
}

/** Upper bound on the co-authors who are notified of one claim. */
const maxNotifiedCoauthors = 50;

/** Notifies the owners among the co-authors that somebody has claimed a record, so that they can object. */
async function notifyCoauthors(tx: Writer, { id, authorId, accountId }: typeof claims.$inferSelect, until: Date): Promise<void> {
  const rows = await tx.query<{ owner_id: string }>(
    `select distinct o.owner_id from authors a join authorships s on s.author_key = a.key join authorships t on t.work_key = s.work_key
     join authors o on o.key = t.author_key and o.claim_state = 'claimed' and o.owner_id is not null
     where a.id = ? and o.key <> a.key and o.owner_id <> ? limit ${maxNotifiedCoauthors}`,
    [],
    [authorId, accountId],
  );
  const facts = { author: authorId, path: `/claim/${authorId}`, until: dayOf(until) };
  for (const { owner_id } of rows)
    await notify(tx, { accountId: owner_id, kind: 'coauthor_claimed', facts, onceKey: `coauthor_claimed:${id}` });
}

/** Opens a claim for a successful rival after the record was released: a strong proof decides immediately, a fair one after the notice. */
export const openRivalClaim = async (tx: Writer, proof: ClaimProof): Promise<boolean> => (await openClaim(tx, proof)).ok;
