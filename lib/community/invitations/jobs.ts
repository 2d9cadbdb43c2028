import type { JobHandlers } from '#lib/platform/jobs/queue.ts';
import { remindOfListings } from './commands/listings.ts';
import { expireInvitation } from './commands/respond.ts';

declare module '#lib/platform/jobs/queue.ts' {
  interface JobPayloads {
    'expire-invitation': { invitationId: string };
    'remind-of-listings': Record<string, never>;
  }
}

export const invitationJobs: JobHandlers<'expire-invitation' | 'remind-of-listings'> = {
  'expire-invitation': { timeDriven: true, within: expireInvitation },
  'remind-of-listings': { timeDriven: true, within: remindOfListings },
};
