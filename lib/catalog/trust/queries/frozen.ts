import { and, desc, eq, inArray } from 'drizzle-orm';
import { evidenceEvents } from '#lib/platform/db/schema/trust.ts';
import type { Reader } from '#lib/platform/db/store.ts';

/** Whether the log says that a record is frozen now. */
export async function isFrozen(reader: Reader, authorId: string): Promise<boolean> {
  const either = and(eq(evidenceEvents.authorId, authorId), inArray(evidenceEvents.kind, ['frozen', 'unfrozen']));
  const [last] = await reader
    .select({ kind: evidenceEvents.kind })
    .from(evidenceEvents)
    .where(either)
    .orderBy(desc(evidenceEvents.place))
    .limit(1);
  return last?.kind === 'frozen';
}
