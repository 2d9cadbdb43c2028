import { formatDate } from '#lib/catalog/works/model/dates.ts';
import { appealDays } from '#lib/community/limits.ts';
import { recentSignInMinutes } from '#lib/platform/limits.ts';
import { appealSentence, defineNotificationGroup, nameOrSomebody, reasonText } from './notification-text.ts';

const reviewerChanges: Record<string, { title: string; text: string }> = {
  appointed: {
    title: 'You are a reviewer now',
    text: `An admin has accepted your offer. You vote with others on claims, objections, reports and merges. Each vote needs a sign-in with your passkey within the last ${recentSignInMinutes} minutes.`,
  },
  declined: {
    title: 'Your offer to review is declined',
    text: 'An admin has declined your offer to review. Your profile and your account do not change.',
  },
  dismissed: {
    title: 'You are no longer a reviewer',
    text: 'An admin has ended your role as a reviewer. Your votes on open cases no longer count. Your profile and your account do not change.',
  },
};

const waitingTitles: Record<string, string> = {
  contested: 'The sources of a corrected work have changed',
  reopened: 'A correction of your work has lost an author who agreed',
};

const waitingTitlesOfProfile: Record<string, string> = {
  contested: 'The sources of a corrected profile have changed',
  reopened: 'A correction that an earlier owner of your profile accepted waits for you',
};

export const reportNotifications = defineNotificationGroup('Reports', {
  report_decided: {
    label: 'Your report is decided',
    mail: 'digest',
    title: (facts) => (facts.decision === 'uphold' ? 'Your report was upheld' : 'Your report was not upheld'),
    text: (facts) => `It was about ${nameOrSomebody(facts)}.${reasonText(facts)}${appealSentence(facts)}`,
    link: (facts) => (facts.until ? 'See why, and what to do' : 'See your reports'),
  },
  report_about_you: {
    label: 'A report about your profile is upheld',
    title: (facts) => `A report about the profile of ${nameOrSomebody(facts)} was upheld`,
    text: (facts) =>
      `Somebody filed a report, and the reviewers upheld it.${reasonText(facts)}${appealSentence(facts) || ` You can appeal the decision within ${appealDays} days.`}`,
    link: 'See why, and what to do',
  },
  correction_decided: {
    label: 'A correction that you suggested is decided',
    mail: 'digest',
    title: (facts) => (facts.decision === 'approve' ? 'Your correction is shown' : 'Your correction was not accepted'),
    text: (facts) =>
      `It was about the ${facts.field ?? 'field'} of “${facts.name ?? 'a work'}”.${reasonText(facts)}${appealSentence(facts)}`,
    link: (facts) => (facts.until ? 'See why, and what to do' : 'See the corrections of the work'),
  },
  correction_waiting: {
    label: 'A correction of your work waits for its authors',
    mail: 'digest',
    title: (facts) => waitingTitles[facts.state ?? ''] ?? 'A correction of your work is suggested',
    text: (facts) =>
      facts.state === 'contested'
        ? `They now state another ${facts.field ?? 'value'} of “${facts.name ?? 'a work'}”. The correction is shown until two owners among its authors agree with it again, or one of them ends it.`
        : `It is about the ${facts.field ?? 'field'} of “${facts.name ?? 'a work'}”. If two owners among its authors agree, it is shown.`,
    link: 'See the correction',
  },
  correction_agreed: {
    label: 'A correction of your work will be shown',
    hasObjection: true,
    title: (facts) => `A correction of your work is shown from ${facts.until ?? 'a day soon'}`,
    text: (facts) =>
      `Owners among its authors agree with a correction of the ${facts.field ?? 'field'} of “${facts.name ?? 'a work'}”. If it is wrong, contest it before that day. Then reviewers decide, and nothing changes until then.`,
    link: 'See the correction, and contest it',
  },
  record_correction_decided: {
    label: 'A correction of a profile that you suggested is decided',
    mail: 'digest',
    title: (facts) => (facts.decision === 'approve' ? 'Your correction is shown' : 'Your correction was not accepted'),
    text: (facts) =>
      `It was about the ${facts.field ?? 'field'} of ${nameOrSomebody(facts)}${facts.by === 'owner' ? ', whose owner decided' : ''}.${reasonText(facts)}${appealSentence(facts)}`,
    link: (facts) => (facts.until ? 'See why, and what to do' : 'See the corrections of the profile'),
  },
  record_correction_waiting: {
    label: 'A correction of your profile waits for you',
    title: (facts) => waitingTitlesOfProfile[facts.state ?? ''] ?? 'A correction of your profile is suggested',
    text: (facts) => `It is about the ${facts.field ?? 'field'} of ${nameOrSomebody(facts)}. You alone decide whether it is shown.`,
    link: 'Accept or decline it',
  },
});

export const reviewNotifications = defineNotificationGroup('Reviews', {
  review_waiting: {
    label: 'Cases need your decision',
    mail: 'digest',
    text: (facts) =>
      facts.since ? `Cases are waiting for reviewers, the oldest since ${formatDate(facts.since)}.` : 'Cases are waiting for reviewers.',
    link: 'Open the review queue',
  },
  reviewer_changed: {
    label: 'Your role as a reviewer has changed',
    title: ({ change }) => reviewerChanges[change ?? '']?.title ?? 'Your role as a reviewer has changed',
    text: ({ change }) => reviewerChanges[change ?? '']?.text ?? 'Your dashboard shows your role.',
    link: ({ change }) => (change === 'appointed' ? 'Open the review queue' : 'Open your dashboard'),
  },
});
