import { connection } from 'next/server';
import { findAuthor, recordAt } from '#lib/catalog/authors/queries/find.ts';
import { limitsIn } from '#lib/catalog/ownership/model.ts';
import { pendingClaim, recordsOf } from '#lib/catalog/ownership/queries/ownership.ts';
import { readNotificationsAt } from '#lib/community/notifications/commands/notify.ts';
import { viewer } from '#lib/platform/auth/viewer.ts';
import { type Reader, reader, transact } from '#lib/platform/db/store.ts';
import { seeInvitation } from './commands/respond.ts';
import { markRead } from './commands/threads.ts';
import { type InvitationState, isOpen, type WholeInvitation } from './model/invitation.ts';
import { inviteRefusal, weeklyQuota } from './model/invitation-policy.ts';
import type { InvitePage, SharedContext } from './model/invite-page.ts';
import type { Collaborator, ThreadCard, ThreadFile, ThreadView } from './model/threads.ts';
import { collaboratorsIn } from './queries/collaborations.ts';
import { bestCase } from './queries/invitation-policy.ts';
import { invitationFor, invitationsOf } from './queries/lists.ts';
import { sharedContext } from './queries/shared-context.ts';
import { threadFile, threadFor, threadState, threadsOf } from './queries/threads.ts';
import { newestWorks } from './queries/work-refs.ts';

const worksToChoose = 6;

/** What the invitation form of a record shows, the slug to go to instead, or null where there is none. */
export async function loadInvitePage(slug: string): Promise<InvitePage | { redirect: string } | null> {
  await connection();
  const author = await recordAt(reader(), slug);
  if (author === null || 'redirect' in author) return author;
  const actor = await viewer();
  const { id, key, name, availability } = author;
  const { facts, senderAuthorId, senderKey } = await bestCase(reader(), actor, id);
  const records = actor ? await recordsOf(reader(), actor) : [];
  const refusals = inviteRefusal(facts);
  const closed = refusals.theirs.some((code) => code.startsWith('recipient_') || code === 'organisation_cannot_be_invited');
  const may = refusals.theirs.length + refusals.yours.length === 0;
  const { level = null, sentThisWeek = [] } = facts.sender ?? {};
  return {
    author: { id, slug: author.slug, name },
    conditions:
      closed || !availability ? null : { purposes: availability.purposes, note: availability.note ?? null, ...limitsIn(availability) },
    refusals,
    senderStatus: level === null ? null : { level, sentThisWeek: sentThisWeek.length, quota: weeklyQuota(level) },
    signedIn: actor !== null,
    pending: actor && records.length === 0 ? await pendingClaim(reader(), actor) : null,
    // First the one for which the conditions above are told: the form begins with it.
    records: records
      .map((record) => ({ id: record.id, name: record.name }))
      .sort((a, b) => Number(b.id === senderAuthorId) - Number(a.id === senderAuthorId)),
    context: senderKey === null || senderKey === key || closed ? null : await sharedContext(reader(), senderKey, key),
    works: {
      yours: may && senderKey !== null ? await newestWorks(reader(), senderKey, worksToChoose) : [],
      theirs: may ? await newestWorks(reader(), key, worksToChoose) : [],
    },
  };
}

/** The states of the invitations that the reader was sent last, by their paths: for a list that is answered in place. */
export async function loadReceivedStates(): Promise<ReadonlyMap<string, InvitationState>> {
  const actor = await viewer();
  const received = actor ? await invitationsOf(reader(), actor, 'recipient') : [];
  return new Map(received.map(({ id, state }) => [`/invitations/${id}`, state]));
}

/** An invitation for one of its two sides; opening it is what makes it seen. 'sign-in' for a reader without an account. */
export async function loadInvitation(
  invitationId: string,
): Promise<(WholeInvitation & { context: SharedContext | null }) | 'sign-in' | null> {
  const actor = await viewer();
  if (!actor) return 'sign-in';
  const invitation = await invitationFor(reader(), actor, invitationId);
  if (!invitation) return null;
  // Anyone who is asked by a stranger sees what ties them, before they answer.
  const asked = invitation.role === 'recipient' && isOpen(invitation.state);
  const context = asked ? await sharedContextOf(reader(), invitation.to.slug, invitation.from.slug) : null;
  if (invitation.role !== 'recipient' || invitation.state !== 'sent') return { ...invitation, context };
  await transact(async (tx) => {
    await seeInvitation(tx, actor, { invitationId });
    await readNotificationsAt(tx, actor.accountId, `/invitations/${invitationId}`);
  });
  return { ...invitation, state: 'seen', context };
}

/** What two records have in common, by their slugs; null where either is out of sight. */
async function sharedContextOf(from: Reader, ownSlug: string, otherSlug: string): Promise<SharedContext | null> {
  if (!ownSlug || !otherSlug) return null;
  const [own, other] = await Promise.all([findAuthor(from, ownSlug), findAuthor(from, otherSlug)]);
  return own.kind === 'here' && other.kind === 'here' ? sharedContext(from, own.author.key, other.author.key) : null;
}

/** A thread for one of its members, who has then read it. `before` is the cursor of earlier messages. */
export async function loadThread(threadId: string, before: string | null): Promise<ThreadView | 'sign-in' | null> {
  const actor = await viewer();
  if (!actor) return 'sign-in';
  const thread = await threadFor(reader(), actor, threadId, { before });
  if (thread)
    await transact(async (tx) => {
      await markRead(tx, actor, threadId);
      await readNotificationsAt(tx, actor.accountId, `/threads/${threadId}`);
    });
  return thread;
}

/** The reader's threads, for a list beside one of them. */
export async function loadThreads(): Promise<ThreadCard[]> {
  const actor = await viewer();
  return actor ? threadsOf(reader(), actor) : [];
}

/** What changes with every message of a thread, and with what the other side has read; null for anybody but its members. */
export async function loadThreadState(threadId: string): Promise<string | null> {
  const actor = await viewer();
  return actor && threadState(reader(), actor, threadId);
}

/** A whole thread for one of its members to take home; null for anybody else. */
export async function loadThreadFile(threadId: string): Promise<ThreadFile | null> {
  const actor = await viewer();
  return actor && threadFile(reader(), actor, threadId);
}

/** With whom the owner of a record works together, as both have said; for everybody. */
export async function loadCollaborators(authorId: string): Promise<Collaborator[]> {
  await connection();
  return collaboratorsIn(reader(), authorId);
}
