import { and, eq, inArray, isNull, ne } from 'drizzle-orm';
import { enqueueRecomputation } from '#lib/catalog/authors/commands/mark-changed.ts';
import { holdingClaimOf } from '#lib/catalog/ownership/queries/ownership.ts';
import { lockAccountRows } from '#lib/community/accounts/commands/lock.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { withinLimit } from '#lib/platform/auth/rate-limits.ts';
import { addMs, daysMs, now } from '#lib/platform/clock.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { claims, proofs } from '#lib/platform/db/schema/claims.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import type { Limit } from '#lib/platform/limits.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import {
  type ClaimErrorCode,
  type ClaimProof,
  type ClaimStage,
  claimDecision,
  claimRefusal,
  claimsPerDay,
  isStronger,
  maxOpenNotices,
  nextClaimStage,
  objectionRefusal,
  revealsNothing,
} from '../model/claim.ts';
import { areNamesCompatible } from '../model/claim-names.ts';
import { ruleOf } from '../model/proof-methods.ts';
import { expiryWarningDays, strengthOf } from '../model/proofs.ts';
import { claimFacts } from '../queries/claims.ts';
import { isObjectionOpen } from '../queries/disputes.ts';
import { nameVariantsOf } from '../queries/record-names.ts';
import { assignOwner, listAddedWorks, storeClaimEvent } from './accept.ts';
import { isOverClaimLimits } from './brakes.ts';
import { disputeClaim } from './dispute.ts';
import { activateProofs, storeObservation } from './evidence.ts';
import { type ClaimResult, openClaim } from './open.ts';

/**
 * Claims a record by a proof: a strong one decides immediately, a weaker one starts the public notice. A unique key allows one claim to
 * hold a record. Later or concurrent claimants get `already_claimed`; their proof is stored as a dispute if it is sufficient. Further
 * proofs of the holder are stored, and stronger ones strengthen the claim.
 */
export async function claimAuthor(
  tx: Writer,
  actor: Actor,
  { authorId, proof }: { authorId: string; proof: ClaimProof },
): Promise<Outcome<ClaimResult, ClaimErrorCode>> {
  if (proof.accountId !== actor.accountId || proof.authorId !== authorId) throw new Error('The proof is for another claim.');
  const facts = await claimFacts(tx, actor, authorId);
  if (revealsNothing(facts, strengthOf(proof))) return refused('unknown_author');
  const code = claimRefusal(facts) ?? (await orcidRefusal(tx, proof));
  if (code === 'already_yours' && (await addsEvidence(tx, proof))) return strengthenClaim(tx, actor, proof);
  if (code === 'already_claimed') await disputeClaim(tx, actor, proof);
  if (code) return refused(code);
  // The lock makes the second of two concurrent claims of one account see the first.
  await lockAccountRows(tx, [actor.accountId]);
  const decision = claimDecision(proof, await isSamePerson(tx, actor, authorId));
  const objectionCode = objectionRefusal(decision.strength, await isObjectionOpen(tx, authorId, actor.accountId));
  if (objectionCode) return refused(objectionCode);
  if (decision.event !== 'accept_at_once' && !(await mayOpenNotice(tx, actor))) return refused('too_many_open_claims');
  if (!(await withinLimit(tx, 'claim', actor.accountId, claimsLimit))) return refused('too_many_claims_today');
  const waitsForAdmin = decision.event === 'give_notice' && (await isOverClaimLimits(tx, actor, proof));
  const outcome = await openClaim(tx, proof, decision, waitsForAdmin);
  // A claimant who loses a race is treated like one who comes later.
  if (!outcome.ok && outcome.code === 'already_claimed') await disputeClaim(tx, actor, proof);
  return outcome;
}

const claimsLimit: Limit = { times: claimsPerDay, minutes: 24 * 60 };

/** Whether the record shares a name with the records that the account holds or has pending claims to. True if there are none. */
async function isSamePerson(tx: Writer, { accountId }: Actor, authorId: string): Promise<boolean> {
  const isOwn = and(eq(claims.accountId, accountId), ne(claims.authorId, authorId), isNull(authors.mergedInto));
  const ownRecords = await tx
    .select({ key: authors.key, name: authors.name })
    .from(claims)
    .innerJoin(authors, eq(authors.id, claims.authorId))
    .where(and(isOwn, inArray(claims.state, ['notice_period', 'in_review', 'accepted', 'suspended'])));
  const [record] = await tx.select({ key: authors.key, name: authors.name }).from(authors).where(eq(authors.id, authorId));
  if (!record || ownRecords.length === 0) return true;
  const names = await nameVariantsOf(tx, record);
  for (const each of ownRecords) if (!areNamesCompatible(names, await nameVariantsOf(tx, each))) return false;
  return true;
}

/**
 * Returns whether a proof adds to what the holder has shown. Some kinds do not while an earlier proof counts, except within
 * `expiryWarningDays` of its expiry.
 */
async function addsEvidence(tx: Writer, { by, accountId, authorId }: ClaimProof): Promise<boolean> {
  if (ruleOf(by).repeats !== 'unless_counted') return true;
  const isCountingProof = and(
    eq(proofs.accountId, accountId),
    eq(proofs.authorId, authorId),
    eq(proofs.kind, by),
    inArray(proofs.state, ['observed', 'valid']),
  );
  const rows = await tx.select({ until: proofs.expiresAt }).from(proofs).where(isCountingProof);
  return !rows.some(({ until }) => until === null || until > addMs(now(), daysMs(expiryWarningDays)));
}

/** Refuses a claim by the holder of one iD to a record for which a source states another iD. */
async function orcidRefusal(tx: Writer, proof: ClaimProof): Promise<ClaimErrorCode | null> {
  const orcid = ruleOf(proof.by).orcidOf?.(proof);
  if (orcid === undefined) return null;
  const [author] = await tx.select({ orcid: authors.orcid }).from(authors).where(eq(authors.id, proof.authorId));
  if (!author?.orcid || author.orcid === orcid) return null;
  // A rival with another iD may have won concurrently; the code then reports the lost race.
  return (await holdingClaimOf(tx, proof.authorId)) ? 'already_claimed' : 'another_orcid_on_record';
}

async function mayOpenNotice(tx: Writer, actor: Actor): Promise<boolean> {
  const isPending = and(eq(claims.accountId, actor.accountId), inArray(claims.state, ['notice_period', 'in_review']));
  const pendingClaims = await tx.select({ id: claims.id }).from(claims).where(isPending).limit(maxOpenNotices);
  return pendingClaims.length < maxOpenNotices;
}

/** Adds a proof to the holder's claim. A strong proof accepts a pending claim immediately; an accepted claim gains evidence. */
async function strengthenClaim(tx: Writer, actor: Actor, proof: ClaimProof): Promise<Outcome<ClaimResult, ClaimErrorCode>> {
  const holder = await holdingClaimOf(tx, proof.authorId);
  if (!holder || holder.accountId !== actor.accountId) return refused('already_claimed');
  const { strength: shown, event } = claimDecision(proof);
  const strength = isStronger(shown, holder.strength as typeof shown) ? shown : (holder.strength as typeof shown);
  const stageBefore = holder.state as ClaimStage;
  const state = event === 'accept_at_once' ? (nextClaimStage(stageBefore, event) ?? stageBefore) : stageBefore;
  const isNewlyAccepted = state === 'accepted' && stageBefore !== 'accepted';
  const [claim] = await tx
    .update(claims)
    .set({ strength, state, ...(isNewlyAccepted ? { decidedAt: now(), noticeEndsAt: null } : {}) })
    .where(and(eq(claims.id, holder.id), eq(claims.state, stageBefore)))
    .returning();
  if (!claim) return refused('already_claimed');
  await storeObservation(tx, proof, proof);
  if (isNewlyAccepted) {
    await storeClaimEvent(tx, claim, 'accept_at_once', stageBefore, actor.accountId);
    await assignOwner(tx, claim);
  } else if (state === 'accepted') {
    await enqueueRecomputation(tx, [claim.authorId], () => activateProofs(tx, claim));
    if (strength === 'strong' && holder.strength !== 'strong') await listAddedWorks(tx, claim.authorId);
  }
  return done({ claimId: claim.id, stage: state, strength });
}
