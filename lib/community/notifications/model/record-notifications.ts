import { appealSentence, defineNotificationGroup, nameOrSomebody, reasonText } from './notification-text.ts';

const changeOutcomes: Readonly<Record<string, string>> = { approve: 'made', undone: 'undone' };

export const recordNotifications = defineNotificationGroup('Profiles', {
  change_decided: {
    label: 'A merge or split that concerns you is decided',
    text: (facts) => ({
      title: `The ${facts.change === 'split' ? 'split' : 'merge'} of ${nameOrSomebody(facts)} is ${changeOutcomes[facts.decision ?? ''] ?? 'not made'}`,
      text:
        facts.decision === 'undone'
          ? 'Somebody who may do that has undone it. The profiles are as they were before.'
          : facts.reason
            ? `${reasonText(facts)}${appealSentence(facts)}`.trim()
            : 'The profiles have changed since it was proposed, so it cannot be applied. Review the profiles and propose it again.',
      label: 'See what was decided',
    }),
  },
  visibility_decided: {
    label: 'Your request about a name is decided',
    text: (facts) => ({
      title: facts.decision === 'approve' ? 'A name is shown as you asked' : 'A name stays as it is',
      text: `The reviewers have decided on your request.${reasonText(facts)}${appealSentence(facts)}`,
      label: facts.decision === 'approve' ? 'Name visibility' : 'See why, and what to do',
    }),
  },
  orcid_works: {
    label: 'Your ORCID record has works that your profile does not have',
    mail: 'off',
    text: (facts) => ({
      title: facts.count === '1' ? 'Your ORCID record has a new work' : `Your ORCID record has ${facts.count} new works`,
      text: `They are not on the profile of ${nameOrSomebody(facts)}. Read your ORCID record and choose what to add. Nothing is added by itself.`,
      label: 'Choose what to add',
    }),
  },
});
