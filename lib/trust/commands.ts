import type { Writer } from '../db/store.ts';
import { kept } from './model/kept.ts';
import type { TrustSnapshot } from './model.ts';
import { latestSnapshots } from './queries.ts';

/**
 * Keeps new snapshots, each numbered after its author's latest. A snapshot equal to the latest one is not kept again, so that
 * computing twice changes nothing. At most some thousand authors a call; the caller holds their rows.
 * @returns how many were kept
 */
export async function keepSnapshots(tx: Writer, computed: ReadonlyMap<number, TrustSnapshot>, at: Date): Promise<number> {
  const latest = await latestSnapshots(tx, [...computed.keys()]);
  const rows: unknown[][] = [];
  for (const [authorKey, snapshot] of computed) {
    const parts = JSON.stringify(kept(snapshot));
    const before = latest.get(authorKey);
    if (before && before.points === snapshot.points && before.level === snapshot.level && JSON.stringify(before.parts) === parts) continue;
    rows.push([authorKey, (before?.number ?? 0) + 1, snapshot.method, at, snapshot.points, snapshot.level, snapshot.label, parts]);
  }
  await tx.load({
    table: 'trust_snapshots',
    columns: ['author_key', 'number', 'method', 'computed_at', 'points', 'level', 'label', 'parts'],
    rows,
  });
  return rows.length;
}
