import { and, asc, desc, eq } from 'drizzle-orm';
import { logHeads, witnessDeliveries, witnessedHeads, witnessOrigins } from '#lib/platform/db/schema/trust.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { SignedHead } from '../model/document.ts';
import { type WitnessConflict, type WitnessDocument, type WitnessHealth, witnessFormat } from '../model/witness.ts';

const maxHeadsPerOrigin = 400;

/** Returns the head of a day; null if none was published. */
export async function headOfDay(reader: Reader, day: string): Promise<SignedHead | null> {
  const [row] = await reader.select().from(logHeads).where(eq(logHeads.day, day));
  return row ? { ...row, at: row.at.toISOString() } : null;
}

/** Returns the witnessed heads by origin: newest first, at most 400 of each. */
export async function witnessedHeadsByOrigin(reader: Reader): Promise<WitnessDocument> {
  const origins = await reader.select().from(witnessOrigins).orderBy(asc(witnessOrigins.origin));
  const witnessedOrigins: WitnessDocument['origins'] = [];
  for (const { origin, keyId, publicKey } of origins) {
    const isOfOrigin = eq(witnessedHeads.origin, origin);
    const rows = await reader.select().from(witnessedHeads).where(isOfOrigin).orderBy(desc(witnessedHeads.day)).limit(maxHeadsPerOrigin);
    const heads = rows.map(({ origin: _, at, receivedAt, ...head }) => ({
      ...head,
      at: at.toISOString(),
      receivedAt: receivedAt.toISOString(),
    }));
    witnessedOrigins.push({ origin, key: { id: keyId, publicKey }, heads });
  }
  return { format: witnessFormat, origins: witnessedOrigins };
}

/** Returns the state of each given witness, in the same order. */
export async function witnessHealth(reader: Reader, names: readonly string[]): Promise<WitnessHealth[]> {
  const healths: WitnessHealth[] = [];
  for (const witness of names) {
    const isInState = (state: string) => and(eq(witnessDeliveries.witness, witness), eq(witnessDeliveries.state, state));
    const rows = reader.select().from(witnessDeliveries);
    const [lastDelivered] = await rows.where(isInState('delivered')).orderBy(desc(witnessDeliveries.day)).limit(1);
    const waitingRows = reader.select().from(witnessDeliveries).where(isInState('waiting'));
    const [oldestWaiting] = await waitingRows.orderBy(asc(witnessDeliveries.since)).limit(1);
    healths.push({
      witness,
      delivered: lastDelivered?.deliveredAt ? { day: lastDelivered.day, at: lastDelivered.deliveredAt } : null,
      late: oldestWaiting
        ? { day: oldestWaiting.day, since: oldestWaiting.since, attempts: oldestWaiting.attempts, error: oldestWaiting.lastError }
        : null,
    });
  }
  return healths;
}

/** Returns the heads that contradicted a witnessed one, by origin. */
export async function witnessConflicts(reader: Reader): Promise<WitnessConflict[]> {
  const rows = await reader.select().from(witnessOrigins).orderBy(asc(witnessOrigins.origin));
  return rows.flatMap(({ origin, conflict, conflictAt }) =>
    conflict && conflictAt ? [{ origin, day: conflict.day, at: conflictAt }] : [],
  );
}
