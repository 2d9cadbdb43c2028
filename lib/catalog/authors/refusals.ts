import { type Refusal, refusalLinks } from '#lib/platform/refusals.ts';

/** Error codes of this module. */
export const authorRefusals = {
  unknown_author: {
    status: 404,
    title: 'This profile does not exist',
    detail: 'No profile has this address.',
    action: 'Search for the name.',
    link: refusalLinks.search,
  },
} as const satisfies Record<string, Refusal>;
