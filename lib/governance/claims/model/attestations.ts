import { z } from 'zod';
import { type LevelPower, type PowerErrorCode, weeklyLimit } from '#lib/catalog/powers/model.ts';
import { monthsAfter } from './proofs.ts';

/** Kinds of attestations (trust.md, family "people"). */
export const attestationKinds = ['confirmation', 'vouch'] as const;
export type AttestationKind = (typeof attestationKinds)[number];
export type AttestationState = 'requested' | 'given' | 'declined' | 'withdrawn' | 'expired';

const id = z.string().min(1).max(40);
export const attestationRequestInput = z.object({ authorId: id, fromAuthorId: id, kind: z.enum(attestationKinds) });
export type AttestationRequestInput = z.infer<typeof attestationRequestInput>;
export const attestationIdInput = z.object({ attestationId: id });
export type AttestationIdInput = z.infer<typeof attestationIdInput>;
export const vouchInput = z.object({ fromAuthorId: id, record: z.string().trim().min(1, 'Type the address of the profile.').max(300) });

/** Quota of vouches for each account: `inDays` within `days` days, and `inAll` active ones. */
export const vouchQuota = { days: 30, inDays: 5, inAll: 20 } as const;
export const vouchMonths = 24;
/** The power that an attester needs. */
export const attestingPower = { confirmation: 'confirm', vouch: 'vouch' } as const satisfies Record<AttestationKind, LevelPower>;

/** Days in which the requests of a profile are counted. */
export const requestQuotaDays = 7;
/** Returns how many attestations a profile can request in that time. */
export const requestQuota = (level: number): number => weeklyLimit('ask_confirmation', level);

/** Returns when an attestation expires: a vouch after 24 months, a confirmation never (null). */
export const attestationExpiresAt = (kind: AttestationKind, at: Date): Date | null =>
  kind === 'vouch' ? monthsAfter(at, vouchMonths) : null;

export type AttestationErrorCode =
  | PowerErrorCode
  | 'not_your_record'
  | 'unknown_author'
  | 'attestation_for_unclaimed_record'
  | 'self_attestation'
  | 'attestation_needs_level'
  | 'attestation_needs_work'
  | 'attestation_exists'
  | 'attestation_closed'
  | 'request_limit_reached'
  | 'vouching_limit_reached';

interface AttestationFacts {
  kind: AttestationKind;
  /** The owner of the record that the attestation is about. */
  about: { ownerId: string | null; claimed: boolean };
  /** The attester. */
  from: { ownerId: string | null; claimed: boolean; hasPower: boolean };
  sharesWork: boolean;
}

/** Returns why an attestation would not count, or null. Both records must be claimed. */
export function attestationRefusal({ kind, about, from, sharesWork }: AttestationFacts): AttestationErrorCode | null {
  if (!about.claimed || about.ownerId === null) return 'attestation_for_unclaimed_record';
  if (!from.claimed || from.ownerId === null) return 'not_your_record';
  if (about.ownerId === from.ownerId) return 'self_attestation';
  if (!from.hasPower) return 'attestation_needs_level';
  return kind === 'confirmation' && !sharesWork ? 'attestation_needs_work' : null;
}

/** Whether another vouch is within the quotas. */
export const mayVouch = ({ recent, active }: { recent: number; active: number }): boolean =>
  recent < vouchQuota.inDays && active < vouchQuota.inAll;

/** An attestation as one of its two parties sees it. */
export interface AttestationView {
  id: string;
  kind: AttestationKind;
  state: AttestationState;
  about: { slug: string; name: string };
  from: { slug: string; name: string };
  work: { id: string; title: string | null } | null;
  at: Date;
  expiresAt: Date | null;
}

/** A person who can be asked for an attestation. */
export interface AttestationCandidate {
  authorId: string;
  slug: string;
  name: string;
  kinds: AttestationKind[];
  work: { id: string; title: string | null };
}
