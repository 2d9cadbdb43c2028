import { and, eq, gt, inArray, ne } from 'drizzle-orm';
import { markStale } from '#lib/catalog/authors/commands/mark-changed.ts';
import { trustMethod } from '#lib/catalog/trust/model/snapshot.ts';
import { notify } from '#lib/community/notifications/commands/notify.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { proofs } from '#lib/platform/db/schema/claims.ts';
import { trustSnapshots } from '#lib/platform/db/schema/trust.ts';
import type { Reader, Store, Writer } from '#lib/platform/db/store.ts';
import { evidence, isProofKind, proofMethod, strengthOf } from '../model/proofs.ts';
import { type ProofProbes, probeProof } from '../probes.ts';
import { assessProof, shownIn, updateClaimStrength } from './evidence.ts';

const batchSize = 500;

/**
 * Brings an instance of `evidence-1` to the present method: judges every proof that counts again, and marks every record to be assessed. No
 * claim ends by it. Repeating it changes nothing.
 */
export async function adoptMethod(store: Pick<Store, 'reader' | 'transact'>, world: ProofProbes): Promise<void> {
  const outdated = and(inArray(proofs.state, ['observed', 'valid', 'stale']), ne(proofs.method, proofMethod));
  const rows = await store.reader.select({ id: proofs.id }).from(proofs).where(outdated).orderBy(proofs.id);
  for (const { id } of rows) await judgeProof(store, id, world);
  let after: number | null = 0;
  while (after !== null) {
    const from: number = after;
    after = await store.transact((tx) => markStaleAfter(tx, from));
  }
}

/** Has some records assessed again. @returns the key of the last of them, or null at the end */
async function markStaleAfter(tx: Writer, after: number): Promise<number | null> {
  const rows = await tx.select({ key: authors.key }).from(authors).where(gt(authors.key, after)).orderBy(authors.key).limit(batchSize);
  const keys = rows.map(({ key }) => key);
  await markStale(tx, keys);
  return keys.at(-1) ?? null;
}

/** Judges one proof by what a probe finds now; where it finds nothing, by what is kept of it, which says less. */
async function judgeProof(store: Pick<Store, 'reader' | 'transact'>, id: string, world: ProofProbes): Promise<void> {
  const [row] = await store.reader.select().from(proofs).where(eq(proofs.id, id));
  if (!row || !isProofKind(row.kind)) return;
  const found = await probeProof(store.reader, { ...row, kind: row.kind }, world);
  await store.transact(async (tx) => {
    if (found.ok && row.state === 'valid' && (await assessProof(tx, row, found.value))) return;
    // What does not count now is judged by what is kept of it: the log would not get more. What waits behind a claim is kept as found.
    const shown = found.ok && row.state === 'observed' ? found.value : shownIn(row);
    if (!shown) return;
    const { by: _, ...facts } = evidence.parse(shown);
    const unchanged = and(eq(proofs.id, id), eq(proofs.state, row.state), ne(proofs.method, proofMethod));
    await tx
      .update(proofs)
      .set({ method: proofMethod, strength: strengthOf(shown), ...(row.state === 'observed' && { facts }) })
      .where(unchanged);
    await updateClaimStrength(tx, row);
  });
}

/** An owned record whose level or points the change of the method has moved. */
interface Moved {
  authorId: string;
  ownerId: string;
  name: string;
  slug: string;
  before: { level: number; points: number };
  after: { level: number; points: number };
}

/** Tells owners once what the present method has changed on their records, and where they see what restores their level. */
export async function notifyMethodChange(store: Pick<Store, 'reader' | 'transact'>): Promise<void> {
  for (const { authorId, ownerId, name, slug, before, after } of await movedRecords(store.reader)) {
    const levels = { before: `L${before.level}, ${before.points} points`, after: `L${after.level}, ${after.points} points` };
    const facts = { name, path: `/claim/${slug}#proofs`, ...levels, lower: after.level < before.level ? 'yes' : '' };
    const onceKey = `trust_method:${trustMethod}:${authorId}`;
    await store.transact((tx) => notify(tx, { accountId: ownerId, kind: 'trust_method_changed', facts, onceKey }));
  }
}

async function movedRecords(reader: Reader): Promise<Moved[]> {
  const rows = await reader
    .select({ author: authors, snapshot: trustSnapshots })
    .from(authors)
    .innerJoin(trustSnapshots, eq(trustSnapshots.authorKey, authors.key))
    .where(eq(authors.claimState, 'claimed'))
    .orderBy(authors.key, trustSnapshots.number);
  return [...Map.groupBy(rows, ({ author }) => author.key).values()].flatMap((history) => {
    const first = history.findIndex(({ snapshot }) => snapshot.method === trustMethod);
    const [before, after] = [history[first - 1]?.snapshot, history[first]?.snapshot];
    const author = history[0]?.author;
    if (!author?.ownerId || !before || !after || (before.level === after.level && before.points === after.points)) return [];
    const { id: authorId, ownerId, name, slug } = author;
    return { authorId, ownerId, name, slug, before, after };
  });
}
