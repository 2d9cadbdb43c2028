import {
  blocks,
  collaborations,
  invitations,
  messages,
  retainedBlocks,
  threadMembers,
  threads,
} from '#lib/platform/db/schema/invitations.ts';
import { accountColumn, accountIdColumn, deleted, erasedBy, lifecycleOf, replaced, retained } from '#lib/platform/db/table-lifecycle.ts';
import { moveCollaborations } from './commands/collaborations.ts';

const privateReason = 'Blocks and mutes by other people are private to them.';
const sealReason = 'A keyed hash of an address or iD, without a name. For at most a year, it preserves blocks by others after an erasure.';
const pairReason = 'It repeats the two account ids of the invitation, one of which belongs to another person.';

export const invitationsLifecycle = [
  lifecycleOf(invitations, {
    senderId: accountIdColumn(
      'invitations',
      erasedBy('elsewhere', replaced('The other person keeps the invitation, without the sender’s account.')),
    ),
    recipientId: accountIdColumn('invitations', erasedBy('elsewhere', replaced('The other person keeps the invitation that they wrote.'))),
    pair: accountColumn({ not: pairReason }, erasedBy('elsewhere', replaced('It repeats the two account ids.'))),
    message: { erasedText: 'The other person is shown that it was erased.' },
    link: { erasedText: 'It is part of the message.' },
    workIds: { erasedText: 'They are part of the message.' },
    recipientAuthorId: { moves: { storedName: 'invitationsTo', identifiedBy: 'id', sameOwner: true } },
    senderAuthorId: { moves: { storedName: 'invitationsFrom', identifiedBy: 'id', sameOwner: true } },
  }),
  lifecycleOf(threads, {}, 'The participants of a thread are in thread_members and invitations.'),
  lifecycleOf(threadMembers, {
    accountId: accountIdColumn('threads', erasedBy('elsewhere', replaced('The other person keeps the thread.'))),
  }),
  lifecycleOf(messages, {
    accountId: accountIdColumn(
      'threads',
      erasedBy('elsewhere', replaced('The other person keeps the messages, without the sender’s account.')),
    ),
    body: { erasedText: 'The thread shows an erased message in its place.' },
  }),
  lifecycleOf(collaborations, {
    proposedBy: accountIdColumn(
      'collaborations',
      erasedBy('elsewhere', deleted('A collaboration needs both people. It is removed from the other record, too.')),
    ),
    fromAuthorId: { moves: { storedName: 'collaborations', identifiedBy: 'id', sameOwner: true, move: moveCollaborations } },
    toAuthorId: { retained: 'It moves with the other column.' },
  }),
  lifecycleOf(blocks, {
    accountId: accountIdColumn('boundaries'),
    blockedId: accountIdColumn(
      { not: privateReason },
      deleted('The blocked account no longer exists. A keyed hash in retained_blocks recognises a person who returns.'),
    ),
  }),
  lifecycleOf(retainedBlocks, {
    accountId: accountIdColumn('boundaries'),
    seal: accountColumn({ not: privateReason }, retained(sealReason)),
  }),
];
