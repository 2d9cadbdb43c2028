import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { ErasureView } from '#lib/community/accounts/model/erasure.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { isRecentSignIn } from '#lib/platform/auth/reauthentication.ts';
import type { OpenSession } from '#lib/platform/auth/sessions.ts';
import { columnsOf } from '#lib/platform/db/rows.ts';
import { accounts, erasures } from '#lib/platform/db/schema/accounts.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { claims, disputes } from '#lib/platform/db/schema/claims.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { isSoleAdmin } from './commands/request.ts';

/** Returns what the viewer is shown before requesting the erasure of their account, or while one is scheduled. */
export async function erasureOf(reader: Reader, session: OpenSession): Promise<ErasureView> {
  const { accountId } = session.actor;
  const [account] = await reader.prepared(accountQuery, { accountId });
  return {
    waiting: await scheduledErasureOf(reader, session.actor),
    soleAdmin: await isSoleAdmin(reader, accountId),
    mailed: Boolean(account?.email && account.emailVerified && !account.sample),
    sample: account?.sample ?? false,
    records: await reader.prepared(recordsQuery, { accountId }),
    inDispute: await inDispute(reader, accountId),
    isRecentSignIn: isRecentSignIn(session),
  };
}

const accountQuery = (reader: Reader) =>
  reader
    .select(columnsOf(accounts, 'email', 'emailVerified', 'sample'))
    .from(accounts)
    .where(eq(accounts.id, sql.placeholder('accountId')))
    .prepare();

const recordsQuery = (reader: Reader) =>
  reader
    .select({ slug: authors.slug, name: authors.name })
    .from(authors)
    .where(and(eq(authors.ownerId, sql.placeholder('accountId')), isNull(authors.mergedInto)))
    .orderBy(authors.sortName, authors.key)
    .prepare();

/** Returns the erasure that an account has requested and that has not run yet; null if there is none. */
export async function scheduledErasureOf(reader: Reader, { accountId }: Pick<Actor, 'accountId'>): Promise<ErasureView['waiting']> {
  const [erasure] = await reader.prepared(scheduledErasureQuery, { accountId });
  return erasure ?? null;
}

const scheduledErasureQuery = (reader: Reader) =>
  reader
    .select({ askedAt: erasures.requestedAt, runsAt: erasures.runAt })
    .from(erasures)
    .where(and(eq(erasures.accountId, sql.placeholder('accountId')), isNull(erasures.doneAt)))
    .prepare();

async function inDispute(reader: Reader, accountId: string): Promise<boolean> {
  for (const query of [contestedClaimQuery, ownObjectionQuery]) if ((await reader.prepared(query, { accountId })).length > 0) return true;
  return false;
}

const contestedClaimQuery = (reader: Reader) =>
  reader
    .select({ id: claims.id })
    .from(claims)
    .where(and(eq(claims.accountId, sql.placeholder('accountId')), inArray(claims.state, ['in_review', 'suspended', 'appealed'])))
    .limit(1)
    .prepare();

const ownObjectionQuery = (reader: Reader) =>
  reader
    .select({ id: disputes.id })
    .from(disputes)
    .where(and(eq(disputes.accountId, sql.placeholder('accountId')), eq(disputes.state, 'open')))
    .limit(1)
    .prepare();
