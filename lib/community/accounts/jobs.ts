import type { JobHandlers } from '#lib/platform/jobs/queue.ts';
import { openRecovery } from './commands/recovery.ts';

declare module '#lib/platform/jobs/queue.ts' {
  interface JobPayloads {
    /** Sends the recovery link to the recovery contact, once the waiting period is over. */
    'open-recovery': { accountId: string };
  }
}

export const accountJobs: JobHandlers<'open-recovery'> = {
  'open-recovery': { timeDriven: true, within: openRecovery },
};
