import { asc, eq, gt, inArray } from 'drizzle-orm';
import { evidenceEvents } from '../../db/schema/trust.ts';
import type { Reader } from '../../db/store.ts';
import { eventIn, type LogEvent, type SignedEvent } from '../model/log.ts';

const columns = {
  body: evidenceEvents.body,
  hash: evidenceEvents.hash,
  signature: evidenceEvents.signature,
  keyId: evidenceEvents.keyId,
};

/** The events of some records, in their order, by record id. */
export async function eventsOf(reader: Reader, authorIds: readonly string[]): Promise<Map<string, LogEvent[]>> {
  const found = new Map<string, LogEvent[]>();
  for (let start = 0; start < authorIds.length; start += 1000) {
    const rows = await reader
      .select({ body: evidenceEvents.body })
      .from(evidenceEvents)
      .where(inArray(evidenceEvents.authorId, authorIds.slice(start, start + 1000)))
      .orderBy(asc(evidenceEvents.authorId), asc(evidenceEvents.place));
    for (const row of rows) {
      const event = eventIn(row);
      found.set(event.record, [...(found.get(event.record) ?? []), event]);
    }
  }
  return found;
}

/** The signed events of one record, in their order. */
export const signedEventsOf = (reader: Reader, authorId: string): Promise<SignedEvent[]> =>
  reader.select(columns).from(evidenceEvents).where(eq(evidenceEvents.authorId, authorId)).orderBy(asc(evidenceEvents.place));

/** The log of the instance after a number, at most `limit` events. */
export const logAfter = (reader: Reader, number: number, limit: number): Promise<SignedEvent[]> =>
  reader.select(columns).from(evidenceEvents).where(gt(evidenceEvents.number, number)).orderBy(asc(evidenceEvents.number)).limit(limit);
