import { and, eq, inArray, or } from 'drizzle-orm';
import { closeReview } from '#lib/governance/cases/commands/open.ts';
import { rejectChange } from '#lib/governance/identity/commands/changes.ts';
import type { Moved } from '#lib/governance/identity/model/changes.ts';
import { erasedAccount } from '#lib/platform/auth/erased-account.ts';
import { now } from '#lib/platform/clock.ts';
import { announcements, auditEntries, roles } from '#lib/platform/db/schema/accounts.ts';
import { appeals, reviews, reviewVotes } from '#lib/platform/db/schema/claims.ts';
import { identityChanges, visibilityRequests } from '#lib/platform/db/schema/identity.ts';
import { reports } from '#lib/platform/db/schema/reports.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { newId } from '#lib/platform/id.ts';
import type { Leaving } from './erase.ts';

/**
 * What the account has asked of people who decide, and decided itself. Open questions of its own are taken back; decisions stand, and no
 * longer say for whom or by whom.
 */
export async function eraseActs(tx: Writer, leaving: Leaving): Promise<void> {
  const { accountId } = leaving;
  await forgetReports(tx, accountId);
  await forgetAppeals(tx, accountId);
  await forgetChanges(tx, accountId);
  await forgetWishes(tx, leaving);
  await forgetVotes(tx, accountId);
  await forgetInBook(tx, accountId);
}

/** Rows in whose text something is found, on both engines; the text of a column of JSON is as it was written. */
const holding = (tx: Writer, table: string, column: string, what: string): Promise<{ id: string }[]> =>
  tx.query(`select id from ${table} where cast(${column} as text) like ?`, [], [`%${what}%`]);

async function forgetReports(tx: Writer, accountId: string): Promise<void> {
  const own = await tx.select().from(reports).where(eq(reports.reporterId, accountId)).orderBy(reports.id);
  for (const { id, state, facts } of own) {
    const decided = Object.fromEntries(Object.entries(facts).filter(([name]) => name.startsWith('decided')));
    const nobody = { reporterId: null, note: null, facts: decided, onceKey: `${erasedAccount}:${id}` };
    await tx
      .update(reports)
      .set({ ...nobody, state: state === 'open' ? 'withdrawn' : state })
      .where(eq(reports.id, id));
    if (state === 'open') await closeReview(tx, 'report', id);
  }
}

async function forgetAppeals(tx: Writer, accountId: string): Promise<void> {
  const own = await tx.select().from(appeals).where(eq(appeals.accountId, accountId));
  for (const { subjectId, side, state } of own) {
    const ended = state === 'open' ? { state: 'moot', decidedAt: now() } : {};
    await tx
      .update(appeals)
      .set({ accountId: erasedAccount, words: null, ...ended })
      .where(and(eq(appeals.subjectId, subjectId), eq(appeals.side, side)));
    if (state === 'open') await closeReview(tx, 'appeal', subjectId);
  }
}

/** A merge or split that was made stands; why somebody asked for it is in their own words, and goes. */
async function forgetChanges(tx: Writer, accountId: string): Promise<void> {
  const own = eq(identityChanges.accountId, accountId);
  const open = await tx
    .select({ id: identityChanges.id })
    .from(identityChanges)
    .where(and(own, eq(identityChanges.state, 'proposed')))
    .orderBy(identityChanges.id);
  for (const { id } of open) await rejectChange(tx, id);
  await tx.update(identityChanges).set({ accountId: null, reason: '' }).where(own);
  for (const { id } of await holding(tx, 'identity_changes', 'undo', accountId)) {
    const [change] = await tx.select({ undo: identityChanges.undo }).from(identityChanges).where(eq(identityChanges.id, id));
    const undo = change?.undo as Moved | null | undefined;
    if (!undo) continue;
    const follows = undo.follows.filter((each) => each !== accountId);
    await tx
      .update(identityChanges)
      .set({ undo: { ...undo, follows } })
      .where(eq(identityChanges.id, id));
  }
}

/** How a name is shown stays as its owner wished; who wished it, why, and where an answer would go is told no longer. */
async function forgetWishes(tx: Writer, { accountId, addresses }: Leaving): Promise<void> {
  const own = eq(visibilityRequests.accountId, accountId);
  const theirs = addresses.length > 0 ? or(own, inArray(visibilityRequests.contact, [...addresses])) : own;
  await tx
    .update(visibilityRequests)
    .set({ state: 'expired', tokenHash: null })
    .where(and(theirs, eq(visibilityRequests.state, 'sent')));
  await tx.update(visibilityRequests).set({ accountId: null, contact: null, reason: null }).where(theirs);
}

/** A vote keeps its weight. Each bears a name of its own, so that nobody can tell which of them one person gave. */
async function forgetVotes(tx: Writer, accountId: string): Promise<void> {
  const votes = await tx.select({ reviewId: reviewVotes.reviewId }).from(reviewVotes).where(eq(reviewVotes.accountId, accountId));
  for (const { reviewId } of votes) {
    await tx
      .update(reviewVotes)
      .set({ accountId: `${erasedAccount} ${newId()}`, note: null, network: null })
      .where(and(eq(reviewVotes.reviewId, reviewId), eq(reviewVotes.accountId, accountId)));
  }
  for (const { id } of await holding(tx, 'reviews', 'parties', accountId)) {
    const [review] = await tx.select({ parties: reviews.parties }).from(reviews).where(eq(reviews.id, id));
    const parties = (review?.parties ?? []).map((party) => (party === accountId ? erasedAccount : party));
    await tx.update(reviews).set({ parties }).where(eq(reviews.id, id));
  }
}

/** The operator's book and what stands on every page: done by somebody, no longer by whom. */
async function forgetInBook(tx: Writer, accountId: string): Promise<void> {
  const named = await holding(tx, 'audit_entries', 'facts', accountId);
  for (const { id } of named) {
    const [entry] = await tx.select({ facts: auditEntries.facts }).from(auditEntries).where(eq(auditEntries.id, id));
    const facts = JSON.parse(JSON.stringify(entry?.facts ?? {}).replaceAll(accountId, erasedAccount)) as Record<string, unknown>;
    await tx.update(auditEntries).set({ facts }).where(eq(auditEntries.id, id));
  }
  await tx.update(auditEntries).set({ accountId: erasedAccount }).where(eq(auditEntries.accountId, accountId));
  await tx.update(auditEntries).set({ subjectId: erasedAccount }).where(eq(auditEntries.subjectId, accountId));
  await tx.update(announcements).set({ createdBy: erasedAccount }).where(eq(announcements.createdBy, accountId));
  await tx.delete(roles).where(eq(roles.accountId, accountId));
  await tx.update(roles).set({ grantedBy: erasedAccount }).where(eq(roles.grantedBy, accountId));
}
