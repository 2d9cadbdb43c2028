declare const owned: unique symbol;

/** Proof that an account owns a record. Only `ownership` of this module makes one. */
export interface Owner {
  readonly accountId: string;
  readonly authorId: string;
  readonly [owned]: true;
}

/** For `ownership` alone, and for stories in seeds and tests. */
export const mintOwner = (accountId: string, authorId: string): Owner => ({ accountId, authorId }) as Owner;

/** From whom an owner takes invitations, the widest first. Level L2 is the least from which anybody can send one. */
export const invitationAudience = {
  anybody: 'everybody with a claimed profile at level L2 or above',
  l3: 'people whose profile is at level L3 or above',
  known: 'people with whom they share a work or a collaborator',
} as const;

export type InvitationAudience = keyof typeof invitationAudience;

export const invitationAudienceIds = Object.keys(invitationAudience) as [InvitationAudience, ...InvitationAudience[]];

/** Limits of an owner's own, besides those that hold for everybody. */
export interface OwnLimits {
  from: InvitationAudience;
  /** Invitations in any 30 days; null where they have set no limit. */
  monthly: number | null;
}

export const noLimits: OwnLimits = { from: 'anybody', monthly: null };

const isTakenFrom = (word: unknown): word is InvitationAudience => invitationAudienceIds.some((each) => each === word);

/** The limits as they are stored with the availability; what cannot be read is no limit. */
export const limitsIn = (stored: { from?: string; monthly?: number } | null | undefined): OwnLimits => ({
  from: isTakenFrom(stored?.from) ? stored.from : noLimits.from,
  monthly: stored?.monthly ?? null,
});
