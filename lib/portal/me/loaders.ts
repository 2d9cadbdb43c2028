import { cookies } from 'next/headers';
import { cache } from 'react';
import { ownedRecordsOf, pendingClaimOf } from '#lib/catalog/ownership/queries/ownership.ts';
import type { SecurityView } from '#lib/community/accounts/model/account.ts';
import type { ErasureView } from '#lib/community/accounts/model/erasure.ts';
import { isInvitationOpen } from '#lib/community/invitations/model/invitation.ts';
import { blocksOf, invitationsOf, mutesOf } from '#lib/community/invitations/queries/lists.ts';
import { retainedBlocksOf } from '#lib/community/invitations/queries/retained-blocks.ts';
import { threadsOf } from '#lib/community/invitations/queries/threads.ts';
import { notificationsOf } from '#lib/community/notifications/queries/notifications.ts';
import { claimsOf } from '#lib/governance/claims/queries/claims.ts';
import { objectionsOf } from '#lib/governance/claims/queries/disputes.ts';
import { countOpenProposals, proposalsOf } from '#lib/governance/identity/queries/proposals.ts';
import { reportsOf } from '#lib/governance/reports/queries.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { isRecentSignIn } from '#lib/platform/auth/reauthentication.ts';
import { slotViewer, viewer, viewerSession } from '#lib/platform/auth/viewer.ts';
import { recordSlot } from '#lib/platform/db/dependencies.ts';
import { reader } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import { ownReviewerRoleOf } from '#lib/portal/decisions/queries/reviewers.ts';
import { erasureOf, scheduledErasureOf } from '#lib/portal/erasure/queries.ts';
import { type AuthorView, type AuthorViewerState, slotAuthor } from '#lib/portal/pages/model/author-record.ts';
import { firstStepsSkippedCookie, type HeaderAccount, type ToDoView } from './model.ts';
import { accountOf, headerAccountOf, viewerStateOf } from './queries/account.ts';
import { firstStepsOf } from './queries/first-steps.ts';
import { securityOf } from './queries/security.ts';

/** The records of an actor, read once for the header and the content of a page. */
const ownRecords = cache((actor: Actor) => ownedRecordsOf(reader(), actor));

/** Loads the header of a signed-in viewer. Returns null, without a query, if the request has no session cookie. */
export async function loadHeaderAccount(): Promise<HeaderAccount | null> {
  recordSlot('account', {});
  recordSlot('bottom-bar', {});
  recordSlot('digest-question', {});
  const actor = await slotViewer();
  return actor && headerAccountOf(reader(), actor, ownRecords(actor));
}

/** Loads what a record's page adds for a signed-in viewer; null for anybody else. */
export async function loadViewerState(author: AuthorView): Promise<AuthorViewerState | null> {
  const slotContent = slotAuthor(author);
  recordSlot('profile-actions', slotContent);
  recordSlot('profile-claim', slotContent);
  const actor = await slotViewer();
  return actor && viewerStateOf(reader(), actor, author.id, ownRecords(actor));
}

/** Number of notifications on the dashboard. */
const recentNotifications = 6;

/** Loads the dashboard of the viewer's account; null without an account. */
export async function loadDashboard() {
  const session = await viewerSession();
  if (!session) return null;
  const { actor } = session;
  const currentReader = reader();
  return {
    account: await accountOf(currentReader, actor),
    erasure: await scheduledErasureOf(currentReader, actor),
    mayLink: isRecentSignIn(session),
    orcidSetUp: env().ORCID_CLIENT_ID !== undefined,
    records: await ownRecords(actor),
    claims: await claimsOf(currentReader, actor),
    objections: await objectionsOf(currentReader, actor),
    received: await invitationsOf(currentReader, actor, 'recipient'),
    threads: await threadsOf(currentReader, actor),
    openProposals: await countOpenProposals(currentReader, actor),
    reviewerRole: await ownReviewerRoleOf(currentReader, actor),
    notifications: await notificationsOf(currentReader, actor, recentNotifications),
    firstSteps: (await cookies()).has(firstStepsSkippedCookie) ? null : await firstStepsOf(currentReader, actor),
  };
}

/** Loads the viewer's tasks shown beside the feed; null without an account. */
export async function loadToDo(): Promise<ToDoView | null> {
  const actor = await viewer();
  if (!actor) return null;
  const currentReader = reader();
  const records = (await ownRecords(actor)).filter(({ isVisible }) => isVisible);
  return {
    invitations: (await invitationsOf(currentReader, actor, 'recipient')).filter(({ state }) => isInvitationOpen(state)),
    threads: (await threadsOf(currentReader, actor)).filter(({ unread }) => unread),
    records,
    pending: records.length === 0 ? await pendingClaimOf(currentReader, actor) : null,
  };
}

/** Loads the viewer's network: invitations, threads, blocks, mutes, reports and proposals; null without an account. */
export async function loadNetwork() {
  const actor = await viewer();
  if (!actor) return null;
  const currentReader = reader();
  return {
    received: await invitationsOf(currentReader, actor, 'recipient'),
    sent: await invitationsOf(currentReader, actor, 'sender'),
    threads: await threadsOf(currentReader, actor),
    blocks: await blocksOf(currentReader, actor),
    retained: (await retainedBlocksOf(currentReader, actor)).filter(({ kind }) => kind === 'block'),
    mutes: await mutesOf(currentReader, actor),
    reports: await reportsOf(currentReader, actor),
    proposals: await proposalsOf(currentReader, actor),
  };
}

/** Loads the sign-in methods and sessions of the viewer's account; null without an account. */
export async function loadSecurity(): Promise<SecurityView | null> {
  const session = await viewerSession();
  return session && securityOf(reader(), session, env().FEDERATED_LOGINS);
}

/** Loads what an erasure of the viewer's account deletes and retains, or the scheduled erasure; null without an account. */
export async function loadErasure(): Promise<ErasureView | null> {
  const session = await viewerSession();
  return session && erasureOf(reader(), session);
}
