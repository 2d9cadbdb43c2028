import { and, eq, inArray, isNull, like, or, type SQL } from 'drizzle-orm';
import { enqueueRefresh, markAuthorsChangedByKey } from '#lib/catalog/authors/commands/mark-changed.ts';
import { clearOwnerSettings } from '#lib/catalog/authors/commands/owner.ts';
import { withdrawWorksOfAccount } from '#lib/catalog/ownership/commands/added-works.ts';
import { removeUnsupportedProfiles } from '#lib/catalog/ownership/commands/created-profiles.ts';
import { notify } from '#lib/community/notifications/commands/notify.ts';
import type { ClaimRow } from '#lib/governance/claims/commands/accept.ts';
import { type DisputeRow, withdrawObjection } from '#lib/governance/claims/commands/dispute.ts';
import { unassignOwner } from '#lib/governance/claims/commands/end.ts';
import { attestationKinds } from '#lib/governance/claims/model/attestations.ts';
import { deleteOpinionsOfAccount } from '#lib/governance/identity/commands/opinions.ts';
import { formerMember } from '#lib/platform/auth/erased-account.ts';
import { idsOf, rowsOf } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { claims, disputes } from '#lib/platform/db/schema/claims.ts';
import { follows, recordEvents } from '#lib/platform/db/schema/follows.ts';
import { notifications } from '#lib/platform/db/schema/notifications.ts';
import { attestations } from '#lib/platform/db/schema/trust.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import type { ErasedAccount } from '#lib/platform/db/table-lifecycle.ts';
import { claimedLifecycles } from '#lib/portal/lifecycles.ts';
import { eraseStatedNames, restoreSourceFacts, statedNames } from './names.ts';
import { eraseTables } from './tables.ts';

const endedStates = ['withdrawn', 'rejected', 'revoked'];

/**
 * Releases the account's records and claims, withdraws its objections, and ends the attestations it has given. Each step runs by its
 * command, with its event in the evidence log. Then the remaining rows are erased.
 */
export async function eraseRecords(tx: Writer, erased: ErasedAccount): Promise<void> {
  const { accountId } = erased;
  const { own, doubts } = await lockClaims(tx, accountId);
  const owned = [...new Set(own.map(({ authorId }) => authorId))];
  const attestations = await attestationsGiven(tx, accountId);
  await lockRecords(tx, accountId, [...owned, ...attestations.map(({ authorId }) => authorId), ...doubts.map(({ authorId }) => authorId)]);
  const stated = await statedNames(tx, accountId, owned);
  await deleteOpinionsOfAccount(tx, accountId);
  await withdrawWorksOfAccount(tx, accountId);
  for (const claim of own) if (!endedStates.includes(claim.state)) await unassignOwner(tx, claim);
  await removeUnsupportedProfiles(tx, owned);
  for (const dispute of doubts) if (dispute.state === 'open') await withdrawObjection(tx, dispute);
  await notifyOfAttestations(tx, accountId, attestations);
  await removeNameFromAttestationNotices(tx, accountId, owned);
  await eraseTables(tx, erased, claimedLifecycles);
  await deleteOwnership(tx, owned);
  await restoreSourceFacts(tx, owned);
  await eraseStatedNames(tx, { accountId, ids: owned, stated });
  await enqueueRefresh(tx);
}

/**
 * Locks the account's claims and the claims it objects to, in the order of their ids. The rows are read again after locking, since a
 * contested claim may have ended meanwhile and its record been assigned to this account.
 */
async function lockClaims(tx: Writer, accountId: string): Promise<{ own: ClaimRow[]; doubts: DisputeRow[] }> {
  const locked: ClaimRow[] = [];
  const lockedIds = new Set<string>();
  for (;;) {
    const doubts = await tx.select().from(disputes).where(eq(disputes.accountId, accountId)).orderBy(disputes.id);
    const ownClaims = await tx.select({ id: claims.id }).from(claims).where(eq(claims.accountId, accountId));
    const ids = new Set([...ownClaims.map(({ id }) => id), ...doubts.map(({ claimId }) => claimId)]);
    const unlockedIds = [...ids].filter((id) => !lockedIds.has(id)).sort();
    if (unlockedIds.length === 0) return { own: locked.filter((claim) => claim.accountId === accountId), doubts };
    for (const id of unlockedIds) {
      lockedIds.add(id);
      locked.push(...(await tx.update(claims).set({ id }).where(eq(claims.id, id)).returning()));
    }
  }
}

type Attestation = typeof attestations.$inferSelect;

const attestationsGiven = (tx: Writer, accountId: string): Promise<Attestation[]> =>
  rowsOf(tx, attestations, and(eq(attestations.fromAccountId, accountId), eq(attestations.state, 'given')));

/** Locks the records that change or are recounted, in the order of their keys, before the evidence log is locked. */
async function lockRecords(tx: Writer, accountId: string, ids: readonly string[]): Promise<void> {
  const followed = tx.select({ id: follows.authorId }).from(follows).where(eq(follows.accountId, accountId));
  const isChanging = or(inArray(authors.id, [...new Set(ids)]), eq(authors.ownerId, accountId), inArray(authors.id, followed));
  const rows = await tx.select({ key: authors.key }).from(authors).where(isChanging).orderBy(authors.key);
  const keys = rows.map(({ key }) => key);
  await markAuthorsChangedByKey(tx, keys);
}

/** Notifies owners that an attestation by the account no longer counts, without the reason. */
async function notifyOfAttestations(tx: Writer, accountId: string, attestations: readonly Attestation[]): Promise<void> {
  for (const { id, kind, authorId } of attestations) {
    const [about] = await tx.select({ ownerId: authors.ownerId }).from(authors).where(eq(authors.id, authorId));
    if (!about?.ownerId || about.ownerId === accountId) continue;
    const facts = { author: authorId, attestation: kind, path: '/confirm' };
    await notify(tx, { accountId: about.ownerId, kind: 'attestation_ended', facts, onceKey: `attestation_ended:${id}` });
  }
}

/**
 * Removes the account's name from notifications about attestations: who requested and who gave them. Requests for records that somebody
 * else owns by now are left unchanged, since the new owner may have sent them.
 */
async function removeNameFromAttestationNotices(tx: Writer, accountId: string, owned: readonly string[]): Promise<void> {
  const { onceKey } = notifications;
  const attestationsByAccount = await tx
    .select({ id: attestations.id, about: attestations.authorId })
    .from(attestations)
    .where(eq(attestations.fromAccountId, accountId));
  const keys = attestationsByAccount.map(({ id }) => `attestation_given:${id}`);
  await removeName(tx, await ownersOf(tx, [...new Set(attestationsByAccount.map(({ about }) => about))]), inArray(onceKey, keys));
  const isUnowned = and(inArray(authors.id, [...owned]), isNull(authors.ownerId));
  for (const { id } of await tx.select({ id: authors.id }).from(authors).where(isUnowned)) {
    const isAboutRecord = eq(attestations.authorId, id);
    const askedAccounts = await tx.selectDistinct({ id: attestations.fromAccountId }).from(attestations).where(isAboutRecord);
    const isRequestForRecord = or(...attestationKinds.map((kind) => like(onceKey, `attestation_requested:${kind}:${id}:%`)));
    await removeName(tx, idsOf(askedAccounts), isRequestForRecord);
  }
}

/** Returns current and former owners and claimants of records. */
async function ownersOf(tx: Writer, ids: readonly string[]): Promise<string[]> {
  const isRecord = inArray(authors.id, [...ids]);
  const owners = await tx.select({ id: authors.ownerId }).from(authors).where(isRecord);
  const isOfRecords = inArray(claims.authorId, [...ids]);
  const claimants = await tx.selectDistinct({ id: claims.accountId }).from(claims).where(isOfRecords);
  return [...new Set([...owners, ...claimants].flatMap(({ id }) => id ?? []))];
}

/** Replaces the person's name in notifications of other accounts. */
async function removeName(tx: Writer, accountIds: readonly string[], condition: SQL | undefined): Promise<void> {
  const { id, accountId, facts } = notifications;
  const isAddressed = and(inArray(accountId, [...accountIds]), condition);
  const rows = await tx.select({ id, facts }).from(notifications).where(isAddressed);
  for (const each of rows) {
    const { author: _, ...rest } = each.facts;
    const facts = { ...rest, name: formerMember };
    await tx.update(notifications).set({ facts }).where(eq(id, each.id));
  }
}

/** Deletes the settings of an owner on their records, whatever the state of the claim. */
async function deleteOwnership(tx: Writer, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  // Includes records that were merged into others, which no refresh updates. Skips records owned by somebody else by now.
  await clearOwnerSettings(tx, ids);
  // Feed events about a claim would disclose that the person had an account here.
  const isUnclaimed = and(inArray(authors.id, [...ids]), eq(authors.claimState, 'unclaimed'));
  const unclaimedIds = (await tx.select({ id: authors.id }).from(authors).where(isUnclaimed)).map(({ id }) => id);
  if (unclaimedIds.length > 0)
    await tx.delete(recordEvents).where(and(inArray(recordEvents.authorId, unclaimedIds), eq(recordEvents.kind, 'claimed')));
}
