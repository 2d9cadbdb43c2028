import { declineCooldownDays, invitationDays } from '#lib/community/limits.ts';
import { defineNotificationGroup, type NotificationFacts, nameOrSomebody } from './notification-text.ts';

const invitationStates: ReadonlyMap<string, string> = new Map([
  ['accepted', 'You have accepted it.'],
  ['declined', 'You have declined it.'],
  ['withdrawn', 'It was withdrawn.'],
  ['expired', 'It has expired.'],
  ['ended', 'It has ended.'],
]);

/** What the recipient needs in order to decide. */
const openInvitationLines = ({ name, from, common, excerpt, until }: NotificationFacts): string[] => [
  ...(from ? [`${name ?? 'Somebody'}: ${from}.`] : []),
  ...(common ? [`Co-authors of you both: ${common}.`] : []),
  ...(excerpt ? [`“${excerpt}”`] : []),
  `You can accept, decline, or ignore it${until ? ` until ${until}` : `. It expires after ${invitationDays} days`}.`,
];

export const invitationNotifications = defineNotificationGroup('Invitations', {
  invitation_received: {
    label: 'Somebody invites you',
    title: (facts) => `${nameOrSomebody(facts)} invites you`,
    text: (facts) => {
      const about = `It is about: ${facts.purpose ?? 'collaboration'}.`;
      const end = invitationStates.get(facts.state ?? '');
      return end ? `${about} ${end}` : [about, ...openInvitationLines(facts)].join('\n\n');
    },
    link: 'Read the invitation',
  },
  listing_ends: {
    label: 'Your listing as open to collaborate ends',
    title: (facts) => `Your listing ends on ${facts.until ?? 'a day soon'}`,
    text: 'You are listed as open to collaborate. Renew it if you still are. Your profile stays as it is.',
    link: 'Renew your listing',
  },
  invitation_accepted: {
    label: 'Your invitation is accepted',
    title: (facts) => `${nameOrSomebody(facts)} has accepted your invitation`,
    text: 'A conversation is open between the two of you.',
    link: 'Open the conversation',
  },
  invitation_declined: {
    label: 'Your invitation is declined',
    title: (facts) => `${nameOrSomebody(facts)} has declined your invitation`,
    text: (facts) => `${facts.reason ? `They say: ${facts.reason}. ` : ''}You can invite them again after ${declineCooldownDays} days.`,
    link: 'See the invitation',
  },
  invitation_expired: {
    label: 'Your invitation has expired',
    mail: 'digest',
    title: (facts) => `Your invitation to ${nameOrSomebody(facts)} has expired`,
    text: `It had no answer within ${invitationDays} days. You can invite them again.`,
    link: 'See the invitation',
  },
  invitation_ended: {
    label: 'The account that you invited no longer exists',
    mail: 'digest',
    title: 'Your invitation has ended',
    text: 'The recipient’s account no longer exists. It was not declined, and you do not need to do anything.',
    link: 'See the invitation',
  },
});

export const conversationNotifications = defineNotificationGroup('Conversations', {
  message_received: {
    label: 'New message',
    title: (facts) => `${nameOrSomebody(facts)} has written to you`,
    text: 'New message in your conversation.',
    link: 'Open the conversation',
  },
});
