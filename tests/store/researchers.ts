import { eq } from 'drizzle-orm';
import { proveOwnership } from '#lib/catalog/ownership/queries/ownership.ts';
import { setAvailability } from '#lib/community/invitations/commands/boundaries.ts';
import { acceptInvitation } from '#lib/community/invitations/commands/respond.ts';
import { invite } from '#lib/community/invitations/commands/send.ts';
import type { Availability } from '#lib/community/invitations/model/availability.ts';
import { type InviteRefusals, inviteRefusal } from '#lib/community/invitations/model/invitation-policy.ts';
import type { Purpose } from '#lib/community/invitations/model/purposes.ts';
import { inviteContext } from '#lib/community/invitations/queries/invitation-policy.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { addMs, daysMs, now } from '#lib/platform/clock.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { claims } from '#lib/platform/db/schema/claims.ts';
import type { Reader, Store } from '#lib/platform/db/store.ts';
import { newId } from '#lib/platform/id.ts';
import { type AuthorRecord, createAccount, createRecord } from './fixtures.ts';

export interface Researcher extends AuthorRecord {
  actor: Actor;
  name: string;
}

/** Creates an account some months old that owns a record, by default a new one, by a weak or strong claim. */
export async function createResearcher(
  store: Store,
  name: string,
  strength: 'weak' | 'strong' = 'strong',
  existing?: AuthorRecord,
): Promise<Researcher> {
  const actor = await createAccount(store, name);
  const record = existing ?? (await createRecord(store, name));
  await store.transact(async (tx) => {
    const at = now();
    await tx
      .update(accounts)
      .set({ createdAt: addMs(at, -daysMs(100)) })
      .where(eq(accounts.id, actor.accountId));
    await tx
      .insert(claims)
      .values({ id: newId(), authorId: record.id, accountId: actor.accountId, state: 'accepted', strength, createdAt: at, decidedAt: at });
    await tx.update(authors).set({ claimState: 'claimed', ownerId: actor.accountId }).where(eq(authors.id, record.id));
  });
  return { ...record, actor, name };
}

/** Makes a person available for invitations. */
export async function openToInvitations(
  store: Store,
  person: Researcher,
  purposes: Purpose[] = ['co-author'],
  limits: Partial<Pick<Availability, 'from' | 'monthly'>> = {},
): Promise<Researcher> {
  const owner = await proveOwnership(store.reader, person.actor, person.id);
  if (!owner) throw new Error(`${person.name} owns no record.`);
  await store.transact((tx) => setAvailability(tx, owner, { open: true, purposes, note: 'Write to me about birds.', ...limits }));
  return person;
}

/** Returns a message that differs from all others. */
export const uniqueText = (): string => `Shall we count ${Array.from({ length: 12 }, newId).join(' and ')} together?`;

export const sendInvitation = (store: Store, from: Actor, to: AuthorRecord, purpose: Purpose = 'co-author', message = uniqueText()) =>
  store.transact((tx) => invite(tx, from, { recipientAuthorId: to.id, purpose, message }));

export async function acceptAs(store: Store, person: Researcher, invitationId: string) {
  const owner = await proveOwnership(store.reader, person.actor, person.id);
  if (!owner) throw new Error('Not the owner.');
  return store.transact((tx) => acceptInvitation(tx, owner, { invitationId }));
}

/** Creates a thread between two people, by an accepted invitation. */
export async function createThread(store: Store, from: Researcher, to: Researcher): Promise<{ invitationId: string; threadId: string }> {
  const sent = await sendInvitation(store, from.actor, to);
  if (!sent.ok) throw new Error(sent.code);
  const accepted = await acceptAs(store, to, sent.value.invitationId);
  if (!accepted.ok) throw new Error(accepted.code);
  return { invitationId: sent.value.invitationId, threadId: accepted.value.threadId };
}

/** Returns all reasons against an invitation to the owner of a record, for each of the two sides, as the page lists them. */
export const inviteRefusalFor = async (reader: Reader, actor: Actor | null, recipientAuthorId: string): Promise<InviteRefusals> =>
  inviteRefusal((await inviteContext(reader, actor, { recipientAuthorId })).facts);
