import type { JobHandlers } from '#lib/platform/jobs/queue.ts';
import { completeAddressChange } from './commands/address-change.ts';
import { openRecovery } from './commands/recovery.ts';

declare module '#lib/platform/jobs/queue.ts' {
  interface JobPayloads {
    /** Sends the second recovery link to the recovery contact after the waiting period. */
    'open-recovery': { accountId: string };
    /** Sets the confirmed address of an account after the waiting period. */
    'change-address': { accountId: string };
  }
}

export const accountJobs: JobHandlers<'open-recovery' | 'change-address'> = {
  'open-recovery': { timeDriven: true, within: openRecovery },
  'change-address': { timeDriven: true, within: completeAddressChange },
};
