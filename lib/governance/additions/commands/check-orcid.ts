import { hash } from 'node:crypto';
import { and, eq, isNotNull, notExists, sql } from 'drizzle-orm';
import type { ImportedWork } from '#lib/catalog/sources/model.ts';
import { visibleRecord } from '#lib/catalog/visibility/queries.ts';
import { notify } from '#lib/community/notifications/commands/notify.ts';
import { daysMs, later, now } from '#lib/platform/clock.ts';
import { logins } from '#lib/platform/db/schema/accounts.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { jobs } from '#lib/platform/db/schema/jobs.ts';
import type { Reader, Store, Writer } from '#lib/platform/db/store.ts';
import { enqueue } from '#lib/platform/jobs/queue.ts';
import type { Outcome } from '#lib/platform/outcome.ts';
import { withoutOwn } from '../queries.ts';

const checkEveryDays = 7;
/** The next round takes the rest. */
const portion = 500;
const onceKeyOf = (authorId: string): string => `check-orcid:${authorId}`;

/** Reads the works of an iD. @param asked with the name that is used where a work has no list of authors */
export type ReadOrcid = (asked: { orcid: string; holder: string }) => Promise<Outcome<{ works: ImportedWork[] }, 'orcid_unreachable'>>;

const connected = and(visibleRecord(), eq(authors.claimState, 'claimed'), eq(logins.provider, 'orcid'));

/** Plans the next check for each owner with an ORCID connection for whom none is planned, a week from now. */
export async function planOrcidChecks(tx: Writer): Promise<void> {
  const planned = tx
    .select({ id: jobs.id })
    .from(jobs)
    // In the words of the index of keys, which SQLite uses for no others. A job that has begun has no key.
    .where(and(sql`${jobs.state} in ('waiting', 'running')`, eq(jobs.onceKey, sql`${onceKeyOf('')} || ${authors.id}`)));
  const due = await tx
    .select({ authorId: authors.id })
    .from(authors)
    .innerJoin(logins, eq(logins.userId, authors.ownerId))
    .where(and(isNotNull(authors.ownerId), connected, notExists(planned)))
    .limit(portion);
  const runAt = later(now(), daysMs(checkEveryDays));
  for (const { authorId } of due) await enqueue(tx, { kind: 'check-orcid', payload: { authorId }, onceKey: onceKeyOf(authorId), runAt });
}

/** Who owns a record, and the iD that they have connected; null where nobody does any more. */
async function connectionOf(reader: Reader, authorId: string) {
  const [found] = await reader
    .select({ accountId: logins.userId, orcid: logins.providerAccountId, holder: authors.name })
    .from(authors)
    .innerJoin(logins, eq(logins.userId, authors.ownerId))
    .where(and(eq(authors.id, authorId), connected))
    .limit(1);
  return found ?? null;
}

/**
 * Compares the ORCID record of an owner with their profile, and tells them of works that are not on it. Nothing is stored of these works, and
 * the same works are told of once. Where ORCID cannot be read, the next check is in a week.
 */
export async function checkOrcid(store: Store, authorId: string, read: ReadOrcid): Promise<void> {
  const before = await connectionOf(store.reader, authorId);
  if (!before) return;
  const { orcid, holder } = before;
  const found = await read({ orcid, holder });
  if (!found.ok) return;
  await store.transact(async (tx) => {
    const owner = await connectionOf(tx, authorId);
    // It has changed hands, or the connection has ended, while ORCID was read.
    if (owner?.accountId !== before.accountId || owner.orcid !== orcid) return;
    const fresh = await withoutOwn(tx, authorId, found.value.works);
    if (fresh.length === 0) return;
    const facts = { name: owner.holder, count: `${fresh.length}`, path: `/me/records/${authorId}/add#read` };
    await notify(tx, { accountId: owner.accountId, kind: 'orcid_works', facts, onceKey: `orcid_works:${authorId}:${markOf(fresh)}` });
  });
}

/** Tells one set of works from another, whatever their order: 132 bits. */
function markOf(works: readonly ImportedWork[]): string {
  const ids = works.map(({ title, identifiers }) => JSON.stringify(identifiers.length > 0 ? identifiers : title));
  return hash('sha256', ids.toSorted().join('\n'), 'base64url').slice(0, 22);
}
