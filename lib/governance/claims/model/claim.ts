import { z } from 'zod';
import type { Family, Strength } from '#lib/catalog/trust/model/snapshot.ts';
import { daysMs } from '#lib/platform/clock.ts';
import { tokenize } from '#lib/platform/text/tokenizer.ts';
import { type ClaimEvidence, proofRules, strengthOf } from './proofs.ts';

export const claimInput = z.object({ authorId: z.string().min(1).max(40), by: z.enum(['email', 'orcid', 'orcid_employment']) });
const id = z.string().min(1).max(40);
export const claimIdInput = z.object({ claimId: id });
export const disputeIdInput = z.object({ disputeId: id });
export const proofIdInput = z.object({ proofId: id });
export const confirmInput = z.object({ proofId: id, code: z.string().regex(/^[0-9a-z]{32}$/) });
/** The kinds for which somebody types what they control. */
export const proofInput = z.object({
  authorId: id,
  kind: z.enum(['institution_email', 'printed_email', 'rel_me', 'dns', 'repository']),
  target: z.string().trim().min(1, 'Type what the proof is about.').max(500, 'This is too long for an address.'),
});

/** The state of a claim. */
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

/** From which states an event leads where; null is a claim that is being made. */
const table: Record<ClaimEvent, { from: readonly (ClaimStage | null)[]; to: ClaimStage }> = {
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

/** The state after an event, or null where the event is not possible. */
export const claimAfter = (state: ClaimStage | null, event: ClaimEvent): ClaimStage | null =>
  table[event].from.includes(state) ? table[event].to : null;

/** The states that an event can start from. */
export const statesBefore = (event: ClaimEvent): ClaimStage[] => table[event].from.filter((state) => state !== null);

declare const proven: unique symbol;
/** A passed check, bound to one account and one record. Only lib/governance/claims makes one. */
export type ClaimProof = ClaimEvidence & {
  readonly accountId: string;
  readonly authorId: string;
  /** The row of `proofs` that it was observed in; null for what needs no token. */
  readonly proofId: string | null;
  readonly [proven]: true;
};

/** For lib/governance/claims alone, and for stories in seeds and tests. */
export const mintProof = (evidence: ClaimEvidence, accountId: string, authorId: string, proofId: string | null = null): ClaimProof =>
  ({ ...evidence, accountId, authorId, proofId }) as ClaimProof;
interface ClaimDecision {
  family: Family;
  strength: Strength;
  event: 'accept_at_once' | 'give_notice' | 'ask_review';
}

/**
 * Returns what a proof decides: a strong one at once; a fair or weak one after a public notice of seven days. A further record of an account
 * whose names are not those of its other records is decided by people, whatever the proof: one account is one person.
 */
export function claimDecision(evidence: ClaimEvidence, isSamePerson = true): ClaimDecision {
  const strength = strengthOf(evidence);
  const event = !isSamePerson ? 'ask_review' : strength === 'strong' ? 'accept_at_once' : 'give_notice';
  return { family: proofRules[evidence.by].family, strength, event };
}

export const noticeDays = 7;
/** What an objection that stops a claim does to it; null where the claim stays as it is and only its edits are frozen. */
export const disputeEvent = (stage: ClaimStage, claimStrength: Strength): 'object' | 'suspend' | null => {
  if (stage === 'notice_period') return 'object';
  return stage === 'accepted' && claimStrength !== 'strong' ? 'suspend' : null;
};

/** When a notice ends that a doubt had stopped and that goes on: at its seventh day, at the earliest a day from now. */
export const resumedNotice = (createdAt: Date, at: Date): Date =>
  new Date(Math.max(createdAt.getTime() + daysMs(noticeDays), at.getTime() + daysMs(1)));

/** One account may wait for so many notices at a time, so that nobody reserves other people's records. */
export const maxOpenNotices = 5;
/** One account may claim so many records and object to so many claims a day. */
export const claimsPerDay = 5;

export type ClaimErrorCode =
  | 'not_signed_in'
  | 'unknown_author'
  | 'organisation_record'
  | 'unresolved_record'
  | 'already_claimed'
  | 'already_yours'
  | 'needs_confirmed_email'
  | 'needs_orcid'
  | 'another_orcid_on_record'
  | 'too_many_open_claims'
  | 'too_many_claims_today'
  | 'objection_open';

/** What may be decided before a proof is looked at. */
export interface ClaimFacts {
  accountId: string | null;
  author: { kind: string; worksCount: number; level: number | null } | null;
  /** The claim that holds the record now. */
  holder: { accountId: string; stage: ClaimStage; strength: Strength } | null;
}

/** Why an account may not claim a record, whatever its proof; null where it may. What the record itself rules out comes first. */
export function claimRefusal({ accountId, author, holder }: ClaimFacts): ClaimErrorCode | null {
  if (!author) return 'unknown_author';
  if (author.kind === 'organisation') return 'organisation_record';
  // Of a profile that they have created, its owner shows proofs before any source lists it.
  const isOwn = accountId !== null && holder?.accountId === accountId;
  if (!isOwn && (author.worksCount === 0 || author.level === 0)) return 'unresolved_record';
  if (accountId === null) return holder ? 'already_claimed' : 'not_signed_in';
  if (!holder) return null;
  return holder.accountId === accountId ? 'already_yours' : 'already_claimed';
}

/**
 * What an earlier objection asks of the next claim: anyone who takes a doubted claim back, and anybody else, needs a strong proof of
 * their own. Otherwise the doubt would end by claiming once more.
 */
export const objectionRefusal = (strength: Strength, isActive: boolean): 'objection_open' | null =>
  isActive && strength !== 'strong' ? 'objection_open' : null;

const order: readonly Strength[] = ['weak', 'fair', 'strong'];
export const isStronger = (strength: Strength, than: Strength): boolean => order.indexOf(strength) > order.indexOf(than);

/** A title as two registries can be compared by it: folded words, at least three of them, or null. */
export function comparableTitle(title: string): string | null {
  const found = tokenize(title);
  return found.length >= 3 ? found.join(' ') : null;
}

/** A claim as its account sees it. */
export interface ClaimView {
  id: string;
  stage: ClaimStage;
  strength: Strength;
  author: { id: string; slug: string; name: string };
  createdAt: Date;
  noticeEndsAt: Date | null;
  decidedAt: Date | null;
  /** Why it was rejected or suspended, and what fixes that: words of closed lists (lib/governance/cases/model/review-case.ts). */
  reason: string | null;
  remedy: string | null;
}

/** An objection as the account sees it that has shown a strong proof against somebody else's claim. */
export interface ObjectionView {
  id: string;
  /** Under which it is decided, together with other objections to the same claim. */
  questionId: string;
  author: { id: string; slug: string; name: string };
  at: Date;
  /** 'open' | 'upheld' | 'dismissed' | 'withdrawn'. */
  state: string;
  /** Nothing can be changed on the record while it is open. */
  marks: boolean;
  decidedAt: Date | null;
  /** The state of the claim that it was raised against. */
  claimStage: string;
}

/** An open doubt about the reader's own claim: since when and by what, never by whom. */
export interface Doubt {
  id: string;
  at: Date;
  kind: string;
  /** Nothing can be changed on the record meanwhile. */
  marks: boolean;
}
