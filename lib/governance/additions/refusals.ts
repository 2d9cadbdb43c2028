import { formatLimit, formatSize } from '#lib/platform/limits.ts';
import type { Refusal } from '#lib/platform/refusals.ts';
import { additionsLimit, creationsLimit, maxEntries, maxLookups, maxPastedBytes, readingsLimit } from './model.ts';

/** The error codes of this module. */
export const additionRefusals = {
  nothing_to_read: {
    status: 400,
    title: 'There is nothing to read',
    detail: 'No text, no file and no identifier was given, or none of them holds a work.',
    action: 'Paste BibTeX, RIS, CSL-JSON or an RO-Crate, choose a file, or enter a DOI, an arXiv id or an ACL Anthology id.',
  },
  file_too_large: {
    status: 413,
    title: 'The file is too large',
    detail: `A file holds up to ${formatSize(maxPastedBytes)}.`,
    action: 'Split it, and add the parts.',
  },
  too_many_entries: {
    status: 400,
    title: 'These are too many works at once',
    detail: `Up to ${maxEntries} entries and ${maxLookups} identifiers can be read at once.`,
    action: 'Split them, and add the parts.',
  },
  too_many_additions: {
    status: 429,
    title: 'Too many works in a short time',
    detail: `An account can read works ${formatLimit(readingsLimit, 'times')}, and add works ${formatLimit(additionsLimit, 'times')}.`,
    action: 'Try again later.',
  },
  draft_changed: {
    title: 'The list has changed since you opened it',
    detail: 'You read other works in the meantime, or added these before.',
    action: 'Reload the page, and choose again.',
  },
  nothing_chosen: {
    status: 400,
    title: 'No work is selected',
    detail: 'Every entry is left out.',
    action: 'Select at least one work to add.',
  },
  no_orcid_linked: {
    status: 403,
    title: 'Your account is not connected to ORCID',
    detail: 'Works can be read from your ORCID record once you have signed in there.',
    action: 'Connect your ORCID iD first.',
    link: { href: '/me#account', label: 'Go to your dashboard' },
  },
  nothing_new: {
    title: 'There is nothing new on your ORCID record',
    detail: 'All its public works are on your profile, or it has none.',
    action: 'Add a work there or below. ORCID shows changes after some minutes.',
  },
  needs_confirmed_address: {
    status: 403,
    title: 'Your account has no confirmed email address',
    detail: 'A profile is created by somebody who can be written to.',
    action: 'Add an address to your account first.',
    link: { href: '/me/security', label: 'Go to sign-in and security' },
  },
  has_profile: {
    title: 'You own a profile already',
    detail: 'An account is one person, with one profile.',
    action: 'Add works to your profile, or merge it with your other profile.',
    link: { href: '/me/records', label: 'Go to your profile' },
  },
  namesakes_unseen: {
    title: 'Somebody with this name is here',
    detail: 'One of the profiles above may be yours.',
    action: 'Claim it, or confirm that you are none of these people.',
  },
  too_many_profiles: {
    status: 429,
    title: 'Too many profiles in a short time',
    detail: `An account can create a profile ${formatLimit(creationsLimit, 'times')}.`,
    action: 'Try again tomorrow.',
  },
  unknown_added_work: {
    status: 404,
    title: 'You have not added this work',
    detail: 'It was removed before, or another source describes it.',
    action: 'Reload the page to see what you have added.',
  },
} as const satisfies Record<string, Refusal>;
