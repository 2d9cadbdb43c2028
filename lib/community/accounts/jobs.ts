import type { JobHandlers } from '#lib/platform/jobs/queue.ts';
import { completeAddressChange } from './commands/address-change.ts';
import { openRecovery } from './commands/recovery.ts';

declare module '#lib/platform/jobs/queue.ts' {
  interface JobPayloads {
    /** Sends the recovery link to the recovery contact, once the waiting period is over. */
    'open-recovery': { accountId: string };
    /** Gives an account the address that it has confirmed, once the waiting period is over. */
    'change-address': { accountId: string };
  }
}

export const accountJobs: JobHandlers<'open-recovery' | 'change-address'> = {
  'open-recovery': { timeDriven: true, within: openRecovery },
  'change-address': { timeDriven: true, within: completeAddressChange },
};
