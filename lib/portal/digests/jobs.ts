import type { JobHandlers } from '#lib/platform/jobs/queue.ts';
import { sendDigest } from './commands.ts';

declare module '#lib/platform/jobs/queue.ts' {
  interface JobPayloads {
    /** Sends the digest of an account that was due at `due`, in milliseconds since 1970 UTC. */
    'send-digest': { accountId: string; due: number };
  }
}

export const digestJobs: JobHandlers<'send-digest'> = {
  'send-digest': { timeDriven: true, outside: (payload, { store }) => sendDigest(store, payload) },
};
