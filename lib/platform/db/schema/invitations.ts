import { sql } from 'drizzle-orm';
import { index, instant, json, primaryKey, table, text, uniqueIndex } from '../columns.ts';

export const invitations = table(
  'invitations',
  {
    id: text().primaryKey(),
    senderId: text().notNull(),
    senderAuthorId: text().notNull(),
    recipientId: text().notNull(),
    recipientAuthorId: text().notNull(),
    purpose: text().notNull(),
    message: text().notNull(),
    /** Permanent ids of the works that the invitation mentions. */
    workIds: json().$type<string[]>().notNull().default([]),
    /** The expected amount of time: a value of a closed list. */
    expectedTime: text(),
    link: text(),
    state: text().notNull(),
    /** Both account ids, the smaller first. A pair may have one open invitation. */
    pair: text().notNull(),
    declineReason: text(),
    sentAt: instant().notNull(),
    seenAt: instant(),
    decidedAt: instant(),
    expiresAt: instant().notNull(),
  },
  (t) => [
    uniqueIndex('invitations_one_open_per_pair').on(t.pair).where(sql`state in ('sent', 'seen')`),
    index('invitations_sender').on(t.senderId, t.sentAt),
    index('invitations_recipient').on(t.recipientId, t.sentAt),
    index('invitations_pair').on(t.pair, t.sentAt),
  ],
);

export const blocks = table(
  'blocks',
  { accountId: text().notNull(), blockedId: text().notNull(), kind: text().notNull().default('block'), since: instant().notNull() },
  (t) => [primaryKey({ columns: [t.accountId, t.blockedId] }), index('blocks_blocked').on(t.blockedId)],
);

/**
 * A block, or a cooldown after a decline, that outlasts the erasure of the account, so that nobody ends one by leaving and returning. There
 * is a row for each seal of an identity that the erased account had proved (lib/platform/keys/seal.ts). It contains no name, address or id
 * of theirs.
 */
export const retainedBlocks = table(
  'retained_blocks',
  {
    /** Equal for all seals of one block. */
    id: text().notNull(),
    seal: text().notNull(),
    /** The protected account; 'everybody' for a cooldown after an upheld report of misuse. */
    accountId: text().notNull(),
    /** 'block' | 'pause' (after a decline) | 'report'. */
    kind: text().notNull(),
    /** When the block was made; for a cooldown, when the invitation was declined or the report upheld. */
    since: instant().notNull(),
    until: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.id, t.seal] }),
    index('retained_blocks_account').on(t.accountId),
    index('retained_blocks_seal').on(t.seal),
    index('retained_blocks_until').on(t.until),
  ],
);

/** A conversation that an accepted invitation opened. */
export const threads = table(
  'threads',
  { id: text().primaryKey(), invitationId: text().notNull(), openedAt: instant().notNull(), lastMessageAt: instant() },
  (t) => [uniqueIndex('threads_invitation').on(t.invitationId)],
);

export const threadMembers = table(
  'thread_members',
  {
    threadId: text().notNull(),
    accountId: text().notNull(),
    readAt: instant(),
    archivedAt: instant(),
    mutedAt: instant(),
    leftAt: instant(),
  },
  (t) => [primaryKey({ columns: [t.threadId, t.accountId] }), index('thread_members_account').on(t.accountId)],
);

export const messages = table(
  'messages',
  {
    id: text().primaryKey(),
    threadId: text().notNull(),
    accountId: text().notNull(),
    body: text().notNull(),
    /** Permanent ids of the shared works. */
    workIds: json().$type<string[]>().notNull().default([]),
    sentAt: instant().notNull(),
  },
  (t) => [index('messages_thread').on(t.threadId, t.sentAt)],
);

/** Two people who work together; shown on both records once both have confirmed. */
export const collaborations = table(
  'collaborations',
  {
    id: text().primaryKey(),
    threadId: text().notNull(),
    /** Both record ids, the smaller first. */
    pair: text().notNull(),
    fromAuthorId: text().notNull(),
    toAuthorId: text().notNull(),
    proposedBy: text().notNull(),
    /** 'proposed' | 'confirmed' | 'declined' | 'ended'. */
    state: text().notNull(),
    proposedAt: instant().notNull(),
    decidedAt: instant(),
    endedAt: instant(),
  },
  (t) => [
    uniqueIndex('collaborations_one_per_pair').on(t.pair).where(sql`state in ('proposed', 'confirmed')`),
    index('collaborations_from').on(t.fromAuthorId, t.state),
    index('collaborations_to').on(t.toAuthorId, t.state),
  ],
);
