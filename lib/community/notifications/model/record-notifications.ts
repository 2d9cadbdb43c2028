import { unprovenRequestHours } from '#lib/catalog/powers/model.ts';
import { revertDays } from '#lib/community/limits.ts';
import { inWords } from '#lib/platform/limits.ts';
import { appealSentence, defineNotificationGroup, type NotificationFacts, nameOrSomebody, reasonText } from './notification-text.ts';

const changeOutcomes: Readonly<Record<string, string>> = { approve: 'made', undone: 'undone' };

const changedBy: Readonly<Record<string, string>> = { reviewers: 'Reviewers', source: 'A source' };
const whoOf = ({ by = '' }: NotificationFacts): string => changedBy[by] ?? 'Others';
const workOf = ({ name = '' }: NotificationFacts): string => name || 'a work without a title';

/** What others can change on a record, by whom, and how its owner objects. */
const recordChanges = {
  work_added: {
    title: () => 'A work was added to your profile',
    text: (facts: NotificationFacts) =>
      `${whoOf(facts)} upheld a report that “${workOf(facts)}” was missing. If it is not yours, say so on the page of your works.`,
    link: 'See your works, and say which are yours',
  },
  work_not_added: {
    title: () => 'The work that you reported could not be added',
    text: (facts: NotificationFacts) =>
      `No registry knows it, none of its authors has the name of the profile, or somebody else owns the profile that has it: “${workOf(facts)}”. Report it again with its DOI, or ask that the profiles are merged.`,
    link: 'See your reports',
  },
  works_listed: {
    title: ({ count = '1' }: NotificationFacts) =>
      count === '1' ? 'A work was added to your profile' : `${count} works were added to your profile`,
    text: (facts: NotificationFacts) =>
      `${whoOf(facts)} lists ${facts.count === '1' ? `“${workOf(facts)}”` : 'them'} under your name or id. If one is not yours, say so on the page of your works.`,
    link: 'See your works, and say which are yours',
  },
  work_corrected: {
    title: (facts: NotificationFacts) => `The ${facts.field ?? 'value'} of your work has changed`,
    text: (facts: NotificationFacts) =>
      `${whoOf(facts)} accepted a correction of the ${facts.field ?? 'value'} of “${workOf(facts)}”. If it is wrong, contest it on the page of its corrections.`,
    link: 'See the correction, and contest it',
  },
  correction_reverted: {
    title: (facts: NotificationFacts) => `The ${facts.field ?? 'value'} of your work is as the sources say again`,
    text: (facts: NotificationFacts) =>
      `${whoOf(facts)} ended a correction of the ${facts.field ?? 'value'} of “${workOf(facts)}”. If it was right, suggest it again on the page of its corrections.`,
    link: 'See the corrections of the work',
  },
};

const recordChangeOf = ({ change = '' }: NotificationFacts) =>
  recordChanges[Object.hasOwn(recordChanges, change) ? (change as keyof typeof recordChanges) : 'works_listed'];

const objectionSentence = 'If this is wrong, say so: with a strong proof for the profile that ends it, otherwise reviewers look at it.';

interface HidingText {
  title(facts: NotificationFacts): string;
  text(facts: NotificationFacts): string;
}

/** What somebody else's request to show a profile less has changed. */
const hidingTexts: Readonly<Record<string, HidingText>> & { requested: HidingText } = {
  at_risk: {
    title: () => 'Somebody says that you are at risk',
    text: ({ until = 'a day soon' }) => `Your affiliations are off your profile until ${until}. ${objectionSentence}`,
  },
  reduced: {
    title: (facts) => `The profile of ${nameOrSomebody(facts)} is found by its full name only`,
    text: ({ until = 'a day soon' }) =>
      `A person with an address at the institution has asked to hide it. It is found as before from ${until}, unless reviewers agree with them. ${objectionSentence}`,
  },
  applied: {
    title: (facts) => `The profile of ${nameOrSomebody(facts)} is shown less`,
    text: () => `A person with an address that one of the works prints has asked for it. ${objectionSentence}`,
  },
  requested: {
    title: (facts) => `Somebody asks to show the profile of ${nameOrSomebody(facts)} less`,
    text: () => `Nothing has changed: reviewers decide. ${objectionSentence}`,
  },
};

export const recordNotifications = defineNotificationGroup('Profiles', {
  change_decided: {
    label: 'A merge or split that concerns you is decided',
    title: (facts) =>
      `The ${facts.change === 'split' ? 'split' : 'merge'} of ${nameOrSomebody(facts)} is ${changeOutcomes[facts.decision ?? ''] ?? 'not made'}`,
    text: (facts) =>
      facts.decision === 'undone'
        ? 'Somebody who may do that has undone it. The profiles are as they were before.'
        : facts.reason
          ? `${reasonText(facts)}${appealSentence(facts)}`.trim()
          : 'The profiles have changed since it was proposed, so it cannot be applied. Review the profiles and propose it again.',
    link: 'See what was decided',
  },
  record_changed: {
    label: 'Others have changed what your profile shows',
    mail: 'digest',
    title: (facts) => recordChangeOf(facts).title(facts),
    text: (facts) => recordChangeOf(facts).text(facts),
    link: (facts) => recordChangeOf(facts).link,
  },
  profile_found: {
    label: 'A source lists works of the profile that you created',
    title: (facts) => `A source lists works of ${nameOrSomebody(facts)}`,
    text: (facts) =>
      `It names the author of a work that you have added. The profile that you created and this one are joined when your claim is accepted: on ${facts.until ?? 'the last day of the notice'}, if nobody objects, or at once with a strong proof. If this is not you, withdraw the claim.`,
    link: 'See the claim',
  },
  profile_joined: {
    label: 'The profile that you created is joined with the one of a source',
    title: (facts) => `Your profile and the works of ${nameOrSomebody(facts)} are joined`,
    text: `A source has brought a record of you, and what you have proved ties you to it. What you had stated is on it. For ${inWords(revertDays)} days you can undo this in its history.`,
    link: 'See the history',
  },
  record_ended: {
    label: 'A profile that you claimed or follow has ended',
    title: (facts) => `The profile “${facts.what ?? ''}” has ended`,
    text: (facts) =>
      `${facts.why === 'group' ? 'This is the name of a group' : 'No work has this name any more: it is used where a name is not known, or its works are under another name'}, so no person can have this profile. ${
        facts.relation === 'claimed'
          ? 'Your claim has ended with it, with what you had stated there. If you are an author of one of its works, add the work to your own profile.'
          : 'You no longer follow it.'
      }`,
    link: (facts) => (facts.relation === 'claimed' ? 'Open your dashboard' : 'See who you follow'),
  },
  visibility_decided: {
    label: 'Your request about a name is decided',
    title: (facts) => (facts.decision === 'approve' ? 'A name is shown as you asked' : 'A name stays as it is'),
    text: (facts) => `The reviewers have decided on your request.${reasonText(facts)}${appealSentence(facts)}`,
    link: (facts) => (facts.decision === 'approve' ? 'Name visibility' : 'See why, and what to do'),
  },
  hiding_requested: {
    label: 'Somebody asks that your profile is shown less',
    hasObjection: true,
    title: (facts) => (hidingTexts[facts.how ?? ''] ?? hidingTexts.requested).title(facts),
    text: (facts) => (hidingTexts[facts.how ?? ''] ?? hidingTexts.requested).text(facts),
    link: 'See what is shown',
  },
  person_at_risk: {
    label: 'A person is at risk',
    always: true,
    title: 'Somebody asks for protection',
    text: `A request says that a person is at risk. Their affiliations are off the page for ${unprovenRequestHours} hours. Decide in that time whether to hide the profile.`,
    link: 'Open the review queue',
  },
  orcid_works: {
    label: 'Your ORCID record has works that your profile does not have',
    mail: 'off',
    title: (facts) => (facts.count === '1' ? 'Your ORCID record has a new work' : `Your ORCID record has ${facts.count} new works`),
    text: (facts) =>
      `They are not on the profile of ${nameOrSomebody(facts)}. Read your ORCID record and choose what to add. Nothing is added by itself.`,
    link: 'Choose what to add',
  },
});
