import { and, eq, isNull } from 'drizzle-orm';
import { enqueueRefresh } from '#lib/catalog/authors/commands/mark-changed.ts';
import { setOwner } from '#lib/catalog/authors/commands/owner.ts';
import { logEvent } from '#lib/catalog/trust/commands/log.ts';
import { unfollowOwnRecord } from '#lib/community/follows/commands/authors.ts';
import { recordEvent } from '#lib/community/follows/commands/record-events.ts';
import { notify } from '#lib/community/notifications/commands/notify.ts';
import { applyChangeOfOwner } from '#lib/governance/corrections/commands/backing.ts';
import { now } from '#lib/platform/clock.ts';
import { hasRow } from '#lib/platform/db/rows.ts';
import { accounts, passkeys } from '#lib/platform/db/schema/accounts.ts';
import { addedWorks } from '#lib/platform/db/schema/additions.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { claimEvents, type claims } from '#lib/platform/db/schema/claims.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { newId } from '#lib/platform/id.ts';
import { enqueue } from '#lib/platform/jobs/queue.ts';
import type { ClaimEvent } from '../model/claim.ts';
import { activateProofs } from './evidence.ts';

export type ClaimRow = typeof claims.$inferSelect;

/** Stores an event of a claim with its actor; null for the system. */
export async function storeClaimEvent(
  tx: Writer,
  claim: ClaimRow,
  event: ClaimEvent,
  from: string | null,
  accountId: string | null,
): Promise<void> {
  const row = { id: newId(), claimId: claim.id, event, fromState: from, toState: claim.state, accountId, at: now() };
  await tx.insert(claimEvents).values(row);
}

/**
 * Enqueues the acceptance of a claim at the end of its public notice.
 * @param isEarlier whether a job for a later end waits already, which then finds the notice ended
 */
export const enqueueNoticeEnd = (tx: Writer, claimId: string, runAt: Date, isEarlier = false): Promise<void> => {
  const onceKey = `end-claim-notice:${claimId}${isEarlier ? ':earlier' : ''}`;
  return enqueue(tx, { kind: 'end-claim-notice', payload: { claimId }, onceKey, runAt });
};

/** Makes the account of an accepted claim the owner of the record. Counts its proofs, logs the acceptance and notifies the owner. */
export async function assignOwner(tx: Writer, claim: ClaimRow): Promise<void> {
  await setOwner(tx, claim.authorId, claim.accountId);
  await logEvent(tx, {
    authorId: claim.authorId,
    kind: 'claim_accepted',
    facts: { claim: claim.id, strength: claim.strength },
    secret: { accountId: claim.accountId, facts: { account: claim.accountId } },
  });
  await unfollowOwnRecord(tx, claim);
  await applyChangeOfOwner(tx, claim.authorId);
  await activateProofs(tx, claim);
  await logSecurityMeasures(tx, claim);
  const facts = { author: claim.authorId, path: `/authors/${claim.authorId}` };
  await notify(tx, { accountId: claim.accountId, kind: 'claim_accepted', facts, onceKey: `claim_accepted:${claim.id}` });
  await recordEvent(tx, { authorId: claim.authorId, kind: 'claimed' });
  if (claim.strength === 'strong') await listAddedWorks(tx, claim.authorId);
  await enqueueRefresh(tx);
}

/** Puts the works that the owner has added in the search, because the owner has proved control of the record. */
export async function listAddedWorks(tx: Writer, authorId: string): Promise<void> {
  if (!(await hasRow(tx, addedWorks, eq(addedWorks.authorId, authorId)))) return;
  const [author] = await tx.select({ key: authors.key }).from(authors).where(eq(authors.id, authorId));
  if (author) await enqueue(tx, { kind: 'index-works', payload: { authorKeys: [author.key] } });
}

/** Logs the security measures that the account took before it owned the record, because they count for the record too. */
export async function logSecurityMeasures(tx: Writer, { authorId, accountId }: ClaimRow): Promise<void> {
  const isOwn = and(eq(passkeys.accountId, accountId), isNull(passkeys.revokedAt));
  if (await hasRow(tx, passkeys, isOwn)) await logEvent(tx, { authorId, kind: 'passkey_added', facts: {} });
  const [account] = await tx.select({ at: accounts.recoveryConfirmedAt }).from(accounts).where(eq(accounts.id, accountId));
  if (account?.at) await logEvent(tx, { authorId, kind: 'recovery_set', facts: {} });
}
