import { connection } from 'next/server';
import { recordLoader } from '#lib/catalog/authors/loaders.ts';
import { findAuthor } from '#lib/catalog/authors/queries/find.ts';
import { parseInvitationLimits } from '#lib/catalog/ownership/model.ts';
import { ownedRecordsOf, pendingClaimOf } from '#lib/catalog/ownership/queries/ownership.ts';
import { readPublicStatements } from '#lib/catalog/statements/queries/owner-statements.ts';
import { readNotificationsAt } from '#lib/community/notifications/commands/notify.ts';
import { viewer } from '#lib/platform/auth/viewer.ts';
import { now, nowUntilExpiry } from '#lib/platform/clock.ts';
import { recordExpiry } from '#lib/platform/db/dependencies.ts';
import { type Reader, reader, transact } from '#lib/platform/db/store.ts';
import { markInvitationSeen } from './commands/respond.ts';
import { markThreadRead } from './commands/threads.ts';
import { type InvitationDetail, type InvitationState, isInvitationOpen } from './model/invitation.ts';
import { firstRefusal, type InviteFacts, inviteRefusal, weeklyQuota } from './model/invitation-policy.ts';
import type { InvitePage, SharedContext } from './model/invite-page.ts';
import { type ListedPerson, type ListingCard, type ListingQuery, selectListings } from './model/listing.ts';
import { type Purpose, purposeIds } from './model/purposes.ts';
import type { Collaborator, ThreadCard, ThreadFile, ThreadView } from './model/threads.ts';
import { collaboratorsOf } from './queries/collaborations.ts';
import { bestInviteContext, bestInviteContexts } from './queries/invitation-policy.ts';
import { closenessTo, hiddenOwnersFor, listedPurposesOf, listingsIn, listingsOf } from './queries/listings.ts';
import { invitationDetailOf, invitationsOf } from './queries/lists.ts';
import { sharedContext } from './queries/shared-context.ts';
import { threadFile, threadState, threadsOf, threadViewOf } from './queries/threads.ts';
import { newestWorks } from './queries/work-refs.ts';

const maxSelectableWorks = 6;

/** Returns the data of a record's invitation form. */
export const loadInvitePage = recordLoader(async (author): Promise<InvitePage> => {
  const actor = await viewer();
  const { id, key, name, availability } = author;
  const records = actor ? await ownedRecordsOf(reader(), actor) : [];
  const { facts, senderAuthorId, senderKey } = await bestInviteContext(reader(), actor, id, records);
  const refusals = inviteRefusal(facts);
  const isClosed = refusals.theirs.some((code) => code.startsWith('recipient_') || code === 'organisation_cannot_be_invited');
  const canInvite = refusals.theirs.length + refusals.yours.length === 0;
  const { level = null, sentThisWeek = [] } = facts.sender ?? {};
  return {
    author: { id, slug: author.slug, name },
    conditions:
      isClosed || !availability
        ? null
        : { purposes: availability.purposes, note: availability.note ?? null, ...parseInvitationLimits(availability) },
    refusals,
    senderStatus: level === null ? null : { level, sentThisWeek: sentThisWeek.length, quota: weeklyQuota(level) },
    signedIn: actor !== null,
    pending: actor && records.length === 0 ? await pendingClaimOf(reader(), actor) : null,
    // The first record is the one that the conditions above refer to: the form preselects it.
    records: records
      .map((record) => ({ id: record.id, name: record.name }))
      .sort((a, b) => Number(b.id === senderAuthorId) - Number(a.id === senderAuthorId)),
    context: senderKey === null || senderKey === key || isClosed ? null : await sharedContext(reader(), senderKey, key),
    works: {
      yours: canInvite && senderKey !== null ? await newestWorks(reader(), senderKey, maxSelectableWorks) : [],
      theirs: canInvite ? await newestWorks(reader(), key, maxSelectableWorks) : [],
    },
  };
});

/** Returns the states of the invitations that the viewer has received, by path, for a list with inline actions. */
export async function loadReceivedStates(): Promise<ReadonlyMap<string, InvitationState>> {
  const actor = await viewer();
  const receivedInvitations = actor ? await invitationsOf(reader(), actor, 'recipient') : [];
  return new Map(receivedInvitations.map(({ id, state }) => [`/invitations/${id}`, state]));
}

/** Returns an invitation for one of its two parties, and marks it as seen by the recipient; 'sign-in' if the viewer is not signed in. */
export async function loadInvitation(
  invitationId: string,
): Promise<(InvitationDetail & { context: SharedContext | null }) | 'sign-in' | null> {
  const actor = await viewer();
  if (!actor) return 'sign-in';
  const invitation = await invitationDetailOf(reader(), actor, invitationId);
  if (!invitation) return null;
  // The recipient of an open invitation sees the shared context before they answer.
  const isAwaitingAnswer = invitation.role === 'recipient' && isInvitationOpen(invitation.state);
  const context = isAwaitingAnswer ? await sharedContextOf(reader(), invitation.to.slug, invitation.from.slug) : null;
  if (invitation.role !== 'recipient' || invitation.state !== 'sent') return { ...invitation, context };
  await transact(async (tx) => {
    await markInvitationSeen(tx, actor, { invitationId });
    await readNotificationsAt(tx, actor.accountId, `/invitations/${invitationId}`);
  });
  return { ...invitation, state: 'seen', context };
}

/** Returns the shared context of two records by slug; null if either is hidden. */
async function sharedContextOf(from: Reader, ownSlug: string, otherSlug: string): Promise<SharedContext | null> {
  if (!ownSlug || !otherSlug) return null;
  const [ownRecord, otherRecord] = await Promise.all([findAuthor(from, ownSlug), findAuthor(from, otherSlug)]);
  return ownRecord.kind === 'here' && otherRecord.kind === 'here'
    ? sharedContext(from, ownRecord.author.key, otherRecord.author.key)
    : null;
}

/** Returns a thread for one of its members, and marks it as read if it ends with the last message. `before` is the cursor of earlier messages. */
export async function loadThread(threadId: string, before: string | null): Promise<ThreadView | 'sign-in' | null> {
  const actor = await viewer();
  if (!actor) return 'sign-in';
  const thread = await threadViewOf(reader(), actor, threadId, { before });
  const lastShown = thread?.messages.at(-1);
  if (lastShown)
    await transact(async (tx) => {
      if (await markThreadRead(tx, actor, threadId, lastShown.at)) await readNotificationsAt(tx, actor.accountId, `/threads/${threadId}`);
    });
  return thread;
}

/** Returns the viewer's threads; null if the viewer is not signed in. */
export async function loadMessages(): Promise<ThreadCard[] | null> {
  const actor = await viewer();
  return actor && threadsOf(reader(), actor);
}

/** Returns a value that changes with each message of a thread and with the other member's read position; null for non-members. */
export async function loadThreadState(threadId: string): Promise<string | null> {
  const actor = await viewer();
  return actor && threadState(reader(), actor, threadId);
}

/** Returns the export of a whole thread for one of its members; null for others. */
export async function loadThreadFile(threadId: string): Promise<ThreadFile | null> {
  const actor = await viewer();
  return actor && threadFile(reader(), actor, threadId);
}

/** Returns the confirmed collaborators of a record's owner, which are public. */
export async function loadCollaborators(authorId: string): Promise<Collaborator[]> {
  await connection();
  return collaboratorsOf(reader(), authorId);
}

/** People on one page of the list. */
const listingsPerPage = 20;

/** Returns the people who are open to collaborate, as a visitor or the viewer sees them, and the viewer's own profiles. */
export async function loadListings(query: ListingQuery) {
  await connection();
  const [actor, at] = [await viewer(), nowUntilExpiry()];
  const current = (await listingsOf(reader())).filter(({ until }) => until > at);
  for (const { until } of current) recordExpiry(until.getTime());
  const [hiddenOwners, closeness, own] = actor
    ? await Promise.all([hiddenOwnersFor(reader(), actor), closenessTo(reader(), actor, current), ownedRecordsOf(reader(), actor)])
    : [new Set<string>(), null, []];
  const people = current
    .filter(({ ownerId }) => !hiddenOwners.has(ownerId) && ownerId !== actor?.accountId)
    .map((listing) => ({ listing, closeness: closeness?.get(listing.key) }));
  const { found, facets } = selectListings(people, query);
  const shown = found.slice((query.page - 1) * listingsPerPage, query.page * listingsPerPage);
  const ids = shown.map(({ listing }) => listing.id);
  const cases = actor && own.length > 0 ? await bestInviteContexts(reader(), actor, ids, own) : [];
  const cards = await Promise.all(shown.map((person, index) => toListingCard(person, cases[index]?.facts)));
  return {
    cards,
    facets,
    total: found.length,
    all: people.length,
    hasNext: found.length > query.page * listingsPerPage,
    signedIn: actor !== null,
    hasOwnGraph: closeness !== null,
    own: own.filter(({ isVisible }) => isVisible),
  };
}

async function toListingCard({ listing, closeness }: ListedPerson, facts: InviteFacts | undefined): Promise<ListingCard> {
  const statements = await readPublicStatements(reader(), listing);
  return { listing, closeness, role: statements?.role?.text ?? null, refusal: facts ? firstRefusal(inviteRefusal(facts)) : null };
}

/** Returns what the listed people with works in a topic, venue or institution are open to, without those whose listing has ended. */
export async function loadListingsIn(contextId: string): Promise<{ people: number; purposes: Purpose[] }> {
  const at = nowUntilExpiry();
  const current = (await listingsIn(reader(), contextId)).filter(({ until }) => until > at);
  for (const { until } of current) recordExpiry(until.getTime());
  return { people: current.length, purposes: purposeIds.filter((id) => current.some(({ purposes }) => purposes.includes(id))) };
}

/** Returns what suggested people are listed as open to, by the id of their profile. */
export const loadListedPurposes = (authorIds: readonly string[]): Promise<Map<string, Purpose[]>> =>
  listedPurposesOf(reader(), authorIds, now());
