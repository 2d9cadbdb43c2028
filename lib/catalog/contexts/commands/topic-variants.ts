import { eq } from 'drizzle-orm';
import { now } from '#lib/platform/clock.ts';
import { columnsOf } from '#lib/platform/db/rows.ts';
import { contexts } from '#lib/platform/db/schema/contexts.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { enqueue } from '#lib/platform/jobs/queue.ts';
import { contextKey } from '../model/names.ts';

const columns = columnsOf(contexts, 'key', 'id', 'nameKey', 'name', 'facts', 'worksCount');
type TopicRow = Pick<typeof contexts.$inferSelect, keyof typeof columns>;

/** The topic that stays: that of a category, otherwise the one with most works. */
const byWorks = (a: TopicRow, b: TopicRow): number =>
  Number(b.facts.code !== undefined) - Number(a.facts.code !== undefined) || b.worksCount - a.worksCount || a.key - b.key;

/**
 * Joins topics that earlier versions told apart by their spelling (`contextKey`): the one with most works gets the common key, and the
 * followers of the others. Their works move with the next assignment, and their addresses lead to it. A second run changes nothing.
 */
export async function joinTopicVariants(tx: Writer): Promise<void> {
  await tx.lock('imports');
  const rows = await tx.select(columns).from(contexts).where(eq(contexts.kind, 'topic'));
  for (const [nameKey, topics] of Map.groupBy(rows, ({ name }) => contextKey('topic', name))) {
    const [kept, ...others] = topics.toSorted(byWorks);
    if (!kept || kept.nameKey === nameKey) continue;
    for (const other of others) {
      await enqueue(tx, { kind: 'move-topic-followers', payload: { fromId: other.id, toId: kept.id } });
      if (other.nameKey !== nameKey) continue;
      await rename(tx, other.key, `${nameKey} ${other.id}`);
    }
    await rename(tx, kept.key, nameKey);
  }
}

const rename = (tx: Writer, key: number, nameKey: string) =>
  tx.update(contexts).set({ nameKey, stale: true, updatedAt: now() }).where(eq(contexts.key, key));
