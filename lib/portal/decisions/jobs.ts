import { endContestTime } from '#lib/governance/corrections/commands/contest-time.ts';
import type { JobHandlers } from '#lib/platform/jobs/queue.ts';
import { endReviewNotifications, notifyReviewers } from './commands/notify-reviewers.ts';
import { areTwoApart } from './queries/distance.ts';

declare module '#lib/platform/jobs/queue.ts' {
  interface JobPayloads {
    /** Notifies reviewers that cases are open, unless an unread notification says so already. */
    'notify-reviewers': Record<string, never>;
    /** Accepts a correction that authors agree with and nobody has contested. */
    'end-contest-time': { correctionId: string };
    /** Ends the notifications of reviewers for whom no case waits any more. */
    'end-review-notifications': Record<string, never>;
  }
}

export const decisionJobs: JobHandlers<'notify-reviewers' | 'end-contest-time' | 'end-review-notifications'> = {
  'end-contest-time': { timeDriven: true, within: (tx, payload) => endContestTime(tx, payload, (ids) => areTwoApart(tx, ids)) },
  'notify-reviewers': { outside: (_, { store }) => notifyReviewers(store) },
  'end-review-notifications': { outside: (_, { store }) => endReviewNotifications(store) },
};
