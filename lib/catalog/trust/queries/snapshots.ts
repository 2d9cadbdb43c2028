import { and, desc, eq, max, sql } from 'drizzle-orm';
import { encodeList, isInList } from '#lib/platform/db/prepared.ts';
import { trustSnapshots } from '#lib/platform/db/schema/trust.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { type CompactSnapshot, expandSnapshot } from '../model/compact-snapshot.ts';
import { levelNames, type TrustView } from '../model/snapshot.ts';

type SnapshotRow = typeof trustSnapshots.$inferSelect;

/** Returns the latest snapshot of each author, by author key. */
export async function latestSnapshots(reader: Reader, authorKeys: number[]): Promise<Map<number, SnapshotRow>> {
  const rows = await reader.prepared(selectLatestOf, { keys: encodeList(authorKeys) });
  return new Map(rows.map(({ snapshot }) => [snapshot.authorKey, snapshot]));
}

const selectLatestOf = (reader: Reader) => {
  const latestNumbers = reader
    .select({ authorKey: trustSnapshots.authorKey, number: max(trustSnapshots.number).as('latest_number') })
    .from(trustSnapshots)
    .where(isInList(trustSnapshots.authorKey, 'keys'))
    .groupBy(trustSnapshots.authorKey)
    .as('last');
  return reader
    .select({ snapshot: trustSnapshots })
    .from(trustSnapshots)
    .innerJoin(latestNumbers, and(eq(trustSnapshots.authorKey, latestNumbers.authorKey), eq(trustSnapshots.number, latestNumbers.number)))
    .prepare();
};

/** Returns the level of an author in the latest snapshot; null before the first was computed. */
export async function latestLevelOf(reader: Reader, authorKey: number): Promise<number | null> {
  const [row] = await reader.prepared(selectLatestLevel, { authorKey });
  return row?.level ?? null;
}

const selectLatestLevel = (reader: Reader) =>
  reader
    .select({ level: trustSnapshots.level })
    .from(trustSnapshots)
    .where(eq(trustSnapshots.authorKey, sql.placeholder('authorKey')))
    .orderBy(desc(trustSnapshots.number))
    .limit(1)
    .prepare();

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
