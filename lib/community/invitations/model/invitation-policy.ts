import type { InvitationLimits } from '#lib/catalog/ownership/model.ts';
import { weeklyLimit } from '#lib/catalog/powers/model.ts';
import { declineCooldownDays } from '#lib/community/limits.ts';
import { addMs, daysMs } from '#lib/platform/clock.ts';
import type { Cooldown, CooldownErrorCode } from './cooldown.ts';
import type { Purpose } from './purposes.ts';

/** Upper bound on open invitations to one person from people without a shared work. */
export const maxOpenFromStrangers = 5;

/** Days of the quota of a sender. */
export const quotaDays = 7;

/** Returns how many invitations a record of this level may send in a rolling week. */
export const weeklyQuota = (level: number): number => weeklyLimit('invite', level);

/** Error codes for conditions on the recipient (`theirs`), and on the sender and the pair (`yours`). */
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
    'recipient_accepts_no_more',
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

/** The facts for `inviteRefusal`. Lists of times are in ascending order. */
export interface InviteFacts {
  at: Date;
  recipient: {
    kind: string;
    /** 'unclaimed', 'pending', 'disputed' or 'claimed'. */
    claimState: string;
    /** When the public notice of a pending claim ends. */
    noticeEndsAt: Date | null;
    availability: ({ open: boolean; purposes: string[] } & InvitationLimits) | null;
    /** Expiry times of open invitations to this account from people without a shared work. */
    openFromStrangers: readonly Date[];
    /** When this account received invitations, in the last 30 days. */
    receivedThisMonth: readonly Date[];
  } | null;
  /** Null if the viewer is not signed in. */
  sender: {
    isRecipient: boolean;
    /** Level of the claimed record that the sender writes for; null if there is none. */
    level: number | null;
    /** When the sender sent invitations, in the last 7 days. */
    sentThisWeek: readonly Date[];
    /** Whether the sender's record and the recipient's share a work. */
    sharesWork: boolean;
    /** Whether the two records share a co-author. */
    sharesCollaborator: boolean;
    /** Expiry of the open invitation between the two; null if there is none. */
    openUntil: Date | null;
    /** When an invitation between the two was last declined; null if never. */
    declinedAt: Date | null;
    blockedByThem: boolean;
    blockedByYou: boolean;
    /** Active cooldowns of this sender. */
    cooldowns: readonly Cooldown[];
  } | null;
  /** Null before a purpose is chosen. */
  purpose: Purpose | null;
}

type Sender = NonNullable<InviteFacts['sender']>;

export interface InviteRefusals {
  theirs: RecipientErrorCode[];
  yours: SenderErrorCode[];
  /** When each time-limited condition ends, at the latest: an answer may end it sooner. */
  ends: Partial<Record<InviteErrorCode, Date>>;
}

type UnmetCondition<Code> = [code: Code, end?: Date | null | undefined];

/**
 * Returns all unmet conditions, separately for recipient and sender, each with its end if it is limited in time. A block by the recipient
 * is not revealed: it has the code, and therefore the words, of the limits to which everybody is subject, without their end. During the cooldown after a decline only the cooldown is reported,
 * so that a decline with a block looks like any other.
 */
export function inviteRefusal(facts: InviteFacts): InviteRefusals {
  const [theirs, yours] = [recipientConditions(facts), senderConditions(facts)];
  const ends: InviteRefusals['ends'] = {};
  for (const [code, end] of [...theirs, ...yours]) if (end) ends[code] = end;
  return { theirs: theirs.map(([code]) => code), yours: yours.map(([code]) => code), ends };
}

function recipientConditions({ at, recipient, sender, purpose }: InviteFacts): UnmetCondition<RecipientErrorCode>[] {
  if (!recipient) return [['unknown_author']];
  if (recipient.kind === 'organisation') return [['organisation_cannot_be_invited']];
  if (recipient.claimState === 'unclaimed') return [['recipient_unclaimed']];
  if (recipient.claimState !== 'claimed') return [['recipient_pending', recipient.noticeEndsAt]];
  if (!recipient.availability?.open) return [['recipient_closed']];
  const { purposes, monthly } = recipient.availability;
  const unmet: UnmetCondition<RecipientErrorCode>[] = [];
  if (purpose && !purposes.includes(purpose)) unmet.push(['purpose_not_welcome']);
  if (!sender || sender.isRecipient) return unmet;
  unmet.push(...unmetOwnLimits(recipient.availability, sender));
  const isBlocked = sender.blockedByThem && !isInDeclineCooldown(sender, at);
  const isMonthFull = monthly !== null && recipient.receivedThisMonth.length >= monthly;
  const isTooFull = !sender.sharesWork && recipient.openFromStrangers.length >= maxOpenFromStrangers;
  if (isBlocked || isMonthFull || isTooFull) unmet.push(['recipient_accepts_no_more']);
  return unmet;
}

function unmetOwnLimits(
  { from }: InvitationLimits,
  { level, sharesWork, sharesCollaborator }: Sender,
): UnmetCondition<RecipientErrorCode>[] {
  // Without a record, the sender's conditions already report it, and level and shared context are unknown.
  if (level === null) return [];
  if (from === 'l3' && level < 3) return [['level_below_theirs']];
  return from === 'known' && !sharesWork && !sharesCollaborator ? [['no_shared_context']] : [];
}

/** Returns when fewer than `most` of the moments are within the last `days` days; null if that is already so. */
function limitEnd(moments: readonly Date[], limit: number, days: number): Date | null {
  const oldest = moments.length < limit ? undefined : moments.at(moments.length - limit);
  return oldest ? addMs(oldest, daysMs(days)) : null;
}

/** Returns when two people can invite each other again after a decline. */
export const declineCooldownEnd = (declinedAt: Date): Date => addMs(declinedAt, daysMs(declineCooldownDays));

/** Whether an invitation between the two was declined within the last 90 days. */
const isInDeclineCooldown = ({ declinedAt }: Sender, at: Date): boolean => declinedAt !== null && declineCooldownEnd(declinedAt) > at;

function senderConditions({ sender, at }: InviteFacts): UnmetCondition<SenderErrorCode>[] {
  if (!sender) return [['not_signed_in']];
  if (sender.isRecipient) return [['same_person']];
  const unmet: UnmetCondition<SenderErrorCode>[] = [];
  if (sender.level === null) unmet.push(['needs_claimed_record']);
  else if (weeklyQuota(sender.level) === 0) unmet.push(['level_too_low']);
  else {
    const weeklyLimitEnd = limitEnd(sender.sentThisWeek, weeklyQuota(sender.level), quotaDays);
    if (weeklyLimitEnd) unmet.push(['weekly_quota_used', weeklyLimitEnd]);
  }
  if (sender.openUntil) unmet.push(['invitation_already_open', sender.openUntil]);
  if (isInDeclineCooldown(sender, at) && sender.declinedAt) unmet.push(['decline_cooldown', declineCooldownEnd(sender.declinedAt)]);
  if (sender.blockedByYou) unmet.push(['blocked_by_you']);
  const cooldowns = sender.cooldowns.map(({ code, until }): [CooldownErrorCode, Date] => [code, until]);
  return [...unmet, ...cooldowns];
}

/** Returns the first unmet condition with its end; null if all are met. */
export function firstRefusal({ theirs, yours, ends }: InviteRefusals): { code: InviteErrorCode; until: Date | null } | null {
  const code = theirs[0] ?? yours[0];
  return code ? { code, until: ends[code] ?? null } : null;
}
