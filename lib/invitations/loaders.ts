import { connection } from 'next/server';
import { viewer } from '../auth/viewer.ts';
import { findAuthor } from '../authors/queries/find.ts';
import { recordsOf } from '../claims/queries/records.ts';
import { reader, transact } from '../db/store.ts';
import { seeInvitation } from './commands/answer.ts';
import { markRead } from './commands/threads.ts';
import type { InvitationView, InviteRefusals, ThreadView } from './model.ts';
import { inviteRefusalFor } from './queries/conditions.ts';
import { invitationFor, threadFor } from './queries/lists.ts';

export interface InvitePage {
  author: { id: string; slug: string; name: string; purposes: string[]; note: string | null };
  refusals: InviteRefusals;
  signedIn: boolean;
  /** The records that the reader can write for. */
  records: { id: string; name: string }[];
}

/** What the invitation form of a record shows, the slug to go to instead, or null where there is none. */
export async function loadInvitePage(slug: string): Promise<InvitePage | { redirect: string } | null> {
  await connection();
  const found = await findAuthor(reader(), slug);
  if (found.is === 'missing') return null;
  if (found.is === 'moved') return { redirect: found.slug };
  const actor = await viewer();
  const { id, name, availability } = found.author;
  return {
    author: { id, slug: found.author.slug, name, purposes: availability?.purposes ?? [], note: availability?.note ?? null },
    refusals: await inviteRefusalFor(reader(), actor, id),
    signedIn: actor !== null,
    records: actor ? (await recordsOf(reader(), actor)).map((record) => ({ id: record.id, name: record.name })) : [],
  };
}

/** An invitation for one of its two sides; opening it is what makes it seen. 'sign-in' for a reader without an account. */
export async function loadInvitation(invitationId: string): Promise<InvitationView | 'sign-in' | null> {
  const actor = await viewer();
  if (!actor) return 'sign-in';
  const invitation = await invitationFor(reader(), actor, invitationId);
  if (invitation?.role === 'recipient' && invitation.state === 'sent') {
    await transact((tx) => seeInvitation(tx, actor, { invitationId }));
    return { ...invitation, state: 'seen' };
  }
  return invitation;
}

/** A thread for one of its members, who has then read it. */
export async function loadThread(threadId: string): Promise<ThreadView | 'sign-in' | null> {
  const actor = await viewer();
  if (!actor) return 'sign-in';
  const thread = await threadFor(reader(), actor, threadId);
  if (thread) await transact((tx) => markRead(tx, actor, threadId));
  return thread;
}
