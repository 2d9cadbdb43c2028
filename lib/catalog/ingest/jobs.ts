import { isAnyOf } from '#lib/platform/db/prepared.ts';
import { keysOf } from '#lib/platform/db/rows.ts';
import { authorships } from '#lib/platform/db/schema/works.ts';
import type { JobHandlers } from '#lib/platform/jobs/queue.ts';
import { findPromisedCode } from './commands/promised-code.ts';
import { reindexWorks } from './commands/works.ts';

declare module '#lib/platform/jobs/queue.ts' {
  interface JobPayloads {
    /** Rewrites the search documents of the works of some authors. */
    'index-works': { authorKeys: number[] };
    /** Looks for promises of code in the abstracts and notes of works that were stored before `promiseOfCode`. */
    'find-promised-code': Record<string, never>;
  }
}

/** Works per transaction: few enough that a follow or a claim need not wait long. */
const batchSize = 200;

export const ingestJobs: JobHandlers<'index-works' | 'find-promised-code'> = {
  'find-promised-code': {
    async outside(_, { store }) {
      for (let after: number | null = 0; after !== null; ) {
        const from: number = after;
        after = await store.transact((tx) => findPromisedCode(tx, from));
      }
    },
  },
  'index-works': {
    async outside({ authorKeys }, { store }) {
      const isOfAuthors = isAnyOf(authorships.authorKey, authorKeys);
      const keys = keysOf(await store.reader.selectDistinct({ key: authorships.workKey }).from(authorships).where(isOfAuthors));
      for (let start = 0; start < keys.length; start += batchSize) {
        await store.transact((tx) => reindexWorks(tx, keys.slice(start, start + batchSize)));
      }
    },
  },
};
