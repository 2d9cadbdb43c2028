declare const ownerBrand: unique symbol;

/** Proof that an account owns a record. Created only by `ownership` of this module. */
export interface Owner {
  readonly accountId: string;
  readonly authorId: string;
  readonly [ownerBrand]: true;
}

/** Only for `ownership`, and for seeds and tests. */
export const mintOwner = (accountId: string, authorId: string): Owner => ({ accountId, authorId }) as Owner;

/** From whom an owner accepts invitations, widest audience first. Level L2 is the minimum for sending one. */
export const invitationAudience = {
  anybody: 'everybody with a claimed profile at level L2 or above',
  l3: 'people whose profile is at level L3 or above',
  known: 'people with whom they share a work or a collaborator',
} as const;

export type InvitationAudience = keyof typeof invitationAudience;

export const invitationAudienceIds = Object.keys(invitationAudience) as [InvitationAudience, ...InvitationAudience[]];

/** Limits that an owner sets for invitations, in addition to the general ones. */
export interface OwnLimits {
  from: InvitationAudience;
  /** Maximum number of invitations in 30 days; null for no limit. */
  monthly: number | null;
}

export const noLimits: OwnLimits = { from: 'anybody', monthly: null };

const isInvitationAudience = (value: unknown): value is InvitationAudience => invitationAudienceIds.some((each) => each === value);

/** Parses the limits stored with the availability. Invalid values count as no limit. */
export const limitsIn = (stored: { from?: string; monthly?: number } | null | undefined): OwnLimits => ({
  from: isInvitationAudience(stored?.from) ? stored.from : noLimits.from,
  monthly: stored?.monthly ?? null,
});
