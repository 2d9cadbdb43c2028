import { cookies } from 'next/headers';
import { cache } from 'react';
import { recordsOf } from '#lib/catalog/ownership/queries/ownership.ts';
import type { SecurityView } from '#lib/community/accounts/model/account.ts';
import type { ErasureView } from '#lib/community/accounts/model/erasure.ts';
import { blocksOf, invitationsOf, mutesOf } from '#lib/community/invitations/queries/lists.ts';
import { retainedOf } from '#lib/community/invitations/queries/retained-blocks.ts';
import { threadsOf } from '#lib/community/invitations/queries/threads.ts';
import { notificationsOf, unreadCount } from '#lib/community/notifications/queries/notifications.ts';
import { claimsOf } from '#lib/governance/claims/queries/claims.ts';
import { objectionsOf } from '#lib/governance/claims/queries/disputes.ts';
import { reportsOf } from '#lib/governance/reports/queries.ts';
import { isFresh } from '#lib/platform/auth/sessions.ts';
import { viewer, viewerSession } from '#lib/platform/auth/viewer.ts';
import { reader } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import { ownPartOf, reviewerOf } from '#lib/portal/decisions/queries/reviewers.ts';
import { erasureOf } from '#lib/portal/erasure/queries.ts';
import type { AuthorViewerState } from '#lib/portal/pages/model/author-record.ts';
import { skippedCookie } from './model.ts';
import { accountOf, viewerStateOf } from './queries/account.ts';
import { firstStepsOf } from './queries/first-steps.ts';
import { securityOf } from './queries/security.ts';

/** What the header shows of a signed-in reader; null, and not a query, for anybody without a session's cookie. */
export const loadHeaderAccount = cache(async () => {
  const actor = await viewer();
  if (!actor) return null;
  const from = reader();
  const [unread, records, reviewer] = await Promise.all([unreadCount(from, actor), recordsOf(from, actor), reviewerOf(from, actor)]);
  return {
    name: actor.name ?? actor.email ?? 'Your page',
    unread,
    profile: records.find(({ shown }) => shown)?.slug ?? null,
    isReviewer: reviewer !== null,
    isAdmin: reviewer?.role === 'admin',
  };
});

/** What a record's page adds for a signed-in reader, or null. */
export async function loadViewerState(authorId: string): Promise<AuthorViewerState | null> {
  const actor = await viewer();
  return actor && viewerStateOf(reader(), actor, authorId);
}

/** What waits for an account, for its own first page; null for a reader who is not signed in. */
export async function loadMe() {
  const session = await viewerSession();
  if (!session) return null;
  const { actor } = session;
  const from = reader();
  return {
    account: await accountOf(from, actor),
    mayLink: isFresh(session),
    orcidSetUp: env().ORCID_CLIENT_ID !== undefined,
    records: await recordsOf(from, actor),
    claims: await claimsOf(from, actor),
    objections: await objectionsOf(from, actor),
    received: await invitationsOf(from, actor, 'recipient'),
    sent: (await invitationsOf(from, actor, 'sender')).length,
    threads: await threadsOf(from, actor),
    reports: (await reportsOf(from, actor)).length,
    part: await ownPartOf(from, actor),
    notifications: await notificationsOf(from, actor),
    firstSteps: (await cookies()).has(skippedCookie) ? null : await firstStepsOf(from, actor),
  };
}

/** With whom an account has to do; null for a reader who is not signed in. */
export async function loadNetwork() {
  const actor = await viewer();
  if (!actor) return null;
  const from = reader();
  return {
    received: await invitationsOf(from, actor, 'recipient'),
    sent: await invitationsOf(from, actor, 'sender'),
    threads: await threadsOf(from, actor),
    blocks: await blocksOf(from, actor),
    kept: (await retainedOf(from, actor)).filter(({ kind }) => kind === 'block'),
    mutes: await mutesOf(from, actor),
    reports: await reportsOf(from, actor),
  };
}

/** The ways to sign in of the reader's own account, and its sessions; null for a reader who is not signed in. */
export async function loadSecurity(): Promise<SecurityView | null> {
  const session = await viewerSession();
  return session && securityOf(reader(), session, env().FEDERATED_LOGINS);
}

/** What an erasure of the reader's own account takes and leaves, or the one that waits; null for a reader who is not signed in. */
export async function loadErasure(): Promise<ErasureView | null> {
  const session = await viewerSession();
  return session && erasureOf(reader(), session);
}
