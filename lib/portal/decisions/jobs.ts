import type { JobHandlers } from '#lib/platform/jobs/queue.ts';
import { endReviewNotifications, notifyReviewers } from './commands/notify-reviewers.ts';

declare module '#lib/platform/jobs/queue.ts' {
  interface JobPayloads {
    /** Notifies reviewers that cases are open, unless an unread notification says so already. */
    'notify-reviewers': Record<string, never>;
    /** Ends the notifications of reviewers for whom no case waits any more. */
    'end-review-notifications': Record<string, never>;
  }
}

export const decisionJobs: JobHandlers<'notify-reviewers' | 'end-review-notifications'> = {
  'notify-reviewers': { outside: (_, { store }) => notifyReviewers(store) },
  'end-review-notifications': { outside: (_, { store }) => endReviewNotifications(store) },
};
