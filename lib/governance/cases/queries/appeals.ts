import { asc, eq } from 'drizzle-orm';
import { appeals } from '#lib/platform/db/schema/claims.ts';
import type { Reader } from '#lib/platform/db/store.ts';

export type Appeal = typeof appeals.$inferSelect;

/** Returns the appeals about a decision, by either side, earliest first. */
export const appealsOn = (reader: Reader, subjectId: string): Promise<Appeal[]> =>
  reader.select().from(appeals).where(eq(appeals.subjectId, subjectId)).orderBy(asc(appeals.filedAt), asc(appeals.side));
