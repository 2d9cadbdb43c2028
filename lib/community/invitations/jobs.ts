import type { JobHandlers } from '#lib/platform/jobs/queue.ts';
import { expireInvitation } from './commands/respond.ts';

declare module '#lib/platform/jobs/queue.ts' {
  interface JobPayloads {
    'expire-invitation': { invitationId: string };
  }
}

export const invitationJobs: JobHandlers<'expire-invitation'> = {
  'expire-invitation': { timeDriven: true, within: expireInvitation },
};
