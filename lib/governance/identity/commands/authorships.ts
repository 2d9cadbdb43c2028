import { and, eq, type SQL } from 'drizzle-orm';
import { isAnyOf } from '#lib/platform/db/prepared.ts';
import { keysOf, rowsOf } from '#lib/platform/db/rows.ts';
import { authorships } from '#lib/platform/db/schema/works.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import type { MovedAuthorship } from '../model/changes.ts';
import type { RecordRef } from './moves.ts';

const isOnWorks = ({ key }: RecordRef, works: readonly number[] | undefined): SQL | undefined =>
  and(eq(authorships.authorKey, key), works && isAnyOf(authorships.workKey, works));

/** Moves authorships from one record to another: all, or those on some works. Returns their previous state. */
export async function moveAuthorships(tx: Writer, from: RecordRef, to: RecordRef, works?: readonly number[]): Promise<MovedAuthorship[]> {
  const rows = await rowsOf(tx, authorships, isOnWorks(from, works));
  await tx
    .update(authorships)
    .set({ authorKey: to.key })
    .where(isAnyOf(authorships.key, keysOf(rows)));
  return rows
    .map(({ workKey: work, position, state, resolvedBy }) => ({ work, position, state, resolvedBy }))
    .sort((a, b) => a.work - b.work || (a.position ?? 1e9) - (b.position ?? 1e9));
}

/** Moves authorships back, restoring the state and rule of each. Authorships that a source has withdrawn since stay withdrawn. */
export async function revertAuthorships(tx: Writer, current: RecordRef, to: RecordRef, moved: readonly MovedAuthorship[]): Promise<void> {
  const works = [...new Set(moved.map(({ work }) => work))];
  const rows = await rowsOf(tx, authorships, isOnWorks(current, works));
  const positionKey = (work: number, position: number | null): string => `${work} ${position ?? 'behind'}`;
  const keysByPosition = Map.groupBy(rows, (row) => positionKey(row.workKey, row.position));
  for (const [stateKey, group] of Map.groupBy(moved, ({ state, resolvedBy }) => `${state}\n${resolvedBy}`)) {
    const keysToMove = group.flatMap(({ work, position }) => keysByPosition.get(positionKey(work, position))?.pop()?.key ?? []);
    const [state = '', resolvedBy = ''] = stateKey.split('\n');
    await tx.update(authorships).set({ authorKey: to.key, state, resolvedBy }).where(isAnyOf(authorships.key, keysToMove));
  }
}
