import { formerMember } from '#lib/community/accounts/model/erasure.ts';
import type { InvitationState } from '#lib/community/invitations/model.ts';

/** Where an invitation stands. */
export const stateWords: Record<InvitationState, string> = {
  sent: 'sent',
  seen: 'seen',
  accepted: 'accepted',
  declined: 'declined',
  expired: 'ran out',
  withdrawn: 'taken back',
};

/** The name of one side in the middle of a sentence. */
export const within = (name: string): string => (name === formerMember ? 'a former member' : name);
