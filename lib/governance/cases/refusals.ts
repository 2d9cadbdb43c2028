import { appealDays, appointmentTieDays, jointWorkYears } from '#lib/community/limits.ts';
import { inWords } from '#lib/platform/limits.ts';
import { type Refusal, refusalLinks } from '#lib/platform/refusals.ts';

/** Returns the refusal of a deciding vote by a reviewer who is not independent of another voter. */
const tooClose = (tie: string) =>
  ({
    status: 403,
    title: 'You are not independent of another voter',
    detail: `${tie}. Deciding votes must come from independent people. Your vote was not saved.`,
    action: 'Leave this case to a reviewer who is independent of both of you.',
    link: { href: '/review', label: 'Go to the review queue' },
  }) as const;

/** The error codes of this module. */
export const caseRefusals = {
  unknown_decision: {
    status: 404,
    title: 'There is no such decision that you can appeal',
    detail: 'Only the person whom a decision went against can appeal it.',
    action: 'Check the claims and reports on your dashboard.',
    link: refusalLinks.dashboard,
  },
  appeal_filed: {
    title: 'You have already appealed this decision',
    detail: 'Each side can appeal a decision once.',
    action: 'Open the appeal to see its state.',
  },
  appeal_deadline_passed: {
    status: 410,
    title: 'The time limit for an appeal has passed',
    detail: `An appeal is possible within ${appealDays} days of a decision.`,
    action: 'If you have new facts, add another proof or send a new report.',
  },
  not_a_reviewer: {
    status: 404,
    title: 'This page is not available to you',
    detail: 'Your account is not a reviewer.',
    action: 'Go to your dashboard.',
    link: refusalLinks.dashboard,
  },
  unknown_review: {
    status: 404,
    title: 'There is no such review case for you',
    detail: 'It is not among the cases that you can decide.',
    action: 'Choose a case from the queue.',
    link: { href: '/review', label: 'Go to the review queue' },
  },
  review_decided: {
    title: 'This case is closed',
    detail: 'It was decided or withdrawn in the meantime.',
    action: 'Choose another case from the queue.',
    link: { href: '/review', label: 'Go to the review queue' },
  },
  already_voted: {
    title: 'You have already voted on this case',
    detail: 'Each reviewer has one vote. The case is waiting for a second reviewer.',
    action: 'Choose another case from the queue.',
    link: { href: '/review', label: 'Go to the review queue' },
  },
  rivals_changed: {
    title: 'The objections have changed',
    detail: 'An objection was added or withdrawn in the meantime. Your vote was not saved.',
    action: 'Open the case again, and compare all objections.',
    link: { href: '/review', label: 'Go to the review queue' },
  },
  evidence_changed: {
    title: 'The evidence has changed',
    detail: 'A proof was added, checked again or withdrawn in the meantime. Your vote was not saved.',
    action: 'Open the case again, and read what is new.',
    link: { href: '/review', label: 'Go to the review queue' },
  },
  record_merged: {
    title: 'The profile was merged into another one',
    detail: 'After the merge it cannot be assigned by itself.',
    action: 'To grant the appeal, revert the merge first. Otherwise confirm the first decision.',
  },
  reviewer_too_close_institution: tooClose('You share an institution'),
  reviewer_too_close_orcid: tooClose('You share an ORCID iD'),
  reviewer_too_close_network: tooClose('You have signed in from the same network'),
  reviewer_too_close_works: tooClose(`You have a joint work from the last ${inWords(jointWorkYears)} years`),
  reviewer_too_close_vouch: tooClose('One of you has vouched for the other, or the same person has vouched for both'),
  reviewer_too_close_appointment: tooClose(`One of you has appointed the other in the last ${appointmentTieDays} days`),
} as const satisfies Record<string, Refusal>;
