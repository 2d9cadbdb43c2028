import { and, eq, inArray, isNull } from 'drizzle-orm';
import { lockAuthors } from '#lib/catalog/authors/commands/lock.ts';
import { enqueueRefresh, markAuthorsChanged } from '#lib/catalog/authors/commands/mark-changed.ts';
import { logEvent } from '#lib/catalog/trust/commands/log.ts';
import { addLogin, removeLogin } from '#lib/community/accounts/commands/logins.ts';
import { notifySecurityChange } from '#lib/community/accounts/commands/security-changes.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { hasRow, rowsOf } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { claims, proofs } from '#lib/platform/db/schema/claims.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import type { ClaimErrorCode } from '../model/claim.ts';
import type { FederatedAssertion } from '../model/federated.ts';
import { proofStatesBefore } from '../model/proofs.ts';
import { federatedProof, federatedProvider } from '../queries/federated.ts';
import { claimAuthor } from './claim.ts';
import { unassignOwner } from './end.ts';

type LinkErrorCode = 'federated_of_another_account' | 'another_federated_linked';

/** Links an organisation's login to an account. A login belongs to one account, and an account has one login per issuer. */
async function linkLogin(tx: Writer, { accountId }: Actor, { issuer, subject }: FederatedAssertion): Promise<Outcome<void, LinkErrorCode>> {
  const provider = federatedProvider(issuer);
  const result = await addLogin(tx, { userId: accountId, provider, providerAccountId: subject });
  if (result === 'another_linked') return refused('another_federated_linked');
  if (result === 'of_another_account') return refused('federated_of_another_account');
  if (result === 'linked') await notifySecurityChange(tx, accountId, 'federated_linked');
  return done(undefined);
}

/**
 * Links the login to the account that has just returned from the organisation. Shows it as a proof for the given record, or for all records
 * of the account.
 * @returns the stored proof for the given record, or null if none was given
 */
export async function linkFederatedLogin(
  tx: Writer,
  actor: Actor,
  { assertion, authorId }: { assertion: FederatedAssertion; authorId: string | null },
): Promise<Outcome<{ proofId: string | null }, LinkErrorCode | ClaimErrorCode>> {
  const linkOutcome = await linkLogin(tx, actor, assertion);
  if (!linkOutcome.ok) return linkOutcome;
  const isOwned = and(eq(authors.ownerId, actor.accountId), isNull(authors.mergedInto));
  const records = authorId ? [{ id: authorId }] : await tx.select({ id: authors.id }).from(authors).where(isOwned).orderBy(authors.key);
  // Locks all records before the log is written.
  if (records.length > 1) {
    const ids = records.map(({ id }) => id);
    await lockAuthors(tx, and(inArray(authors.id, ids), isOwned));
  }
  for (const { id } of records) {
    const proof = await federatedProof(tx, actor.accountId, id, assertion);
    if (!proof) return refused('unknown_author');
    const outcome = await claimAuthor(tx, actor, { authorId: id, proof });
    if (!outcome.ok && authorId) return outcome;
  }
  if (!authorId) return done({ proofId: null });
  const isFederatedProof = and(eq(proofs.accountId, actor.accountId), eq(proofs.authorId, authorId), eq(proofs.kind, 'federated'));
  const isCounting = and(isFederatedProof, inArray(proofs.state, ['observed', 'valid']));
  const [row] = await tx.select({ id: proofs.id }).from(proofs).where(isCounting);
  return done({ proofId: row?.id ?? null });
}

/** Unlinks an organisation's login, revokes its proofs and logs this. */
export async function unlinkFederatedLogin(
  tx: Writer,
  actor: Actor,
  { issuer }: { issuer: string },
): Promise<Outcome<void, 'federated_not_linked'>> {
  if (!(await removeLogin(tx, { userId: actor.accountId, provider: federatedProvider(issuer) }))) return refused('federated_not_linked');
  const isProofOfLogin = and(eq(proofs.accountId, actor.accountId), eq(proofs.kind, 'federated'), eq(proofs.target, issuer));
  // Includes expired proofs, because identity proofing counts longer than the affiliation.
  const states = [...proofStatesBefore('revoke'), 'expired'];
  const isRevocable = and(isProofOfLogin, inArray(proofs.state, states));
  const revokedProofs = await tx.update(proofs).set({ state: 'revoked', nextCheckAt: null }).where(isRevocable).returning();
  const loggedProofs = revokedProofs.filter(({ eventId }) => eventId !== null).sort((a, b) => a.authorId.localeCompare(b.authorId));
  const authorIds = [...new Set(loggedProofs.map(({ authorId }) => authorId))];
  await markAuthorsChanged(tx, authorIds);
  for (const { authorId, eventId } of loggedProofs)
    if (eventId) await logEvent(tx, { authorId, kind: 'proof_revoked', facts: { about: eventId } });
  const unloggedAuthorIds = revokedProofs.filter(({ eventId }) => eventId === null).map(({ authorId }) => authorId);
  await withdrawUnprovenClaims(tx, actor, unloggedAuthorIds);
  await notifySecurityChange(tx, actor.accountId, 'federated_gone');
  await enqueueRefresh(tx);
  return done(undefined);
}

/** Withdraws pending claims without a remaining proof. */
async function withdrawUnprovenClaims(tx: Writer, { accountId }: Actor, authorIds: readonly string[]): Promise<void> {
  if (authorIds.length === 0) return;
  const isOwn = and(eq(claims.accountId, accountId), inArray(claims.authorId, [...authorIds]));
  const pendingClaims = await rowsOf(tx, claims, and(isOwn, inArray(claims.state, ['notice_period', 'in_review'])), claims.authorId);
  for (const claim of pendingClaims) {
    const isObservedProof = and(eq(proofs.accountId, accountId), eq(proofs.authorId, claim.authorId), eq(proofs.state, 'observed'));
    if (!(await hasRow(tx, proofs, isObservedProof))) await unassignOwner(tx, claim);
  }
}
