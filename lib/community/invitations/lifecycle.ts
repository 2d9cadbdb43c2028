import {
  blocks,
  collaborations,
  invitations,
  messages,
  retainedBlocks,
  threadMembers,
  threads,
} from '#lib/platform/db/schema/invitations.ts';
import { byFunction, deleted, id, ofNobody, replaced, retained, type TableLifecycle, within } from '#lib/platform/db/table-lifecycle.ts';
import { moveCollaborations } from './commands/collaborations.ts';

const inPrivate = 'Anyone who hears no more from you has said so in private; you are not told, here or elsewhere.';
const bothIds = 'It repeats the two ids of the invitation, of which one is another person’s.';

export const invitationsLifecycle: readonly TableLifecycle[] = [
  {
    table: invitations,
    accounts: {
      senderId: id('invitations', byFunction(replaced('The other side keeps what it was sent; it no longer says by whom.'))),
      recipientId: id('invitations', byFunction(replaced('The other side keeps what it wrote.'))),
      pair: within({ not: bothIds }, byFunction(replaced('It repeats the two ids.'))),
    },
    texts: {
      message: 'The other side reads that it was erased.',
      link: 'It belongs to the message.',
      workIds: 'They belong to the message.',
    },
    records: {
      recipientAuthorId: { as: 'invitationsTo', by: 'id', sameOwner: true },
      senderAuthorId: { as: 'invitationsFrom', by: 'id', sameOwner: true },
    },
  },
  ...ofNobody('Who is in a thread stands in thread_members and invitations.', threads),
  {
    table: threadMembers,
    accounts: { accountId: id('threads', byFunction(replaced('The other side keeps the thread that it was in.'))) },
  },
  {
    table: messages,
    accounts: {
      accountId: id('threads', byFunction(replaced('The other side keeps what it was told; it no longer says by whom.'))),
    },
    texts: { body: 'Its place in the thread stays empty.' },
  },
  {
    table: collaborations,
    accounts: {
      proposedBy: id('collaborations', byFunction(deleted('It takes two to say so; the other record no longer says it either.'))),
    },
    records: {
      fromAuthorId: { as: 'collaborations', by: 'id', sameOwner: true, move: moveCollaborations },
      toAuthorId: 'It moves with the other column.',
    },
  },
  {
    table: blocks,
    accounts: {
      accountId: id('boundaries'),
      blockedId: id({ not: inPrivate }, deleted('Nobody is left to hear from; a seal in retained_blocks knows the person who comes back.')),
    },
  },
  {
    table: retainedBlocks,
    accounts: {
      accountId: id('boundaries'),
      seal: within(
        { not: inPrivate },
        retained(
          'A keyed seal of an address or iD, without a name: for a year at most it keeps a block of others from ending by an erasure.',
        ),
      ),
    },
  },
];
