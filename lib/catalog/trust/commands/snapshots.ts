import { snapshotSignatures, trustSnapshots } from '#lib/platform/db/schema/trust.ts';
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
  const rows: (typeof trustSnapshots.$inferInsert)[] = [];
  const signatures: (typeof snapshotSignatures.$inferInsert)[] = [];
  for (const [authorKey, { authorId, snapshot, corpus, events, recordHead }] of computed) {
    const parts = compactSnapshot(snapshot);
    const previous = latest.get(authorKey);
    if (previous && isSame(previous, snapshot, events) && JSON.stringify(previous.parts) === JSON.stringify(parts)) continue;
    const number = (previous?.number ?? 0) + 1;
    const { method, points, level, label } = snapshot;
    rows.push({ authorKey, number, method, computedAt: at, points, level, label, parts, facts: encodeCorpusFacts(corpus), events });
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
    signatures.push({ authorKey, number, body, keyId: key.id, signature: key.sign(body) });
  }
  await tx.bulkInsert(trustSnapshots, rows);
  await tx.bulkInsert(snapshotSignatures, signatures);
  return rows.length;
}

const isSame = (
  previous: { method: string; points: number; level: number; events: number },
  { method, points, level }: TrustSnapshot,
  events: number,
): boolean => previous.method === method && previous.points === points && previous.level === level && previous.events === events;
