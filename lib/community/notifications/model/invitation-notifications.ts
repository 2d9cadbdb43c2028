import { defineNotificationGroup, nameOrSomebody } from './notification-text.ts';

export const invitationNotifications = defineNotificationGroup('Invitations', {
  invitation_received: {
    label: 'Somebody invites you',
    text: (facts) => ({
      title: `${nameOrSomebody(facts)} invites you`,
      text: `It is about: ${facts.purpose ?? 'collaboration'}. You can accept, decline, or ignore it. It expires after 30 days.`,
      label: 'Read the invitation',
    }),
  },
  invitation_accepted: {
    label: 'Your invitation is accepted',
    text: (facts) => ({
      title: `${nameOrSomebody(facts)} has accepted your invitation`,
      text: 'A conversation is open between the two of you.',
      label: 'Open the conversation',
    }),
  },
  invitation_declined: {
    label: 'Your invitation is declined',
    text: (facts) => ({
      title: `${nameOrSomebody(facts)} has declined your invitation`,
      text: facts.reason
        ? `They say: ${facts.reason}. You can invite them again after 90 days.`
        : 'You can invite them again after 90 days.',
      label: 'See the invitation',
    }),
  },
  invitation_expired: {
    label: 'Your invitation has expired',
    mail: 'digest',
    text: (facts) => ({
      title: `Your invitation to ${nameOrSomebody(facts)} has expired`,
      text: 'It had no answer within 30 days. You can invite them again.',
      label: 'See the invitation',
    }),
  },
  invitation_ended: {
    label: 'The account that you invited no longer exists',
    mail: 'digest',
    text: () => ({
      title: 'Your invitation has ended',
      text: 'The recipient’s account no longer exists. It was not declined, and you do not need to do anything.',
      label: 'See the invitation',
    }),
  },
});

export const conversationNotifications = defineNotificationGroup('Conversations', {
  message_received: {
    label: 'New message',
    text: (facts) => ({
      title: `${nameOrSomebody(facts)} has written to you`,
      text: 'New message in your conversation.',
      label: 'Open the conversation',
    }),
  },
});
