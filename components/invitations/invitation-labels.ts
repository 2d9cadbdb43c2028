import type { InvitationState } from '#lib/community/invitations/model/invitation.ts';
import { formerMember } from '#lib/platform/auth/erased-account.ts';

/** Labels of invitation states. */
export const stateLabels: Record<InvitationState, string> = {
  sent: 'sent',
  seen: 'seen',
  accepted: 'accepted',
  declined: 'declined',
  expired: 'expired',
  withdrawn: 'withdrawn',
};

/** Returns the name of a person for use within a sentence. */
export const nameInSentence = (name: string): string => (name === formerMember ? 'a former member' : name);
