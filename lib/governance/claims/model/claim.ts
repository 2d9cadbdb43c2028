import { z } from 'zod';
import type { EvidenceFamily, Strength } from '#lib/catalog/trust/model/snapshot.ts';
import { tokenize } from '#lib/platform/text/tokenizer.ts';
import { type ClaimEvidence, proofKinds, proofRules } from './proof-methods.ts';
import type { ProofRule } from './proof-rule.ts';
import { strengthOf } from './proofs.ts';

const kindsBy = (...channels: ProofRule['by'][]) => z.enum(proofKinds.filter((kind) => channels.includes(proofRules[kind].by)));
const id = z.string().min(1).max(40);
export const claimInput = z.object({ authorId: id, by: kindsBy('account') });
export const claimIdInput = z.object({ claimId: id });
export type ClaimIdInput = z.infer<typeof claimIdInput>;
/** Why an account cannot end a claim: it has no such claim, or the claim has ended. */
export type EndErrorCode = 'unknown_claim' | 'claim_closed';
export const disputeIdInput = z.object({ disputeId: id });
export const proofIdInput = z.object({ proofId: id });
export const confirmInput = z.object({ proofId: id, code: z.string().regex(/^[0-9a-z]{32}$/) });
/** Kinds of proofs for which the claimant enters a target. */
export const proofInput = z.object({
  authorId: id,
  kind: kindsBy('mail', 'probe'),
  target: z.string().trim().min(1, 'Type what the proof is about.').max(500, 'This is too long for an address.'),
});

export const claimStages = ['notice_period', 'in_review', 'accepted', 'rejected', 'appealed', 'suspended', 'revoked', 'withdrawn'] as const;
export type ClaimStage = (typeof claimStages)[number];
export type ClaimEvent =
  | 'accept_at_once'
  | 'give_notice'
  | 'ask_review'
  | 'end_notice'
  | 'object'
  | 'resume_notice'
  | 'approve'
  | 'reject'
  | 'appeal'
  | 'suspend'
  | 'restore'
  | 'revoke'
  | 'withdraw';

/** State transitions of a claim; null is the state before it exists. */
const transitions: Record<ClaimEvent, { from: readonly (ClaimStage | null)[]; to: ClaimStage }> = {
  accept_at_once: { from: [null, 'notice_period'], to: 'accepted' },
  give_notice: { from: [null], to: 'notice_period' },
  ask_review: { from: [null], to: 'in_review' },
  end_notice: { from: ['notice_period'], to: 'accepted' },
  object: { from: ['notice_period'], to: 'in_review' },
  resume_notice: { from: ['in_review'], to: 'notice_period' },
  approve: { from: ['in_review', 'appealed'], to: 'accepted' },
  reject: { from: ['in_review', 'appealed'], to: 'rejected' },
  appeal: { from: ['rejected', 'revoked'], to: 'appealed' },
  suspend: { from: ['accepted'], to: 'suspended' },
  restore: { from: ['suspended'], to: 'accepted' },
  revoke: { from: ['suspended'], to: 'revoked' },
  withdraw: { from: ['notice_period', 'in_review', 'accepted', 'suspended', 'appealed'], to: 'withdrawn' },
};

/** Returns the state after an event, or null if the event is not possible. */
export const nextClaimStage = (state: ClaimStage | null, event: ClaimEvent): ClaimStage | null =>
  transitions[event].from.includes(state) ? transitions[event].to : null;

/** Returns the states from which an event is possible. */
export const claimStagesBefore = (event: ClaimEvent): ClaimStage[] => transitions[event].from.filter((state) => state !== null);

declare const proofBrand: unique symbol;
/** A verified proof, bound to one account and one record. Only lib/governance/claims creates it. */
export type ClaimProof<Shown extends ClaimEvidence = ClaimEvidence> = Shown & {
  readonly accountId: string;
  readonly authorId: string;
  /** The row of `proofs` that it was observed in; null for a kind without a token. */
  readonly proofId: string | null;
  readonly [proofBrand]: true;
};

/** Reserved for lib/governance/claims, and for seeds and tests. */
export const mintProof = <Shown extends ClaimEvidence>(
  evidence: Shown,
  accountId: string,
  authorId: string,
  proofId: string | null = null,
): ClaimProof<Shown> => ({ ...evidence, accountId, authorId, proofId }) as ClaimProof<Shown>;
interface ClaimDecision {
  family: EvidenceFamily;
  strength: Strength;
  event: 'accept_at_once' | 'give_notice' | 'ask_review';
}

/**
 * Returns the decision for a proof: immediate acceptance for a strong one, otherwise a public notice. If the record's names
 * do not match those of the account's other records, reviewers decide, whatever the proof: one account is one person.
 */
export function claimDecision(evidence: ClaimEvidence, isSamePerson = true): ClaimDecision {
  const strength = strengthOf(evidence);
  const event = !isSamePerson ? 'ask_review' : strength === 'strong' ? 'accept_at_once' : 'give_notice';
  return { family: proofRules[evidence.by].family, strength, event };
}

/** Returns what a marking objection does to a claim; null if only the edits of the record are frozen. */
export const disputeEvent = (stage: ClaimStage, claimStrength: Strength): 'object' | 'suspend' | null => {
  if (stage === 'notice_period') return 'object';
  return stage === 'accepted' && claimStrength !== 'strong' ? 'suspend' : null;
};

/** Upper bound on pending claims per account, so that nobody reserves other people's records. */
export const maxOpenNotices = 5;
/** Upper bound on claims and, separately, on objections per account and day. */
export const claimsPerDay = 5;

export type ClaimErrorCode =
  | 'not_signed_in'
  | 'unknown_author'
  | 'organisation_record'
  | 'unresolved_record'
  | 'staff_address_needed'
  | 'already_claimed'
  | 'already_yours'
  | 'needs_confirmed_email'
  | 'needs_orcid'
  | 'another_orcid_on_record'
  | 'too_many_open_claims'
  | 'too_many_claims_today'
  | 'objection_open';

/** The facts for `claimRefusal`, before a proof is checked. */
export interface ClaimFacts {
  accountId: string | null;
  author: {
    kind: string;
    worksCount: number;
    level: number | null;
    isHidden: boolean;
    /** Set for a record without works that the operator's staff list names: whether the account has confirmed the address listed for it. */
    staffAddress?: 'confirmed' | 'other' | null;
  } | null;
  /** The claim that currently holds the record. */
  holder: { accountId: string; stage: ClaimStage; strength: Strength } | null;
}

/** Returns why an account may not claim a record with any proof, or null. Conditions on the record come first. */
export function claimRefusal({ accountId, author, holder }: ClaimFacts): ClaimErrorCode | null {
  if (!author) return 'unknown_author';
  if (author.kind === 'organisation') return 'organisation_record';
  // The owner of a created profile can add proofs before any source lists it.
  const isOwn = accountId !== null && holder?.accountId === accountId;
  const isUnresolved = !isOwn && (author.worksCount === 0 || author.level === 0);
  if (isUnresolved && !author.staffAddress) return 'unresolved_record';
  // Nothing but the staff list says who this is, so only the address that it names can claim the record.
  if (isUnresolved && accountId !== null && author.staffAddress === 'other') return 'staff_address_needed';
  if (accountId === null) return holder ? 'already_claimed' : 'not_signed_in';
  if (!holder) return null;
  return holder.accountId === accountId ? 'already_yours' : 'already_claimed';
}

/**
 * Returns whether an open objection to an earlier claim refuses a new one: it then requires a strong proof. Otherwise an objection could be
 * evaded by withdrawing the claim and claiming again.
 */
export const objectionRefusal = (strength: Strength, isActive: boolean): 'objection_open' | null =>
  isActive && strength !== 'strong' ? 'objection_open' : null;

/**
 * Whether a proof shows nothing about a hidden record: only a strong one does, or one of its holder. Everybody else gets the same answer as
 * for an address without a record.
 */
export const revealsNothing = ({ author, holder, accountId }: ClaimFacts, strength: Strength): boolean =>
  author?.isHidden === true && strength !== 'strong' && (accountId === null || holder?.accountId !== accountId);

const strengthOrder: readonly Strength[] = ['weak', 'fair', 'strong'];
export const isStronger = (strength: Strength, than: Strength): boolean => strengthOrder.indexOf(strength) > strengthOrder.indexOf(than);

/** Returns the tokens of a title for comparisons between registries; null if there are fewer than three. */
export function comparableTitle(title: string): string | null {
  const tokens = tokenize(title);
  return tokens.length >= 3 ? tokens.join(' ') : null;
}

/** A claim as its account sees it. */
export interface ClaimView {
  id: string;
  stage: ClaimStage;
  strength: Strength;
  author: { id: string; slug: string; name: string };
  createdAt: Date;
  noticeEndsAt: Date | null;
  /** Whether an admin can still let the notice end earlier: many people claim by the same network or mail domain. */
  waitsForAdmin: boolean;
  decidedAt: Date | null;
  /** Reason and remedy of the decision, as keys of the closed lists in lib/community/decision-reasons.ts. */
  reason: string | null;
  remedy: string | null;
}

/** An objection to another account's claim, as the objector sees it. */
export interface ObjectionView {
  id: string;
  /** The case in which it is decided, together with other objections to the same claim. */
  questionId: string;
  author: { id: string; slug: string; name: string };
  at: Date;
  /** 'open' | 'upheld' | 'dismissed' | 'withdrawn'. */
  state: string;
  /** Whether it freezes the record while it is open. */
  freezesRecord: boolean;
  decidedAt: Date | null;
  /** The state of the disputed claim. */
  claimStage: string;
}

/** An open objection to the viewer's own claim, without the identity of the objector. */
export interface OpenObjection {
  id: string;
  at: Date;
  kind: string;
  /** Whether it freezes the record while it is open. */
  freezesRecord: boolean;
}
