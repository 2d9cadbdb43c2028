import { type Refusal, refusalLinks } from '#lib/platform/refusals.ts';

/** The error codes of this module. */
export const recordCorrectionRefusals = {
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
    action: 'Report what is wrong with “Fix this profile” on its page.',
  },
  declined_by_owner: {
    title: 'The owner of the profile has declined this value',
    detail: 'The same value was suggested before.',
    action: 'Suggest another value, or report what is wrong with “Fix this profile”.',
  },
  name_needs_proof: {
    title: 'This name needs a strong proof',
    detail: 'It is another name than sources write, or another profile has it.',
    action: 'Show a strong proof of your profile first.',
  },
} as const satisfies Record<string, Refusal>;
