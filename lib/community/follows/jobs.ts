import { eq } from 'drizzle-orm';
import { contextFollows } from '#lib/platform/db/schema/follows.ts';
import type { JobHandlers } from '#lib/platform/jobs/queue.ts';

declare module '#lib/platform/jobs/queue.ts' {
  interface JobPayloads {
    /** Moves the followers of a topic to the topic that it was joined with. */
    'move-topic-followers': { fromId: string; toId: string };
  }
}

export const followJobs: JobHandlers<'move-topic-followers'> = {
  'move-topic-followers': {
    async within(tx, { fromId, toId }) {
      const followers = await tx.select().from(contextFollows).where(eq(contextFollows.contextId, fromId));
      await tx.bulkInsert(
        contextFollows,
        followers.map((row) => ({ ...row, contextId: toId })),
        { onConflict: 'ignore' },
      );
      await tx.delete(contextFollows).where(eq(contextFollows.contextId, fromId));
    },
  },
};
