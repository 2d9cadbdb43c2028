import { formatLimit, submissionLimits } from '#lib/platform/limits.ts';
import { type Refusal, refusalLinks } from '#lib/platform/refusals.ts';

/** The error codes of this module. */
export const correctionRefusals = {
  unknown_corrected_work: {
    status: 404,
    title: 'The work does not exist any more',
    detail: 'The work was removed, or the address is incomplete.',
    action: 'Search for it, and suggest the correction from its page.',
    link: refusalLinks.search,
  },
  not_correctable: {
    title: 'This field cannot be corrected here',
    detail: 'No source describes it, or names in it are not shown.',
    action: 'Report what is wrong with “Report a problem” on its page.',
  },
  same_value: {
    title: 'This value is shown already',
    detail: 'Your value and the shown one are the same.',
    action: 'Enter the value that it should have.',
  },
  other_number_of_authors: {
    title: 'The list has another number of names',
    detail: 'A correction changes the order or the spelling of names. It adds and removes nobody.',
    action: 'Enter as many names as the list has. Report a missing author with “Report a problem”.',
  },
  other_names: {
    title: 'The names are not those of the work',
    detail: 'Affiliations are corrected for the authors that the work shows, in their order.',
    action: 'Keep the names as they are, and change what follows the colon.',
  },
  already_suggested: {
    title: 'This correction is already under review',
    detail: 'The same value was suggested before and is not decided yet.',
    action: 'You do not need to do anything.',
  },
  too_many_corrections: {
    status: 429,
    title: 'Too many corrections in a short time',
    detail: `An account can suggest ${formatLimit(submissionLimits.account, 'corrections')}. A network without an account can suggest ${formatLimit(submissionLimits.network)}. All networks together can suggest ${formatLimit(submissionLimits.subject)} about one work or profile.`,
    action: 'Sign in and send it again, or save your text and send it later.',
  },
  unknown_correction: {
    status: 404,
    title: 'This correction is not yours to decide',
    detail: 'It was decided or has ended, or you own no profile that it is about.',
    action: 'Reload the page to see what is open.',
  },
  unknown_corrected_record: {
    status: 404,
    title: 'The profile does not exist',
    detail: 'The address is incomplete, or nothing public is there.',
    action: 'Search for it, and suggest the correction from its page.',
    link: refusalLinks.search,
  },
  stated_by_owner: {
    title: 'The owner of the profile states this',
    detail: 'What an owner states or hides is theirs to change.',
    action: 'Report what is wrong with “Report a problem” on its page.',
  },
  declined_by_owner: {
    title: 'The owner of the profile has declined this value',
    detail: 'The same value was suggested before.',
    action: 'Suggest another value, or report what is wrong with “Report a problem”.',
  },
  name_needs_proof: {
    title: 'This name needs a strong proof',
    detail: 'It is another name than sources write, or another profile has it.',
    action: 'Show a strong proof of your profile first.',
  },
} as const satisfies Record<string, Refusal>;
