import { signInLinkMinutes } from '#lib/platform/auth/sign-in-link.ts';
import type { Limit } from '#lib/platform/limits.ts';

export const codesPerLink: Limit = { times: 6, minutes: signInLinkMinutes };
export const codesPerNetwork: Limit = { times: 60, minutes: 15 };
export const orcidStepsPerBrowser: Limit = { times: 60, minutes: 15 };
export const orcidStepsPerNetwork: Limit = { times: 600, minutes: 15 };
export const challengesPerBrowser: Limit = { times: 60, minutes: 15 };
export const challengesPerNetwork: Limit = { times: 600, minutes: 15 };
export const federatedLoginsPerAccount: Limit = { times: 20, minutes: 60 };
