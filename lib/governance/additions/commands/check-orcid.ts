import { hash } from 'node:crypto';
import { and, eq, isNotNull, notExists, sql } from 'drizzle-orm';
import type { ImportedWork } from '#lib/catalog/sources/model.ts';
import { visibleRecord } from '#lib/catalog/visibility/queries.ts';
import { notify } from '#lib/community/notifications/commands/notify.ts';
import { addMs, daysMs, now } from '#lib/platform/clock.ts';
import { logins } from '#lib/platform/db/schema/accounts.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { jobs } from '#lib/platform/db/schema/jobs.ts';
import type { Reader, Store, Writer } from '#lib/platform/db/store.ts';
import { enqueue } from '#lib/platform/jobs/queue.ts';
import type { Outcome } from '#lib/platform/outcome.ts';
import { selectNewWorks } from '../queries.ts';

const checkIntervalDays = 7;
/** Upper bound per round; the next round continues. */
const batchSize = 500;
const onceKeyOf = (authorId: string): string => `check-orcid:${authorId}`;

/** Reads the works of an iD. @param request with the name that is used for a work without an author list */
export type ReadOrcid = (request: { orcid: string; holder: string }) => Promise<Outcome<{ works: ImportedWork[] }, 'orcid_unreachable'>>;

const isConnected = and(visibleRecord(), eq(authors.claimState, 'claimed'), eq(logins.provider, 'orcid'));

/** Schedules a check in a week for each owner with an ORCID connection and no pending check. */
export async function planOrcidChecks(tx: Writer): Promise<void> {
  const pendingChecks = tx
    .select({ id: jobs.id })
    .from(jobs)
    // Repeats the condition of the partial index on once keys, which SQLite otherwise does not use. A running job has no once key.
    .where(and(sql`${jobs.state} in ('waiting', 'running')`, eq(jobs.onceKey, sql`${onceKeyOf('')} || ${authors.id}`)));
  const due = await tx
    .select({ authorId: authors.id })
    .from(authors)
    .innerJoin(logins, eq(logins.userId, authors.ownerId))
    .where(and(isNotNull(authors.ownerId), isConnected, notExists(pendingChecks)))
    .limit(batchSize);
  const runAt = addMs(now(), daysMs(checkIntervalDays));
  for (const { authorId } of due) await enqueue(tx, { kind: 'check-orcid', payload: { authorId }, onceKey: onceKeyOf(authorId), runAt });
}

/** Returns the owner of a record and their connected iD; null if there is no owner or connection. */
async function selectConnection(reader: Reader, authorId: string) {
  const [row] = await reader
    .select({ accountId: logins.userId, orcid: logins.providerAccountId, holder: authors.name })
    .from(authors)
    .innerJoin(logins, eq(logins.userId, authors.ownerId))
    .where(and(eq(authors.id, authorId), isConnected))
    .limit(1);
  return row ?? null;
}

/**
 * Compares the ORCID record of an owner with their profile, and notifies them of works that are missing there. Stores none of the works.
 * The same set of works is notified once. If ORCID cannot be read, the next check is in a week.
 */
export async function checkOrcid(store: Store, authorId: string, readOrcid: ReadOrcid): Promise<void> {
  const connection = await selectConnection(store.reader, authorId);
  if (!connection) return;
  const { orcid, holder } = connection;
  const result = await readOrcid({ orcid, holder });
  if (!result.ok) return;
  await store.transact(async (tx) => {
    const owner = await selectConnection(tx, authorId);
    // The owner or the connection changed while ORCID was read.
    if (owner?.accountId !== connection.accountId || owner.orcid !== orcid) return;
    const missingWorks = await selectNewWorks(tx, authorId, result.value.works);
    if (missingWorks.length === 0) return;
    const facts = { author: authorId, count: `${missingWorks.length}`, path: `/me/records/${authorId}/add#read` };
    const onceKey = `orcid_works:${authorId}:${hashOfWorks(missingWorks)}`;
    await notify(tx, { accountId: owner.accountId, kind: 'orcid_works', facts, onceKey });
  });
}

/** Returns a 132-bit hash of a set of works, independent of their order. */
function hashOfWorks(works: readonly ImportedWork[]): string {
  const ids = works.map(({ title, identifiers }) => JSON.stringify(identifiers.length > 0 ? identifiers : title));
  return hash('sha256', ids.toSorted().join('\n'), 'base64url').slice(0, 22);
}
