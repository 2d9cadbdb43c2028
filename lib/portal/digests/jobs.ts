import type { JobHandlers } from '#lib/platform/jobs/queue.ts';
import { sendDigest } from './commands.ts';

declare module '#lib/platform/jobs/queue.ts' {
  interface JobPayloads {
    /** Sends what is new to an account whose digest was due at a moment, in milliseconds since 1970. */
    'send-digest': { accountId: string; due: number };
  }
}

export const digestJobs: JobHandlers<'send-digest'> = {
  'send-digest': { timeDriven: true, outside: (payload, { store }) => sendDigest(store, payload) },
};
