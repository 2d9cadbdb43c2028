import { links, type Refusal } from '#lib/platform/refusals.ts';

/** The error codes of this module. */
export const authorRefusals = {
  unknown_author: {
    status: 404,
    title: 'This record does not exist',
    detail: 'No author record has this address.',
    action: 'Search for the name.',
    link: links.search,
  },
} as const satisfies Record<string, Refusal>;
