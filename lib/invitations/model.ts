import { z } from 'zod';

/** What an owner can be open to, and what an invitation is about. */
export const purposes = {
  'co-author': 'writing a paper together',
  dataset: 'building or sharing a dataset',
  replication: 'replicating a result',
  review: 'review of a draft',
  grant: 'a grant proposal',
  supervision: 'supervision',
  talk: 'a talk or a visit',
  other: 'something else',
} as const;
export type Purpose = keyof typeof purposes;
export const purposeIds = Object.keys(purposes) as [Purpose, ...Purpose[]];

/** What somebody may say when they decline; saying nothing is as good. */
export const declineReasons = {
  no_time: 'no time at present',
  not_my_field: 'not my field',
  already_working_on_it: 'already working on this with others',
  ask_later: 'ask again another time',
} as const;
export type DeclineReason = keyof typeof declineReasons;
const declineReasonIds = Object.keys(declineReasons) as [DeclineReason, ...DeclineReason[]];

const id = z.string().min(1).max(40);
/** Text as somebody typed it: line ends made one kind, so that what is counted is what was seen. */
const typed = (least: number, most: number, tooShort: string) =>
  z
    .string()
    .transform((text) => text.replace(/\r\n?/g, '\n').trim())
    .pipe(
      z
        .string()
        .min(least, tooShort)
        .max(most, `Keep it to ${most.toLocaleString('en')} characters.`),
    );

export const inviteInput = z.object({
  recipientAuthorId: id,
  /** The record that the sender writes for; needed only by somebody who owns several. */
  senderAuthorId: id.optional(),
  purpose: z.enum(purposeIds, 'Choose what it is about.'),
  message: typed(20, 2_000, 'Say in a sentence or two what you propose: 20 characters at least.'),
});
export type InviteInput = z.infer<typeof inviteInput>;
export const invitationIdInput = z.object({ invitationId: id });
export const declineInput = z.object({
  invitationId: id,
  reason: z
    .enum(['', ...declineReasonIds])
    .optional()
    .transform((reason) => reason || null),
});
export const availabilityInput = z
  .object({
    authorId: id,
    open: z.enum(['yes', 'no']).transform((open) => open === 'yes'),
    // One ticked box comes as a word, several as a list, none not at all.
    purposes: z.preprocess((ticked) => (ticked === undefined ? [] : [ticked].flat()), z.array(z.enum(purposeIds)).max(purposeIds.length)),
    note: typed(0, 300, '').optional(),
  })
  .refine(({ open, purposes: chosen }) => !open || chosen.length > 0, {
    path: ['purposes'],
    message: 'Choose at least one thing that you are open to.',
  });
export type Availability = z.infer<typeof availabilityInput>;
export const messageInput = z.object({ threadId: id, body: typed(1, 5_000, 'Write something first.') });

export const invitationStates = ['sent', 'seen', 'accepted', 'declined', 'expired', 'withdrawn'] as const;
export type InvitationState = (typeof invitationStates)[number];
export type InvitationEvent = 'see' | 'accept' | 'decline' | 'withdraw' | 'expire';
export type InvitationRole = 'sender' | 'recipient' | 'system';

/** From which states an event leads where, and whose event it is. */
export const invitationTable: Record<InvitationEvent, { from: readonly InvitationState[]; to: InvitationState; by: InvitationRole }> = {
  see: { from: ['sent'], to: 'seen', by: 'recipient' },
  accept: { from: ['sent', 'seen'], to: 'accepted', by: 'recipient' },
  decline: { from: ['sent', 'seen'], to: 'declined', by: 'recipient' },
  withdraw: { from: ['sent', 'seen'], to: 'withdrawn', by: 'sender' },
  expire: { from: ['sent', 'seen'], to: 'expired', by: 'system' },
};

/** The state after an event, or null where the event is not possible. */
export const invitationAfter = (state: InvitationState, event: InvitationEvent): InvitationState | null =>
  invitationTable[event].from.includes(state) ? invitationTable[event].to : null;

export const isOpen = (state: InvitationState): boolean => state === 'sent' || state === 'seen';

export const invitationDays = 30;
export const pauseDaysAfterDecline = 90;
export const mostOpenFromStrangers = 5;
/** Invitations that a record of this level may send in a rolling week. */
export const weeklyQuota = (level: number): number => (level >= 4 ? 20 : level === 3 ? 10 : level === 2 ? 3 : 0);

/** Conditions on the other side, then on one's own, then on the pair. */
export const inviteBecauses = {
  theirs: [
    'unknown_author',
    'organisation_cannot_be_invited',
    'recipient_unclaimed',
    'recipient_pending',
    'recipient_closed',
    'purpose_not_welcome',
    'not_taking_more',
  ],
  yours: [
    'not_signed_in',
    'same_person',
    'needs_claimed_record',
    'level_too_low',
    'weekly_quota_used',
    'open_between_you',
    'pause_after_decline',
  ],
} as const;
export type InviteBecause = (typeof inviteBecauses)['theirs' | 'yours'][number];

/** What an invitation is decided from. */
export interface InviteFacts {
  at: Date;
  recipient: {
    kind: string;
    /** 'unclaimed', 'pending', 'disputed' or 'claimed'. */
    claimState: string;
    availability: { open: boolean; purposes: string[] } | null;
    /** Open invitations to this account from people without a work in common with it. */
    openFromStrangers: number;
  } | null;
  /** Null for a reader who is not signed in. */
  sender: {
    isRecipient: boolean;
    /** Level of the claimed record that the sender writes for; null without one. */
    level: number | null;
    sentThisWeek: number;
    /** The sender's record and the recipient's share a work. */
    sharesWork: boolean;
    hasOpenWithRecipient: boolean;
    /** When an invitation between the two was last declined. */
    declinedAt: Date | null;
    /** Either has blocked the other. */
    blocked: boolean;
  } | null;
  /** Null while the purpose is not chosen yet. */
  purpose: Purpose | null;
}

export interface InviteRefusals {
  theirs: InviteBecause[];
  yours: InviteBecause[];
}

/**
 * Every condition that is not met, theirs and yours apart. A block is never told as one: it reads as the same "takes no further
 * invitations" that a full list of open invitations gives. While the pause after a decline runs, the pause alone is named, so that
 * a decline that came with a block reads like any other.
 */
export function inviteRefusal(facts: InviteFacts): InviteRefusals {
  return { theirs: theirConditions(facts), yours: yourConditions(facts) };
}

function theirConditions({ at, recipient, sender, purpose }: InviteFacts): InviteBecause[] {
  if (!recipient) return ['unknown_author'];
  if (recipient.kind === 'organisation') return ['organisation_cannot_be_invited'];
  if (recipient.claimState === 'unclaimed') return ['recipient_unclaimed'];
  if (recipient.claimState !== 'claimed') return ['recipient_pending'];
  if (!recipient.availability?.open) return ['recipient_closed'];
  const unmet: InviteBecause[] = [];
  if (purpose && !recipient.availability.purposes.includes(purpose)) unmet.push('purpose_not_welcome');
  const full = sender && !sender.sharesWork && recipient.openFromStrangers >= mostOpenFromStrangers;
  if (sender && !sender.isRecipient && !isPaused(sender, at) && (sender.blocked || full)) unmet.push('not_taking_more');
  return unmet;
}

/** True in the 90 days after an invitation between the two was declined. */
const isPaused = ({ declinedAt }: NonNullable<InviteFacts['sender']>, at: Date): boolean =>
  declinedAt !== null && declinedAt.getTime() + pauseDaysAfterDecline * 86_400_000 > at.getTime();

function yourConditions({ sender, at }: InviteFacts): InviteBecause[] {
  if (!sender) return ['not_signed_in'];
  if (sender.isRecipient) return ['same_person'];
  const unmet: InviteBecause[] = [];
  if (sender.level === null) unmet.push('needs_claimed_record');
  else if (weeklyQuota(sender.level) === 0) unmet.push('level_too_low');
  else if (sender.sentThisWeek >= weeklyQuota(sender.level)) unmet.push('weekly_quota_used');
  if (sender.hasOpenWithRecipient) unmet.push('open_between_you');
  if (isPaused(sender, at)) unmet.push('pause_after_decline');
  return unmet;
}

export const firstRefusal = ({ theirs, yours }: InviteRefusals): InviteBecause | null => theirs[0] ?? yours[0] ?? null;

/** The two account ids in a fixed order: the pair that may have one open invitation. */
export const pairOf = (one: string, other: string): string => [one, other].sort().join(' ');

export interface InvitationView {
  id: string;
  role: 'sender' | 'recipient';
  state: InvitationState;
  purpose: Purpose;
  message: string;
  from: { slug: string; name: string };
  to: { slug: string; name: string };
  sentAt: Date;
  seenAt: Date | null;
  decidedAt: Date | null;
  expiresAt: Date;
  declineReason: DeclineReason | null;
  threadId: string | null;
  /** The reader has said to hear no more from the other side. */
  shut: boolean;
}

export interface ThreadView {
  id: string;
  invitationId: string;
  /** Either side hears no more from the other: nothing can be written. */
  closed: boolean;
  /** It is the reader who hears no more. */
  shut: boolean;
  purpose: Purpose;
  /** The other side, by the record they wrote for. */
  with: { slug: string; name: string };
  me: { slug: string; name: string };
  messages: { id: string; mine: boolean; body: string; at: Date }[];
}

export interface ThreadCard {
  id: string;
  with: { slug: string; name: string };
  lastAt: Date;
  unread: boolean;
}

export interface BlockView {
  /** The latest invitation between the two, by which the block can be taken back. */
  invitationId: string;
  name: string;
  since: Date;
}
