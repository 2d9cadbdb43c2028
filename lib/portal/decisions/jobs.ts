import type { JobHandlers } from '#lib/platform/jobs/queue.ts';
import { notifyReviewers } from './commands/notify-reviewers.ts';

declare module '#lib/platform/jobs/queue.ts' {
  interface JobPayloads {
    /** Notifies reviewers that cases are open, unless an unread notification says so already. */
    'notify-reviewers': Record<string, never>;
  }
}

export const decisionJobs: JobHandlers<'notify-reviewers'> = {
  'notify-reviewers': { outside: (_, { store }) => notifyReviewers(store) },
};
