import { appealSentence, type NotificationKinds, reasonText, someone } from './notification-text.ts';

const reviewerChanges: Record<string, { title: string; text: string }> = {
  appointed: {
    title: 'You are a reviewer now',
    text: 'An admin has accepted your offer. You decide with others on claims, objections, reports and merges. Each vote needs a sign-in with your passkey within the last 30 minutes.',
  },
  declined: {
    title: 'Your offer to decide is declined',
    text: 'An admin has declined your offer to decide on what waits. Your record and your account stay as they are.',
  },
  dismissed: {
    title: 'You are no longer a reviewer',
    text: 'An admin has ended your part in deciding. Your votes on questions that are open no longer count. Your record and your account stay as they are.',
  },
};

export const reviewNotifications = {
  report_decided: {
    group: 'Reports',
    label: 'A report of yours is decided',
    mail: 'digest',
    text: (facts) => ({
      title: facts.decision === 'uphold' ? 'Your report was upheld' : 'Your report was not upheld',
      text: `It was about ${someone(facts)}.${reasonText(facts)}${appealSentence(facts)}`,
      says: facts.until ? 'See why, and what to do' : 'See your reports',
    }),
  },
  report_about_you: {
    group: 'Reports',
    label: 'A report about a record of yours is upheld',
    mail: 'now',
    text: (facts) => ({
      title: `A report about the record of ${someone(facts)} was upheld`,
      text: `Somebody reported something, and the people who decide found that it holds.${reasonText(facts)}${appealSentence(facts) || ' You can ask for another look within 30 days.'}`,
      says: 'See why, and what to do',
    }),
  },
  review_waiting: {
    group: 'Deciding',
    label: 'Something waits for your decision',
    mail: 'digest',
    text: (facts) => ({
      title: 'Something waits for your decision',
      text: `Questions wait for somebody who may decide them; the oldest since ${facts.since ?? 'some time'}.`,
      says: 'See what waits',
    }),
  },
  reviewer_changed: {
    group: 'Deciding',
    label: 'You are a reviewer now, or no longer',
    mail: 'now',
    text: ({ change }) => ({
      title: reviewerChanges[change ?? '']?.title ?? 'Your part in deciding has changed',
      text: reviewerChanges[change ?? '']?.text ?? 'Your page says what you may decide.',
      says: change === 'appointed' ? 'See what waits' : 'Go to your page',
    }),
  },
} as const satisfies NotificationKinds;
