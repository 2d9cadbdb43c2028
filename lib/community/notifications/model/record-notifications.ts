import { appealSentence, type NotificationKinds, reasonText, someone } from './notification-text.ts';

export const recordNotifications = {
  change_decided: {
    group: 'Profiles',
    label: 'A merge or split that concerns you is decided',
    mail: 'now',
    text: (facts) => ({
      title: `The ${facts.change === 'split' ? 'split' : 'merge'} of ${someone(facts)} is ${facts.decision === 'approve' ? 'made' : 'not made'}`,
      text: facts.reason
        ? `${reasonText(facts)}${appealSentence(facts)}`.trim()
        : 'The profiles have changed since it was proposed, so it cannot be applied. Review the profiles and propose it again.',
      says: 'See what was decided',
    }),
  },
  visibility_decided: {
    group: 'Profiles',
    label: 'Your request about a name is decided',
    mail: 'now',
    text: (facts) => ({
      title: facts.decision === 'approve' ? 'A name is shown as you asked' : 'A name stays as it is',
      text: `The reviewers have decided on your request.${reasonText(facts)}${appealSentence(facts)}`,
      says: facts.decision === 'approve' ? 'How names are shown' : 'See why, and what to do',
    }),
  },
} as const satisfies NotificationKinds;
