import type { Refusal } from '#lib/platform/refusals.ts';

export const operationRefusals = {
  unknown_announcement: {
    status: 404,
    title: 'This announcement has ended',
    detail: 'It expired, or somebody removed it.',
    action: 'You do not need to do anything.',
  },
  unknown_job: {
    title: 'This job is no longer in the list',
    detail: 'Somebody retried it, or it was deleted.',
    action: 'Reload the list.',
  },
} as const satisfies Record<string, Refusal>;
