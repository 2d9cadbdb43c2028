import type { JobHandlers } from '#lib/platform/jobs/queue.ts';
import { reindexWorks } from './commands/works.ts';

declare module '#lib/platform/jobs/queue.ts' {
  interface JobPayloads {
    /** Rewrites the search documents of the works of some authors. */
    'index-works': { authorKeys: number[] };
  }
}

/** Works per transaction: few enough that a follow or a claim need not wait long. */
const batchSize = 200;

export const ingestJobs: JobHandlers<'index-works'> = {
  'index-works': {
    async outside({ authorKeys }, { store }) {
      const rows = await store.reader.query<{ work_key: number }>(
        'select distinct work_key from authorships where author_key in $many',
        authorKeys,
      );
      const keys = rows.map(({ work_key }) => work_key);
      for (let start = 0; start < keys.length; start += batchSize) {
        await store.transact((tx) => reindexWorks(tx, keys.slice(start, start + batchSize)));
      }
    },
  },
};
