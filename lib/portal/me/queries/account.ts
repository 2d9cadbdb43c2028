import { eq, sql } from 'drizzle-orm';
import { pinnedWorkIdsOf } from '#lib/catalog/ownership/queries/own-record.ts';
import { type OwnedRecord, ownedRecordsOf, pendingClaimOf, proveOwnership } from '#lib/catalog/ownership/queries/ownership.ts';
import type { AccountView } from '#lib/community/accounts/model/account.ts';
import { followStateOf } from '#lib/community/follows/queries/authors.ts';
import { inviteRefusal, type RecipientErrorCode } from '#lib/community/invitations/model/invitation-policy.ts';
import { bestInviteContext } from '#lib/community/invitations/queries/invitation-policy.ts';
import { unreadThreadsCount } from '#lib/community/invitations/queries/threads.ts';
import { unreadCount } from '#lib/community/notifications/queries/notifications.ts';
import { digestQuestionOf } from '#lib/community/notifications/queries/settings.ts';
import { claimRefusalFor } from '#lib/governance/claims/queries/claims.ts';
import { linkedOrcid } from '#lib/governance/claims/queries/proofs.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { columnsOf } from '#lib/platform/db/rows.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { reviewerOf } from '#lib/portal/decisions/queries/reviewers.ts';
import type { AuthorViewerState } from '#lib/portal/pages/model/author-record.ts';
import type { HeaderAccount } from '../model.ts';

export async function accountOf(reader: Reader, actor: Actor): Promise<AccountView> {
  const [row] = await reader.prepared(accountQuery, { accountId: actor.accountId });
  return { name: row?.name ?? null, email: row?.email ?? null, orcid: await linkedOrcid(reader, actor), sample: row?.sample ?? false };
}

const accountQuery = (reader: Reader) =>
  reader
    .select(columnsOf(accounts, 'name', 'email', 'sample'))
    .from(accounts)
    .where(eq(accounts.id, sql.placeholder('accountId')))
    .prepare();

export async function headerAccountOf(reader: Reader, actor: Actor, ownRecords: Promise<OwnedRecord[]>): Promise<HeaderAccount> {
  const [unread, unreadThreads, question, records, reviewer] = await Promise.all([
    unreadCount(reader, actor),
    unreadThreadsCount(reader, actor),
    digestQuestionOf(reader, actor),
    ownRecords,
    reviewerOf(reader, actor),
  ]);
  const profile = records.find(({ isVisible }) => isVisible)?.slug ?? null;
  return {
    name: actor.name ?? actor.email ?? 'Your page',
    unread,
    unreadThreads,
    profile,
    claimed: profile === null ? ((await pendingClaimOf(reader, actor))?.slug ?? null) : null,
    isReviewer: reviewer !== null,
    isAdmin: reviewer?.role === 'admin',
    asksDigest: question === 'open',
  };
}

/** Refusals by the recipient's settings that depend on the viewer. */
const viewerRefusals: readonly RecipientErrorCode[] = ['level_below_theirs', 'no_shared_context', 'recipient_accepts_no_more'];

/** Returns what a record's page adds for a signed-in viewer, with the code of each refusal. */
export async function viewerStateOf(
  reader: Reader,
  actor: Actor,
  authorId: string,
  ownRecords = ownedRecordsOf(reader, actor),
): Promise<AuthorViewerState> {
  const records = await ownRecords;
  // Most accounts own no record, so ownership is queried only if there is one.
  const [follow, claimRefusal, inviteRefusal, owner] = await Promise.all([
    followStateOf(reader, actor, authorId),
    claimRefusalFor(reader, actor, authorId),
    inviteRefusalFor(reader, actor, authorId, records),
    records.length > 0 ? proveOwnership(reader, actor, authorId) : null,
  ]);
  return { follow, claimRefusal, inviteRefusal, isOwner: owner !== null, pinned: owner ? await pinnedWorkIdsOf(reader, owner) : [] };
}

/** Returns only refusals that depend on the viewer. The record's own state (unclaimed, public notice) is shown to everybody on its page. */
async function inviteRefusalFor(reader: Reader, actor: Actor, authorId: string, records: readonly OwnedRecord[]): Promise<string | null> {
  // True for most accounts, so that no other condition is queried.
  if (records.length === 0) return 'needs_claimed_record';
  // Uses the viewer's record that the invitation form would preselect.
  const { theirs, yours } = inviteRefusal((await bestInviteContext(reader, actor, authorId, records)).facts);
  return yours[0] ?? theirs.find((code) => viewerRefusals.includes(code)) ?? null;
}
