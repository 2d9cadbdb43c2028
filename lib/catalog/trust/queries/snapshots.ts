import { and, desc, eq, inArray, max, sql } from 'drizzle-orm';
import { trustSnapshots } from '#lib/platform/db/schema/trust.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { type CompactSnapshot, expandSnapshot } from '../model/compact-snapshot.ts';
import { levelNames, type TrustView } from '../model/snapshot.ts';

type SnapshotRow = typeof trustSnapshots.$inferSelect;

/** Returns the latest snapshot of each author, by author key. */
export async function latestSnapshots(reader: Reader, authorKeys: number[]): Promise<Map<number, SnapshotRow>> {
  const latestByAuthor = new Map<number, SnapshotRow>();
  for (let start = 0; start < authorKeys.length; start += 1000) {
    const batch = authorKeys.slice(start, start + 1000);
    const latestNumbers = reader
      .select({ authorKey: trustSnapshots.authorKey, number: max(trustSnapshots.number).as('latest_number') })
      .from(trustSnapshots)
      .where(inArray(trustSnapshots.authorKey, batch))
      .groupBy(trustSnapshots.authorKey)
      .as('last');
    const rows = await reader
      .select({ snapshot: trustSnapshots })
      .from(trustSnapshots)
      .innerJoin(
        latestNumbers,
        and(eq(trustSnapshots.authorKey, latestNumbers.authorKey), eq(trustSnapshots.number, latestNumbers.number)),
      );
    for (const { snapshot } of rows) latestByAuthor.set(snapshot.authorKey, snapshot);
  }
  return latestByAuthor;
}

/** Returns the latest snapshot of an author for display; null before the first was computed. */
export async function trustOf(reader: Reader, authorKey: number): Promise<TrustView | null> {
  const [row] = await reader.prepared(selectLatest, { authorKey });
  if (!row) return null;
  const { method, points, level, label, computedAt } = row;
  const { parts, conditions } = expandSnapshot(method, row.parts as CompactSnapshot);
  return { method, points, level, label, computedAt, parts, conditions, levelName: levelNames[level] ?? levelNames[0] };
}

const selectLatest = (reader: Reader) =>
  reader
    .select()
    .from(trustSnapshots)
    .where(eq(trustSnapshots.authorKey, sql.placeholder('authorKey')))
    .orderBy(desc(trustSnapshots.number))
    .limit(1)
    .prepare();
