import type { Refusal } from '#lib/platform/refusals.ts';

/** Error codes of this module. */
export const sourceRefusals = {
  orcid_unreachable: {
    status: 502,
    title: 'ORCID does not respond',
    detail: 'The ORCID server cannot be reached at the moment. Nothing was changed.',
    action: 'Try again in a few minutes.',
  },
} as const satisfies Record<string, Refusal>;
