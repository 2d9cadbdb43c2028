import type { Limit } from '#lib/platform/limits.ts';

/** Proofs that an account starts. */
export const proofsLimit: Limit = { times: 30, minutes: 60 };
export const probesPerProof: Limit = { times: 6, minutes: 60 };
export const probesPerAccount: Limit = { times: 60, minutes: 60 };
