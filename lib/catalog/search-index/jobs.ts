import type { JobHandlers } from '#lib/platform/jobs/queue.ts';
import { maxUnmergedSegments, mergeSearchIndexes } from './merge.ts';

declare module '#lib/platform/jobs/queue.ts' {
  interface JobPayloads {
    /** Merges the segments of the full-text index if there are many. */
    'merge-search': Record<string, never>;
  }
}

export const searchJobs: JobHandlers<'merge-search'> = {
  'merge-search': { outside: (_, { store }) => mergeSearchIndexes(store, { maxSegments: maxUnmergedSegments }) },
};
