import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Actor } from '../../auth/actor.ts';
import { daysMs, later, now } from '../../clock.ts';
import { accounts } from '../../db/schema/accounts.ts';
import { authors } from '../../db/schema/authors.ts';
import { claims } from '../../db/schema/claims.ts';
import type { Writer } from '../../db/store.ts';
import { newId } from '../../id.ts';
import { enqueue } from '../../jobs/queue.ts';
import { notify } from '../../notifications/commands.ts';
import { done, type Outcome, refused } from '../../outcome.ts';
import { logEvent } from '../../trust/commands/log.ts';
import type { Strength } from '../../trust/model.ts';
import {
  type ClaimBecause,
  type ClaimDecision,
  type ClaimProof,
  type ClaimStage,
  claimAfter,
  claimDecision,
  claimRefusal,
  isStronger,
  mostOpenNotices,
  noticeDays,
  objectionRefusal,
  statesBefore,
} from '../model.ts';
import { objectionStands } from '../queries/objections.ts';
import { claimFacts, holdingClaim } from '../queries/records.ts';
import { type ClaimRow, changed, giveRecord, keepProof, record, refresh } from './accept.ts';

export interface Claimed {
  claimId: string;
  stage: ClaimStage;
  strength: Strength;
  noticeEndsAt: Date | null;
}

/**
 * Claims a record by a proof: strong decides at once, anything less begins the public notice. One claim holds a record, by a
 * unique key: whoever asks at the same time or later hears `already_claimed`. An owner's stronger proof strengthens their claim.
 */
export async function claimAuthor(
  tx: Writer,
  actor: Actor,
  { authorId, proof }: { authorId: string; proof: ClaimProof },
): Promise<Outcome<Claimed, ClaimBecause>> {
  if (proof.accountId !== actor.accountId || proof.authorId !== authorId) throw new Error('The proof is for another claim.');
  const facts = await claimFacts(tx, actor, authorId);
  const decision = claimDecision(proof);
  const because = claimRefusal(facts) ?? (await orcidRefusal(tx, proof));
  if (because === 'already_yours' && facts.holder && isStronger(decision.strength, facts.holder.strength)) {
    return strengthen(tx, actor, proof, decision);
  }
  if (because === 'already_claimed' && decision.strength === 'strong') await objectTo(tx, actor, authorId);
  if (because) return refused(because);
  const doubt = objectionRefusal(decision.strength, await objectionStands(tx, authorId));
  if (doubt) return refused(doubt);
  if (decision.event === 'give_notice' && !(await mayWaitForMore(tx, actor))) return refused('too_many_open_claims');
  return open(tx, actor, proof, decision);
}

/** A record that a source ties to one iD is not given to the holder of another. */
async function orcidRefusal(tx: Writer, proof: ClaimProof): Promise<ClaimBecause | null> {
  if (proof.by !== 'orcid') return null;
  const [author] = await tx.select({ orcid: authors.orcid }).from(authors).where(eq(authors.id, proof.authorId));
  if (!author?.orcid || author.orcid === proof.orcid) return null;
  // A rival may have won since the facts were read, and have brought the iD: losing a race is told as that.
  return (await holdingClaim(tx, proof.authorId)) ? 'already_claimed' : 'another_orcid_on_record';
}

async function mayWaitForMore(tx: Writer, actor: Actor): Promise<boolean> {
  // The account's row is locked first, so that of two claims at once the second counts the first.
  await tx.update(accounts).set({ id: actor.accountId }).where(eq(accounts.id, actor.accountId)).returning({ id: accounts.id });
  const waiting = and(eq(claims.accountId, actor.accountId), inArray(claims.state, ['notice_period', 'in_review']));
  const open = await tx.select({ id: claims.id }).from(claims).where(waiting).limit(mostOpenNotices);
  return open.length < mostOpenNotices;
}

async function open(tx: Writer, actor: Actor, proof: ClaimProof, decision: ClaimDecision): Promise<Outcome<Claimed, ClaimBecause>> {
  const state = claimAfter(null, decision.event);
  if (!state) throw new Error('A claim cannot begin like this.');
  const at = now();
  const noticeEndsAt = state === 'notice_period' ? later(at, daysMs(noticeDays)) : null;
  const row = { id: newId(), authorId: proof.authorId, accountId: actor.accountId, state, strength: decision.strength, createdAt: at };
  const [claim] = await tx
    .insert(claims)
    .values({ ...row, noticeEndsAt, decidedAt: noticeEndsAt ? null : at })
    .onConflictDoNothing()
    .returning();
  if (!claim) {
    const holder = await holdingClaim(tx, proof.authorId);
    return refused(holder?.accountId === actor.accountId ? 'already_yours' : 'already_claimed');
  }
  await record(tx, claim, decision.event, null, actor.accountId);
  if (noticeEndsAt) {
    await tx
      .update(authors)
      .set({ claimState: 'pending', ...changed() })
      .where(eq(authors.id, proof.authorId));
    await enqueue(tx, {
      kind: 'end-claim-notice',
      payload: { claimId: claim.id },
      onceKey: `end-claim-notice:${claim.id}`,
      runAt: noticeEndsAt,
    });
    await refresh(tx);
  } else {
    await giveRecord(tx, claim, proof);
  }
  return done({ claimId: claim.id, stage: state, strength: decision.strength, noticeEndsAt });
}

/** The holder shows more than before: a waiting claim is accepted at once by a strong proof; an accepted one gains evidence. */
async function strengthen(
  tx: Writer,
  actor: Actor,
  proof: ClaimProof,
  { strength, event }: ClaimDecision,
): Promise<Outcome<Claimed, ClaimBecause>> {
  const holder = await holdingClaim(tx, proof.authorId);
  if (!holder || holder.accountId !== actor.accountId) return refused('already_claimed');
  const before = holder.state as ClaimStage;
  const state = event === 'accept_at_once' ? (claimAfter(before, event) ?? before) : before;
  const accepted = state === 'accepted' && before !== 'accepted';
  const [claim] = await tx
    .update(claims)
    .set({ strength, state, ...(accepted ? { decidedAt: now(), noticeEndsAt: null } : {}) })
    .where(and(eq(claims.id, holder.id), eq(claims.state, before)))
    .returning();
  if (!claim) return refused('already_claimed');
  if (accepted) {
    await record(tx, claim, 'accept_at_once', before, actor.accountId);
    await giveRecord(tx, claim, proof);
  } else if (state === 'accepted') {
    await addEvidence(tx, claim, proof);
  }
  return done({ claimId: claim.id, stage: state, strength, noticeEndsAt: claim.noticeEndsAt });
}

async function addEvidence(tx: Writer, claim: ClaimRow, proof: ClaimProof): Promise<void> {
  const [before] = await tx.select({ orcid: authors.orcid }).from(authors).where(eq(authors.id, claim.authorId));
  const orcid = proof.by === 'orcid' ? { orcid: proof.orcid, orcidAuthenticated: true } : {};
  await tx
    .update(authors)
    .set({ ...orcid, ...changed() })
    .where(eq(authors.id, claim.authorId));
  await keepProof(tx, claim, proof, before?.orcid ?? null);
  await refresh(tx);
}

/**
 * A strong proof against a claim that is still under notice is an objection: it is refused like any rival claim, but the other
 * one is no longer accepted by itself.
 */
async function objectTo(tx: Writer, actor: Actor, authorId: string): Promise<void> {
  const waiting = and(eq(claims.authorId, authorId), inArray(claims.state, statesBefore('object')));
  const [claim] = await tx.update(claims).set({ state: 'in_review', noticeEndsAt: null }).where(waiting).returning();
  if (!claim) return;
  await record(tx, claim, 'object', 'notice_period', actor.accountId);
  const [author] = await tx
    .update(authors)
    .set({ claimState: 'disputed', revision: sql`${authors.revision} + 1`, stale: true, updatedAt: now() })
    .where(eq(authors.id, authorId))
    .returning({ name: authors.name });
  await logEvent(tx, { authorId, kind: 'dispute_opened', facts: { dispute: claim.id } });
  const facts = { name: author?.name ?? '', path: '/me' };
  await notify(tx, { accountId: claim.accountId, kind: 'claim_in_review', facts, onceKey: `claim_in_review:${claim.id}` });
  await refresh(tx);
}
