import type { InvitationState } from '#lib/invitations/model.ts';

/** Where an invitation stands. */
export const stateWords: Record<InvitationState, string> = {
  sent: 'sent',
  seen: 'seen',
  accepted: 'accepted',
  declined: 'declined',
  expired: 'ran out',
  withdrawn: 'taken back',
};
