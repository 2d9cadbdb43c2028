import { revertDays } from '#lib/community/limits.ts';
import { formatLimit } from '#lib/platform/limits.ts';
import type { Refusal } from '#lib/platform/refusals.ts';
import { proposalsLimit } from './model/changes.ts';
import { visibilityLinkHours } from './model/visibility.ts';

/** The error codes of this module. */
export const identityRefusals = {
  different_kinds: {
    title: 'One profile is a person, the other an organisation',
    detail: 'A person and an organisation cannot be merged.',
    action: 'If a profile has the wrong kind, report it from its page.',
  },
  two_person_ids: {
    title: 'The two profiles have different ORCID iDs',
    detail: 'Two iDs mean two people, unless a source is wrong.',
    action: 'If an iD is wrong, report it from its profile. Then propose the merge again.',
  },
  claim_waits: {
    title: 'A claim to this profile is not decided yet',
    detail: 'The profile cannot change during the review.',
    action: 'Try again after the claim is decided.',
  },
  claim_other_first: {
    title: 'One profile has an owner who has not claimed the other',
    detail: 'A merge gives nobody works or a name that they have not claimed. The approval of reviewers does not replace a claim.',
    action: 'If both profiles are yours, claim the other one first. Then you can merge them.',
  },
  no_works_chosen: {
    status: 400,
    title: 'You selected no works',
    detail: 'A split needs the works that leave the profile.',
    action: 'Select at least one work of the other person.',
  },
  all_works_chosen: {
    status: 400,
    title: 'You selected all works',
    detail: 'A split cannot leave a profile empty.',
    action: 'Leave at least one work unselected.',
  },
  objection_link_used: {
    status: 410,
    title: 'This link does not work any more',
    detail: 'You have objected before, or what it is about has been decided since.',
    action: 'Open the page that the email links to. It says what has happened since.',
  },
  works_proved_by_another: {
    title: 'Somebody has proved that these works are theirs',
    detail: 'The proof against your claim names each of the works that you selected.',
    action: 'Select other works. If these are yours, add a strong proof to your claim: then reviewers decide.',
  },
  works_changed: {
    title: 'The profile has changed in the meantime',
    detail: 'Its works are not those that the page showed.',
    action: 'Check the works on this page, and choose again.',
  },
  already_proposed: {
    title: 'This merge is already under review',
    detail: 'Somebody proposed it before, and it is not decided yet.',
    action: 'You do not need to do anything.',
  },
  decided_apart: {
    title: 'It is decided that these are two people',
    detail: 'An owner or reviewers kept the two profiles apart. Nobody is asked again.',
    action: 'If both are yours, show a strong proof for each: then you can merge them at once.',
  },
  too_many_proposals: {
    status: 429,
    title: 'You have proposed many changes today',
    detail: `An account can propose ${formatLimit(proposalsLimit, 'merges and splits')}.`,
    action: 'Continue tomorrow.',
  },
  unknown_change: {
    status: 404,
    title: 'This change does not exist',
    detail: 'No merge or split has this number.',
    action: 'Check the history of the profile.',
  },
  change_closed: {
    title: 'This change is closed',
    detail: 'It was applied, undone, rejected or withdrawn in the meantime.',
    action: 'See the result in the history of the profile.',
  },
  unknown_proposal: {
    status: 404,
    title: 'This proposal cannot be withdrawn',
    detail: 'It was decided or withdrawn, or it is not yours.',
    action: 'Check the proposals in your network.',
    link: { href: '/me/network#proposals', label: 'Go to your proposals' },
  },
  revert_deadline_passed: {
    status: 410,
    title: 'This change can no longer be undone',
    detail: `The time limit of ${revertDays} days has passed.`,
    action: 'Propose the opposite change: a split after a merge, or a merge after a split.',
  },
  change_built_on: {
    title: 'A later change depends on this one',
    detail: 'The later change must be undone first.',
    action: 'Undo the later change. The history lists the newest first.',
  },
  record_claimed: {
    title: 'The new profile of this split is claimed',
    detail: 'Its works belong to another person now.',
    action: 'Contact its owner, or report the profile.',
  },
  not_listed_yet: {
    title: 'This profile is not listed yet',
    detail: 'You have created it, and no source and no proof supports it. Only people with its address find it.',
    action: 'Add a proof first.',
  },
  visibility_link_used: {
    status: 410,
    title: 'This link does not work any more',
    detail: `It was used, or is older than ${visibilityLinkHours} hours.`,
    action: 'If nothing has changed, request a new link.',
    link: { href: '/visibility', label: 'Request a new link' },
  },
} as const satisfies Record<string, Refusal>;
