import type { OwnLimits } from '#lib/catalog/ownership/model.ts';
import { daysMs, later } from '#lib/platform/clock.ts';
import { monthDays } from './availability.ts';
import { type Cooldown, type CooldownErrorCode, declineCooldownDays } from './cooldown.ts';
import type { Purpose } from './purposes.ts';

/** Conditions on the other side, then on one's own, then on the pair. */
export const inviteErrorCodes = {
  theirs: [
    'unknown_author',
    'organisation_cannot_be_invited',
    'recipient_unclaimed',
    'recipient_pending',
    'recipient_closed',
    'purpose_not_welcome',
    'level_below_theirs',
    'no_shared_context',
    'monthly_quota_used',
    'too_many_open_invitations',
  ],
  yours: [
    'not_signed_in',
    'same_person',
    'needs_claimed_record',
    'level_too_low',
    'weekly_quota_used',
    'invitation_already_open',
    'decline_cooldown',
    'blocked_by_you',
    'report_cooldown',
    'new_account_cooldown',
    'declines_cooldown',
    'same_text_cooldown',
  ],
} as const;
export type RecipientErrorCode = (typeof inviteErrorCodes)['theirs'][number];
type SenderErrorCode = (typeof inviteErrorCodes)['yours'][number];
export type InviteErrorCode = RecipientErrorCode | SenderErrorCode;

/** What an invitation is decided from. Lists of moments are in the order of time. */
export interface InviteFacts {
  at: Date;
  recipient: {
    kind: string;
    /** 'unclaimed', 'pending', 'disputed' or 'claimed'. */
    claimState: string;
    /** When the public notice of a pending claim ends. */
    noticeEndsAt: Date | null;
    availability: ({ open: boolean; purposes: string[] } & OwnLimits) | null;
    /** When the open invitations to this account from people without a work in common with it expire. */
    openFromStrangers: readonly Date[];
    /** When this account was sent invitations, in the last 30 days. */
    receivedThisMonth: readonly Date[];
  } | null;
  /** Null for a reader who is not signed in. */
  sender: {
    isRecipient: boolean;
    /** Level of the claimed record that the sender writes for; null without one. */
    level: number | null;
    /** When the sender sent invitations, in the last 7 days. */
    sentThisWeek: readonly Date[];
    /** The sender's record and the recipient's share a work. */
    sharesWork: boolean;
    /** Somebody has signed works with both. */
    sharesCollaborator: boolean;
    /** When the open invitation between the two expires; null where there is none. */
    openUntil: Date | null;
    /** When an invitation between the two was last declined. */
    declinedAt: Date | null;
    blockedByThem: boolean;
    blockedByYou: boolean;
    /** Pauses that run for this sender. */
    cooldowns: readonly Cooldown[];
  } | null;
  /** Null while the purpose is not chosen yet. */
  purpose: Purpose | null;
}

type Sender = NonNullable<InviteFacts['sender']>;
type Recipient = NonNullable<InviteFacts['recipient']>;

export interface InviteRefusals {
  theirs: RecipientErrorCode[];
  yours: SenderErrorCode[];
  /** When what time fixes is over: by the latest, where somebody's answer could end it sooner. */
  ends: Partial<Record<InviteErrorCode, Date>>;
}

type Unmet<Code> = [code: Code, end?: Date | null | undefined];

/**
 * Every condition that is not met, theirs and yours apart, each with its end where time fixes it. A block by the other side is never
 * told as one: it reads as a record that is closed to invitations. While the pause after a decline runs, the pause alone is named, so
 * that a decline that came with a block reads like any other.
 */
export function inviteRefusal(facts: InviteFacts): InviteRefusals {
  const [theirs, yours] = [theirConditions(facts), yourConditions(facts)];
  const ends: InviteRefusals['ends'] = {};
  for (const [code, end] of [...theirs, ...yours]) if (end) ends[code] = end;
  return { theirs: theirs.map(([code]) => code), yours: yours.map(([code]) => code), ends };
}

function theirConditions({ at, recipient, sender, purpose }: InviteFacts): Unmet<RecipientErrorCode>[] {
  if (!recipient) return [['unknown_author']];
  if (recipient.kind === 'organisation') return [['organisation_cannot_be_invited']];
  if (recipient.claimState === 'unclaimed') return [['recipient_unclaimed']];
  if (recipient.claimState !== 'claimed') return [['recipient_pending', recipient.noticeEndsAt]];
  const shut = sender && !sender.isRecipient && sender.blockedByThem && !isPaused(sender, at);
  if (!recipient.availability?.open || shut) return [['recipient_closed']];
  const { purposes, monthly } = recipient.availability;
  const unmet: Unmet<RecipientErrorCode>[] = [];
  if (purpose && !purposes.includes(purpose)) unmet.push(['purpose_not_welcome']);
  if (!sender || sender.isRecipient) return unmet;
  unmet.push(...ownLimits(recipient.availability, sender));
  const month = monthly === null ? null : freesAt(recipient.receivedThisMonth, monthly, monthDays);
  if (month) unmet.push(['monthly_quota_used', month]);
  const full = sender.sharesWork ? null : fullUntil(recipient);
  if (full) unmet.push(['too_many_open_invitations', full]);
  return unmet;
}

function ownLimits({ from }: OwnLimits, { level, sharesWork, sharesCollaborator }: Sender): Unmet<RecipientErrorCode>[] {
  // Without a record of one's own the other list says so; nothing is known of the level or of what is shared.
  if (level === null) return [];
  if (from === 'l3' && level < 3) return [['level_below_theirs']];
  return from === 'known' && !sharesWork && !sharesCollaborator ? [['no_shared_context']] : [];
}

/** When the fifth-last of the open invitations expires, by then at the latest there is room. */
function fullUntil({ openFromStrangers: open }: Recipient): Date | null {
  return open.length < maxOpenFromStrangers ? null : (open.at(open.length - maxOpenFromStrangers) ?? null);
}

/** When fewer than `most` of some moments lie within so many days; null where that is so already. */
function freesAt(moments: readonly Date[], most: number, days: number): Date | null {
  const oldest = moments.length < most ? undefined : moments.at(moments.length - most);
  return oldest ? later(oldest, daysMs(days)) : null;
}

/** True in the 90 days after an invitation between the two was declined. */
const isPaused = ({ declinedAt }: Sender, at: Date): boolean => declinedAt !== null && later(declinedAt, daysMs(declineCooldownDays)) > at;

function yourConditions({ sender, at }: InviteFacts): Unmet<SenderErrorCode>[] {
  if (!sender) return [['not_signed_in']];
  if (sender.isRecipient) return [['same_person']];
  const unmet: Unmet<SenderErrorCode>[] = [];
  if (sender.level === null) unmet.push(['needs_claimed_record']);
  else if (weeklyQuota(sender.level) === 0) unmet.push(['level_too_low']);
  else {
    const week = freesAt(sender.sentThisWeek, weeklyQuota(sender.level), 7);
    if (week) unmet.push(['weekly_quota_used', week]);
  }
  if (sender.openUntil) unmet.push(['invitation_already_open', sender.openUntil]);
  if (isPaused(sender, at) && sender.declinedAt) unmet.push(['decline_cooldown', later(sender.declinedAt, daysMs(declineCooldownDays))]);
  if (sender.blockedByYou) unmet.push(['blocked_by_you']);
  const cooldowns = sender.cooldowns.map(({ code, until }): [CooldownErrorCode, Date] => [code, until]);
  return [...unmet, ...cooldowns];
}

/** The first condition that is not met, with its end; null where all are. */
export function firstRefusal({ theirs, yours, ends }: InviteRefusals): { code: InviteErrorCode; until: Date | null } | null {
  const code = theirs[0] ?? yours[0];
  return code ? { code, until: ends[code] ?? null } : null;
}

export const invitationDays = 30;

const maxOpenFromStrangers = 5;

/** Invitations that a record of this level may send in a rolling week. */
export const weeklyQuota = (level: number): number => (level >= 4 ? 20 : level === 3 ? 10 : level === 2 ? 3 : 0);
