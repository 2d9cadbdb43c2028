import { keysOf } from '#lib/platform/db/rows.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import type { MovedAuthorship } from '../model/changes.ts';
import type { RecordRef } from './moves.ts';

interface AuthorshipRow {
  key: number;
  work_key: number;
  position: number | null;
  state: string;
  resolved_by: string;
}

/** Moves authorships from one record to another: all, or those on some works. Returns their previous state. */
export async function moveAuthorships(tx: Writer, from: RecordRef, to: RecordRef, works?: readonly number[]): Promise<MovedAuthorship[]> {
  const worksCondition = works ? ' and work_key in $many' : '';
  const rows = await tx.query<AuthorshipRow>(
    `select key, work_key, position, state, resolved_by from authorships where author_key = ?${worksCondition}`,
    works ?? [],
    [from.key],
  );
  await tx.execute('update authorships set author_key = ? where key in $many returning key', keysOf(rows), [to.key]);
  return rows
    .map((row) => ({ work: row.work_key, position: row.position, state: row.state, resolvedBy: row.resolved_by }))
    .sort((a, b) => a.work - b.work || (a.position ?? 1e9) - (b.position ?? 1e9));
}

/** Moves authorships back, restoring the state and rule of each. Authorships that a source has withdrawn since stay withdrawn. */
export async function revertAuthorships(tx: Writer, current: RecordRef, to: RecordRef, moved: readonly MovedAuthorship[]): Promise<void> {
  const rows = await tx.query<Pick<AuthorshipRow, 'key' | 'work_key' | 'position'>>(
    'select key, work_key, position from authorships where author_key = ? and work_key in $many',
    [...new Set(moved.map(({ work }) => work))],
    [current.key],
  );
  const positionKey = (work: number, position: number | null): string => `${work} ${position ?? 'behind'}`;
  const keysByPosition = Map.groupBy(rows, (row) => positionKey(row.work_key, row.position));
  for (const [stateKey, group] of Map.groupBy(moved, ({ state, resolvedBy }) => `${state}\n${resolvedBy}`)) {
    const keysToMove = group.flatMap(({ work, position }) => keysByPosition.get(positionKey(work, position))?.pop()?.key ?? []);
    const [state, resolvedBy] = stateKey.split('\n');
    const text = 'update authorships set author_key = ?, state = ?, resolved_by = ? where key in $many returning key';
    await tx.execute(text, keysToMove, [to.key, state, resolvedBy]);
  }
}
