import {
  blocks,
  collaborations,
  invitations,
  messages,
  retainedBlocks,
  threadMembers,
  threads,
} from '#lib/platform/db/schema/invitations.ts';
import { by, deleted, id, of, replaced, retained, type TableLifecycle, within } from '#lib/platform/db/table-lifecycle.ts';
import { moveCollaborations } from './commands/collaborations.ts';

const inPrivate = 'Anyone who hears no more from you has said so in private; you are not told, here or elsewhere.';
const forAYear =
  'A keyed seal of an address or iD, without a name: for a year at most it keeps a block of others from ending by an erasure.';
const bothIds = 'It repeats the two ids of the invitation, of which one is another person’s.';

export const invitationsLifecycle: readonly TableLifecycle[] = [
  of(invitations, {
    senderId: id('invitations', by('elsewhere', replaced('The other side keeps what it was sent; it no longer says by whom.'))),
    recipientId: id('invitations', by('elsewhere', replaced('The other side keeps what it wrote.'))),
    pair: within({ not: bothIds }, by('elsewhere', replaced('It repeats the two ids.'))),
    message: { words: 'The other side reads that it was erased.' },
    link: { words: 'It belongs to the message.' },
    workIds: { words: 'They belong to the message.' },
    recipientAuthorId: { moves: { as: 'invitationsTo', by: 'id', sameOwner: true } },
    senderAuthorId: { moves: { as: 'invitationsFrom', by: 'id', sameOwner: true } },
  }),
  of(threads, {}, 'Who is in a thread is in thread_members and invitations.'),
  of(threadMembers, { accountId: id('threads', by('elsewhere', replaced('The other side keeps the thread that it was in.'))) }),
  of(messages, {
    accountId: id('threads', by('elsewhere', replaced('The other side keeps what it was told; it no longer says by whom.'))),
    body: { words: 'Its place in the thread stays empty.' },
  }),
  of(collaborations, {
    proposedBy: id('collaborations', by('elsewhere', deleted('It takes two to say so; the other record no longer says it either.'))),
    fromAuthorId: { moves: { as: 'collaborations', by: 'id', sameOwner: true, move: moveCollaborations } },
    toAuthorId: { retained: 'It moves with the other column.' },
  }),
  of(blocks, {
    accountId: id('boundaries'),
    blockedId: id({ not: inPrivate }, deleted('Nobody is left to hear from; a seal in retained_blocks knows the person who comes back.')),
  }),
  of(retainedBlocks, { accountId: id('boundaries'), seal: within({ not: inPrivate }, retained(forAYear)) }),
];
