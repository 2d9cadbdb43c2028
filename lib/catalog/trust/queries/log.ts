import { and, asc, desc, eq, gt, inArray } from 'drizzle-orm';
import { isHiddenInListsText } from '#lib/catalog/visibility/queries.ts';
import { isAnyOf } from '#lib/platform/db/prepared.ts';
import { columnsOf } from '#lib/platform/db/rows.ts';
import { evidenceEvents } from '#lib/platform/db/schema/trust.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { type LogEvent, parseEvent, type RedactedEvent, type SignedEvent } from '../model/log.ts';

const signedColumns = columnsOf(evidenceEvents, 'body', 'hash', 'signature', 'keyId');

/** Returns the events of some records in order, by record id. */
export async function eventsOf(reader: Reader, authorIds: readonly string[]): Promise<Map<string, LogEvent[]>> {
  const rows = await reader
    .select({ body: evidenceEvents.body })
    .from(evidenceEvents)
    .where(isAnyOf(evidenceEvents.authorId, authorIds))
    .orderBy(asc(evidenceEvents.authorId), asc(evidenceEvents.place));
  return Map.groupBy(rows.map(parseEvent), ({ record }) => record);
}

/** Returns the signed events of a record, in order. */
export const signedEventsOf = (reader: Reader, authorId: string): Promise<SignedEvent[]> =>
  reader.select(signedColumns).from(evidenceEvents).where(eq(evidenceEvents.authorId, authorId)).orderBy(asc(evidenceEvents.place));

/**
 * Selects the records that are suppressed or unlisted, or were merged into such a record. Follows merges through the indexes on ids and
 * keys.
 */
const hiddenRecordsQuery = `with recursive up (id, merged_into, visibility) as (
  select id, merged_into, visibility from authors where id in $many
  union all select up.id, a.merged_into, a.visibility from up join authors a on a.key = up.merged_into
) select distinct id from up where ${isHiddenInListsText('up')}`;

/** Returns at most `limit` events of the log after a number. Events of hidden records contain only their place in the chain. */
export async function eventsAfter(reader: Reader, number: number, limit: number): Promise<(SignedEvent | RedactedEvent)[]> {
  const rows = await reader
    .select({ ...signedColumns, number: evidenceEvents.number, authorId: evidenceEvents.authorId })
    .from(evidenceEvents)
    .where(gt(evidenceEvents.number, number))
    .orderBy(asc(evidenceEvents.number))
    .limit(limit);
  const records = [...new Set(rows.map(({ authorId }) => authorId))].filter((id) => id !== '');
  const hidden = new Set((records.length > 0 ? await reader.query<{ id: string }>(hiddenRecordsQuery, records) : []).map(({ id }) => id));
  return rows.map(({ number: place, authorId, body, ...signed }) =>
    hidden.has(authorId) ? { number: place, body: null, ...signed } : { body, ...signed },
  );
}

/** Returns whether the log states that a record is currently frozen. */
export async function isFrozen(reader: Reader, authorId: string): Promise<boolean> {
  const isFreezeEvent = and(eq(evidenceEvents.authorId, authorId), inArray(evidenceEvents.kind, ['frozen', 'unfrozen']));
  const [last] = await reader
    .select({ kind: evidenceEvents.kind })
    .from(evidenceEvents)
    .where(isFreezeEvent)
    .orderBy(desc(evidenceEvents.place))
    .limit(1);
  return last?.kind === 'frozen';
}
