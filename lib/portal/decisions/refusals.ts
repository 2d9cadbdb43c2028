import { type Refusal, refusalLinks } from '#lib/platform/refusals.ts';
import { minAccountDays } from './model/reviewers.ts';

export const decisionRefusals = {
  not_an_admin: {
    status: 403,
    title: 'Only admins can do this',
    detail: 'Your account is not an admin.',
    action: 'Ask the operator to run: npm run accounts -- grant-admin <email>',
  },
  too_close_to_decide: {
    status: 403,
    title: 'You have a conflict of interest',
    detail: 'You own, claimed or reported this profile, objected to a claim on it, or are a co-author.',
    action: 'Ask another admin of this instance.',
  },
  too_close_to_revert: {
    status: 403,
    title: 'You have a conflict of interest',
    detail: 'You suggested it, or own a profile that signs the work. Corrections of a claimed profile are for its owner to decide.',
    action: 'Ask another reviewer. If you agreed to it as an author, revert it as an author.',
  },
  not_frozen: {
    title: 'This profile is not frozen',
    detail: 'The freeze was lifted before.',
    action: 'Choose another case from the queue.',
    link: { href: '/review', label: 'Go to the review queue' },
  },
  own_appointment: {
    status: 403,
    title: 'You cannot appoint or dismiss yourself',
    detail: 'Another admin decides who reviews.',
    action: 'Ask another admin. To stop reviewing, use your dashboard.',
    link: refusalLinks.dashboard,
  },
  unknown_volunteer: {
    status: 404,
    title: 'There is no such volunteer or reviewer',
    detail: 'They withdrew their offer, or another admin decided in the meantime.',
    action: 'Reload the page to see the current list.',
    link: { href: '/admin#reviewers', label: 'See reviewers' },
  },
  reviewer_not_eligible: {
    title: 'This person does not meet all conditions yet',
    detail: `A reviewer needs a profile at level L4, an account of at least ${minAccountDays} days, and a passkey.`,
    action: 'Appoint them after all conditions are met. Their dashboard shows what is missing.',
    link: { href: '/admin#reviewers', label: 'See reviewers' },
  },
  level_too_low_to_review: {
    status: 403,
    title: 'Your profile is not at level L4',
    detail: 'A reviewer needs a profile with two fresh proofs of different families.',
    action: 'See on your profile which conditions are not met.',
    link: refusalLinks.dashboard,
  },
} as const satisfies Record<string, Refusal>;
