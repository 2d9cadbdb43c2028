import type { Limit } from '#lib/platform/limits.ts';

declare const ownerBrand: unique symbol;

/** Proof that an account owns a record. Created only by `proveOwnership` of this module. */
export interface Owner {
  readonly accountId: string;
  readonly authorId: string;
  readonly [ownerBrand]: true;
}

/** Only for `proveOwnership`, and for seeds and tests. */
export const mintOwner = (accountId: string, authorId: string): Owner => ({ accountId, authorId }) as Owner;

/** Size of an uploaded form with its photo. */
export const maxPhotoBytes = 8 * 1024 * 1024;
/** Phones take photos of up to 50 million pixels. A small file can declare many more. */
export const maxPhotoPixels = 60_000_000;
export const photoLimit: Limit = { times: 10, minutes: 60 };

/** From whom an owner accepts invitations, widest audience first. Level L2 is the minimum for sending one. */
export const invitationAudiences = {
  anybody: 'everybody with a claimed profile at level L2 or above',
  l3: 'people whose profile is at level L3 or above',
  known: 'people with whom they share a work or a collaborator',
} as const;

export type InvitationAudience = keyof typeof invitationAudiences;

export const invitationAudienceIds = Object.keys(invitationAudiences) as [InvitationAudience, ...InvitationAudience[]];

/** Limits that an owner sets for invitations, in addition to the general ones. */
export interface InvitationLimits {
  from: InvitationAudience;
  /** Maximum number of invitations in 30 days; null for no limit. */
  monthly: number | null;
}

export const noInvitationLimits: InvitationLimits = { from: 'anybody', monthly: null };

const isInvitationAudience = (value: unknown): value is InvitationAudience => invitationAudienceIds.some((each) => each === value);

/** Parses the limits stored with the availability. Invalid values count as no limit. */
export const parseInvitationLimits = (stored: { from?: string; monthly?: number } | null | undefined): InvitationLimits => ({
  from: isInvitationAudience(stored?.from) ? stored.from : noInvitationLimits.from,
  monthly: stored?.monthly ?? null,
});
