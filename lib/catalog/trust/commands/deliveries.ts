import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { now } from '#lib/platform/clock.ts';
import { hasRow, rowsOf } from '#lib/platform/db/rows.ts';
import { jobs } from '#lib/platform/db/schema/jobs.ts';
import { logHeads, witnessDeliveries } from '#lib/platform/db/schema/trust.ts';
import type { Reader, Store, Writer } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import { enqueue, type JobPayloads } from '#lib/platform/jobs/queue.ts';
import { describeFault } from '#lib/platform/log/fault-text.ts';
import { TransientError } from '#lib/platform/transient-error.ts';
import type { SignedHead } from '../model/document.ts';
import { type WitnessMessage, witnessFormat } from '../model/witness.ts';
import { publishedSigningKeys } from '../queries/document.ts';
import { signedEventsOf } from '../queries/log.ts';
import { headOfDay } from '../queries/witnesses.ts';

const requestTimeoutMs = 15_000;

/** Enqueues the delivery of the newest head to each witness that lacks it, unless a job is already open. */
export async function enqueueDeliveries(tx: Writer, witnesses: readonly string[] = env().LOG_WITNESSES): Promise<void> {
  if (witnesses.length === 0) return;
  const [head] = await tx.select({ day: logHeads.day }).from(logHeads).orderBy(desc(logHeads.day)).limit(1);
  if (!head) return;
  const isOpen = and(eq(jobs.kind, 'deliver-head'), inArray(jobs.state, ['waiting', 'running']));
  const openPayloads = (await rowsOf(tx, jobs, isOpen)).map(({ payload }) => payload as JobPayloads['deliver-head']);
  for (const witness of witnesses) {
    const payload = { witness, day: head.day };
    const row = { ...payload, state: 'waiting', since: now() };
    await tx.insert(witnessDeliveries).values(row).onConflictDoNothing();
    const isWaiting = and(isDelivery(payload), eq(witnessDeliveries.state, 'waiting'));
    if (openPayloads.some((each) => each.witness === witness && each.day === head.day) || !(await hasRow(tx, witnessDeliveries, isWaiting)))
      continue;
    await enqueue(tx, { kind: 'deliver-head', payload, onceKey: `deliver-head ${head.day} ${witness}` });
  }
}

const isDelivery = ({ witness, day }: JobPayloads['deliver-head']) =>
  and(eq(witnessDeliveries.witness, witness), eq(witnessDeliveries.day, day));

/** Delivers a head to a witness, with one attempt. @throws TransientError if it fails, with a message for the operator */
export async function deliverHead(
  store: Store,
  payload: JobPayloads['deliver-head'],
  witnesses: readonly string[] = env().LOG_WITNESSES,
): Promise<void> {
  const [row] = await store.reader.select().from(witnessDeliveries).where(isDelivery(payload));
  const isWitness = witnesses.includes(payload.witness);
  const head = await headOfDay(store.reader, payload.day);
  if (!isWitness || !head) {
    // The operator has removed the witness from the settings, so the delivery is no longer due.
    await store.transact((tx) =>
      tx
        .delete(witnessDeliveries)
        .where(and(isDelivery(payload), eq(witnessDeliveries.state, 'waiting')))
        .returning(),
    );
    return;
  }
  if (row?.state !== 'waiting') return;
  const attempts = sql`${witnessDeliveries.attempts} + 1`;
  const updateDelivery = (set: { state?: string; deliveredAt?: Date; lastError: string | null }) =>
    store.transact((tx) =>
      tx
        .update(witnessDeliveries)
        .set({ ...set, attempts })
        .where(isDelivery(payload))
        .returning(),
    );
  try {
    await deliverTo(store.reader, payload.witness, head);
  } catch (error) {
    const lastError = describeFault(error);
    await updateDelivery({ lastError });
    throw new TransientError(new Error(lastError), false);
  }
  await updateDelivery({ state: 'delivered', deliveredAt: now(), lastError: null });
}

async function deliverTo(reader: Reader, witness: string, head: SignedHead): Promise<void> {
  const { origin } = new URL(env().PUBLIC_URL);
  const keys = await publishedSigningKeys(reader);
  const publicKey = keys.find(({ id }) => id === head.keyId)?.publicKey ?? '';
  const keyEvents = await signedEventsOf(reader, '');
  return postHead(witness, { format: witnessFormat, origin, head, publicKey, keyEvents });
}

async function postHead(origin: string, message: WitnessMessage): Promise<void> {
  const response = await fetch(`${origin}/trust/witness`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/problem+json', 'User-Agent': 'Peergraph' },
    body: JSON.stringify(message),
    redirect: 'error',
    signal: AbortSignal.timeout(requestTimeoutMs),
  }).catch((error: unknown) => {
    throw new Error(`${origin} cannot be reached: ${error instanceof Error ? error.message : error}.`);
  });
  await response.body?.cancel();
  if (response.ok) return;
  if (response.status === 409)
    throw new Error(
      `${origin} refuses this head, because it contradicts one that it has witnessed. Has the log been restored from a copy?`,
    );
  if (response.status === 403)
    throw new Error(`${origin} does not witness this log or its key. Ask its operator to name ${message.origin} in WITNESS_FOR.`);
  throw new Error(`${origin} answers ${response.status}.`);
}
