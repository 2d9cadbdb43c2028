import type { Writer } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import { signingKey } from '#lib/platform/keys/signing.ts';
import { compactSnapshot } from '../model/compact-snapshot.ts';
import { encodeCorpusFacts, snapshotBody } from '../model/document.ts';
import type { CorpusFacts } from '../model/facts.ts';
import type { TrustSnapshot } from '../model/snapshot.ts';
import { latestSnapshots } from '../queries/snapshots.ts';

/** A computed snapshot, with the input from which it was computed. */
export interface ComputedSnapshot {
  authorId: string;
  snapshot: TrustSnapshot;
  corpus: CorpusFacts;
  /** Number of the record's events that it takes into account, and the hash of the last of them. */
  events: number;
  recordHead: string | null;
}

/**
 * Stores new snapshots, each numbered after its author's latest. A snapshot equal to the latest is not stored, so the call is idempotent.
 * Snapshots of records with events are signed immediately; the others, which follow from public works alone, are signed when they are
 * requested. At most some thousand authors per call; the caller has locked their rows.
 * @returns the number of stored snapshots
 */
export async function storeSnapshots(tx: Writer, computed: ReadonlyMap<number, ComputedSnapshot>, at: Date): Promise<number> {
  const latest = await latestSnapshots(tx, [...computed.keys()]);
  const rows: unknown[][] = [];
  const signatures: unknown[][] = [];
  for (const [authorKey, { authorId, snapshot, corpus, events, recordHead }] of computed) {
    const parts = compactSnapshot(snapshot);
    const previous = latest.get(authorKey);
    if (previous && isSame(previous, snapshot, events) && JSON.stringify(previous.parts) === JSON.stringify(parts)) continue;
    const number = (previous?.number ?? 0) + 1;
    const { method, points, level, label } = snapshot;
    const facts = JSON.stringify(encodeCorpusFacts(corpus));
    rows.push([authorKey, number, method, at, points, level, label, JSON.stringify(parts), facts, events]);
    if (events === 0) continue;
    const key = signingKey(env().DATA_DIR);
    const signedSnapshot = {
      method,
      record: authorId,
      number,
      computedAt: at,
      points,
      level,
      label,
      parts: snapshot.parts,
      corpus,
      events,
      recordHead,
    };
    const body = snapshotBody(signedSnapshot);
    signatures.push([authorKey, number, body, key.id, key.sign(body)]);
  }
  await tx.bulkInsert({
    table: 'trust_snapshots',
    columns: ['author_key', 'number', 'method', 'computed_at', 'points', 'level', 'label', 'parts', 'facts', 'events'],
    rows,
  });
  const columns = ['author_key', 'number', 'body', 'key_id', 'signature'];
  await tx.bulkInsert({ table: 'snapshot_signatures', columns, rows: signatures });
  return rows.length;
}

const isSame = (
  previous: { method: string; points: number; level: number; events: number },
  { method, points, level }: TrustSnapshot,
  events: number,
): boolean => previous.method === method && previous.points === points && previous.level === level && previous.events === events;
