import { describe, expect, test } from 'vitest';
import { parseInvitationLimits } from '#lib/catalog/ownership/model.ts';
import { availabilityInput } from '#lib/community/invitations/model/availability.ts';
import { activeCooldowns, type CooldownFacts, isSameText } from '#lib/community/invitations/model/cooldown.ts';
import { invitationStates, invitationTransitions, inviteInput } from '#lib/community/invitations/model/invitation.ts';
import {
  firstRefusal,
  type InviteErrorCode,
  type InviteFacts,
  inviteErrorCodes,
  inviteRefusal,
  weeklyQuota,
} from '#lib/community/invitations/model/invitation-policy.ts';
import { refusals } from '#lib/portal/refusals.ts';

const at = new Date('2026-07-01T12:00:00Z');
const day = 86_400_000;
const ago = (days: number, ms = 0): Date => new Date(at.getTime() - days * day + ms);
const ahead = (days: number): Date => ago(-days);

type Sender = NonNullable<InviteFacts['sender']>;
type Recipient = NonNullable<InviteFacts['recipient']>;
const recipient: Recipient = {
  kind: 'person',
  claimState: 'claimed',
  noticeEndsAt: null,
  availability: { open: true, purposes: ['co-author'], from: 'anybody', monthly: null },
  openFromStrangers: [],
  receivedThisMonth: [],
};
const sender: Sender = {
  isRecipient: false,
  level: 2,
  sentThisWeek: [],
  sharesWork: false,
  sharesCollaborator: false,
  openUntil: null,
  declinedAt: null,
  blockedByThem: false,
  blockedByYou: false,
  cooldowns: [],
};
const facts = (mine: Partial<Sender> = {}, theirs: Partial<Recipient> = {}): InviteFacts => ({
  at,
  purpose: 'co-author',
  recipient: { ...recipient, ...theirs },
  sender: { ...sender, ...mine },
});
const withLimits = (limits: Partial<NonNullable<Recipient['availability']>>): Partial<Recipient> => ({
  availability: { open: true, purposes: ['co-author'], from: 'anybody', monthly: null, ...limits },
});

describe('an invitation', () => {
  test('follows only the transitions of the table, and ends once', () => {
    const events = Object.entries(invitationTransitions);
    const ways = invitationStates.flatMap((state) =>
      events.flatMap(([event, { from, to }]) => (from.includes(state) ? [`${state} ${event} ${to}`] : [])),
    );
    expect(ways).toEqual([
      'sent see seen',
      'sent accept accepted',
      'sent decline declined',
      'sent withdraw withdrawn',
      'sent expire expired',
      'seen accept accepted',
      'seen decline declined',
      'seen withdraw withdrawn',
      'seen expire expired',
    ]);
  });

  test('may be sent when every condition is met', () => {
    expect(inviteRefusal(facts())).toEqual({ theirs: [], yours: [], ends: {} });
    expect(firstRefusal(inviteRefusal(facts()))).toBeNull();
  });

  const five = [ahead(3), ahead(9), ahead(10), ahead(11), ahead(12)];
  const refused: [InviteErrorCode, InviteFacts, Date | null][] = [
    ['unknown_author', { ...facts(), recipient: null }, null],
    ['organisation_cannot_be_invited', facts({}, { kind: 'organisation' }), null],
    ['recipient_unclaimed', facts({}, { claimState: 'unclaimed' }), null],
    ['recipient_pending', facts({}, { claimState: 'pending', noticeEndsAt: ahead(4) }), ahead(4)],
    ['recipient_pending', facts({}, { claimState: 'disputed' }), null],
    ['recipient_closed', facts({}, { availability: null }), null],
    ['recipient_closed', facts({}, withLimits({ open: false })), null],
    ['purpose_not_welcome', { ...facts(), purpose: 'grant' }, null],
    ['level_below_theirs', facts({}, withLimits({ from: 'l3' })), null],
    ['no_shared_context', facts({}, withLimits({ from: 'known' })), null],
    ['recipient_accepts_no_more', facts({}, { ...withLimits({ monthly: 2 }), receivedThisMonth: [ago(29), ago(20)] }), null],
    ['recipient_accepts_no_more', facts({}, { openFromStrangers: five }), null],
    ['recipient_accepts_no_more', facts({ blockedByThem: true }), null],
    ['not_signed_in', { ...facts(), sender: null }, null],
    ['same_person', facts({ isRecipient: true }), null],
    ['needs_claimed_record', facts({ level: null }), null],
    ['level_too_low', facts({ level: 1 }), null],
    ['weekly_quota_used', facts({ sentThisWeek: [ago(6), ago(3), ago(1)] }), ahead(1)],
    ['weekly_quota_used', facts({ sentThisWeek: [ago(6.5), ago(6), ago(3), ago(1)] }), ahead(1)],
    ['invitation_already_open', facts({ openUntil: ahead(30) }), ahead(30)],
    ['decline_cooldown', facts({ declinedAt: ago(10) }), ahead(80)],
    ['blocked_by_you', facts({ blockedByYou: true }), null],
    ['report_cooldown', facts({ cooldowns: [{ code: 'report_cooldown', until: ahead(2) }] }), ahead(2)],
    ['new_account_cooldown', facts({ cooldowns: [{ code: 'new_account_cooldown', until: ahead(1) }] }), ahead(1)],
    ['declines_cooldown', facts({ cooldowns: [{ code: 'declines_cooldown', until: ahead(7) }] }), ahead(7)],
    ['same_text_cooldown', facts({ cooldowns: [{ code: 'same_text_cooldown', until: ahead(5) }] }), ahead(5)],
  ];
  test.each(refused)('%s, with its end if time fixes it', (code, given, until) => {
    expect(firstRefusal(inviteRefusal(given))).toEqual({ code, until });
  });

  test('every refusal has a case above, and a text that says what to do', () => {
    expect(new Set(refused.map(([code]) => code))).toEqual(new Set([...inviteErrorCodes.theirs, ...inviteErrorCodes.yours]));
    for (const code of [...inviteErrorCodes.theirs, ...inviteErrorCodes.yours])
      expect(Object.hasOwn(refusals, code) && refusals[code].action, code).toBeTruthy();
  });

  test('lists every unmet condition, not only the first', () => {
    const refusal = inviteRefusal(facts({ sentThisWeek: [ago(3), ago(2), ago(1)], openUntil: ahead(2), declinedAt: ago(30) }));
    expect(refusal.yours).toEqual(['weekly_quota_used', 'invitation_already_open', 'decline_cooldown']);
    expect(refusal.ends).toEqual({ weekly_quota_used: ahead(4), invitation_already_open: ahead(2), decline_cooldown: ahead(60) });
  });

  test.each([
    [0, 0],
    [1, 0],
    [2, 3],
    [3, 10],
    [4, 20],
    [5, 20],
  ])('level %i sends %i a week', (level, most) => {
    const sent = (count: number) => Array.from({ length: count }, () => ago(1));
    expect(weeklyQuota(level)).toBe(most);
    if (most > 0) expect(inviteRefusal(facts({ level, sentThisWeek: sent(most - 1) })).yours).toEqual([]);
    expect(inviteRefusal(facts({ level, sentThisWeek: sent(most) })).yours).toEqual([most === 0 ? 'level_too_low' : 'weekly_quota_used']);
  });

  test('limits of an owner let through the people whom they name', () => {
    expect(inviteRefusal(facts({ level: 3 }, withLimits({ from: 'l3' }))).theirs).toEqual([]);
    expect(inviteRefusal(facts({ sharesWork: true }, withLimits({ from: 'known' }))).theirs).toEqual([]);
    expect(inviteRefusal(facts({ sharesCollaborator: true }, withLimits({ from: 'known' }))).theirs).toEqual([]);
    expect(inviteRefusal(facts({}, { ...withLimits({ monthly: 2 }), receivedThisMonth: [ago(1)] })).theirs).toEqual([]);
    expect(inviteRefusal(facts({ sharesWork: true }, { openFromStrangers: five })).theirs).toEqual([]);
  });

  test('a block cannot be told from the limits of an owner, in any combination', () => {
    for (const mine of [{}, { level: 1 }, { level: null }, { sharesWork: true }, { sentThisWeek: [ago(3), ago(2), ago(1)] }]) {
      const blocked = inviteRefusal(facts({ ...mine, blockedByThem: true }, withLimits({ monthly: 2 })));
      expect(blocked).toEqual(inviteRefusal(facts(mine, { ...withLimits({ monthly: 1 }), receivedThisMonth: [ago(1)] })));
      expect(JSON.stringify(blocked)).not.toContain('block');
    }
  });

  test('a block cannot be told from a plain decline during its cooldown', () => {
    const declinedAt = ago(1);
    expect(inviteRefusal(facts({ declinedAt, blockedByThem: true }))).toEqual(inviteRefusal(facts({ declinedAt })));
    expect(inviteRefusal(facts({ declinedAt, blockedByThem: true })).theirs).toEqual([]);
  });

  test('the cooldown after a decline is 90 days to the millisecond', () => {
    expect(inviteRefusal(facts({ declinedAt: ago(90, 1) })).yours).toEqual(['decline_cooldown']);
    expect(inviteRefusal(facts({ declinedAt: ago(90) })).yours).toEqual([]);
  });
});

describe('rate limits of a sender', () => {
  const noRecentActivity: CooldownFacts = { at, accountSince: ago(100), recent: [], answered: [], reportUpheldAt: null };
  const text = 'Dear colleague, we invite you to join our very large consortium on everything. Answer soon, places are few.';
  const to = { recipientId: 'new', text };
  const sentTo = (recipientId: string, days: number) => ({ recipientId, text: text.replace('colleague', recipientId), sentAt: ago(days) });
  const declined = (...days: number[]) => days.map((each) => ({ accepted: false, at: ago(each) }));

  test('do not affect somebody who writes to one person at a time', () => {
    expect(activeCooldowns(noRecentActivity, to)).toEqual([]);
    expect(activeCooldowns({ ...noRecentActivity, recent: [sentTo('one', 1)], answered: declined(1, 2) }, to)).toEqual([]);
  });

  test('delay the same text to a third person until the first is a week old', () => {
    const slow = activeCooldowns({ ...noRecentActivity, recent: [sentTo('two', 1), sentTo('one', 4)] }, to);
    expect(slow).toEqual([{ code: 'same_text_cooldown', until: ahead(3) }]);
    expect(
      activeCooldowns(
        { ...noRecentActivity, recent: [sentTo('two', 1), sentTo('one', 4)] },
        { ...to, text: 'Herons, and how you count them, is what I ask.' },
      ),
    ).toEqual([]);
    // This cooldown applies to new recipients only; other rules apply to previous ones.
    expect(activeCooldowns({ ...noRecentActivity, recent: [sentTo('two', 1), sentTo('new', 4)] }, to)).toEqual([]);
  });

  test('pause a week after three consecutive declines, a week more after each further one, up to four; an acceptance ends it', () => {
    const until = (answered: CooldownFacts['answered']) => activeCooldowns({ ...noRecentActivity, answered }, to)[0]?.until;
    expect(until(declined(1, 2))).toBeUndefined();
    expect(until(declined(1, 2, 3))).toEqual(ahead(6));
    expect(until(declined(1, 2, 3, 4))).toEqual(ahead(13));
    expect(until(declined(1, 2, 3, 4, 5, 6, 7, 8, 9))).toEqual(ahead(27));
    expect(until([...declined(1, 2), { accepted: true, at: ago(3) }, ...declined(4, 5)])).toBeUndefined();
    expect(until(declined(8, 9, 10))).toBeUndefined();
  });

  test('allow an account one invitation on its first day', () => {
    const young = { ...noRecentActivity, accountSince: ago(0.25) };
    expect(activeCooldowns(young, to)).toEqual([]);
    expect(activeCooldowns({ ...young, recent: [{ recipientId: 'x', text: 'Something else, altogether.', sentAt: at }] }, to)).toEqual([
      { code: 'new_account_cooldown', until: ahead(0.75) },
    ]);
  });

  test('pause for 90 days after an upheld report', () => {
    expect(activeCooldowns({ ...noRecentActivity, reportUpheldAt: ago(80) }, to)).toEqual([{ code: 'report_cooldown', until: ahead(10) }]);
    expect(activeCooldowns({ ...noRecentActivity, reportUpheldAt: ago(90) }, to)).toEqual([]);
  });

  test('treat texts as equal whatever name is in the greeting, and as different if their content differs', () => {
    expect(isSameText(text, text.replace('colleague', 'Mara').toUpperCase())).toBe(true);
    expect(isSameText(text, 'Dear colleague, I read your paper on herons and would like to count plates with you.')).toBe(false);
    expect(isSameText('你好,一起写论文吗', '你好,一起写论文吗')).toBe(true);
    expect(isSameText('!!!', '???')).toBe(false);
    expect(isSameText('\u{1f426}'.repeat(30), '\u{1f426}'.repeat(30))).toBe(true);
    // Invisible characters, other forms of the same letters, and another name in any script do not change the text.
    expect(isSameText(text, text.replace(/(?<=\w)(?=\w)/g, '\u200b'))).toBe(true);
    expect(
      isSameText(
        text,
        text.replace(/[a-z]/g, (sign) => String.fromCodePoint(0xff41 + sign.charCodeAt(0) - 97)),
      ),
    ).toBe(true);
    const chinese = '张老师您好,我读了您关于苍鹭计数的论文,想和您一起整理北方的底片,您愿意吗';
    expect(isSameText(chinese, chinese.replace('张老师', '王教授'))).toBe(true);
    expect(isSameText(chinese, '李老师您好,我们想请您来我校作一次关于灯塔语法的报告,时间由您决定')).toBe(false);
  });
});

describe('the form of an invitation', () => {
  const sent = { recipientAuthorId: 'abc', purpose: 'co-author', message: 'Shall we count herons together?' };

  test('accepts works as checkboxes and as URLs, each once, five at most', () => {
    const ids = (more: object) => inviteInput.safeParse({ ...sent, ...more });
    expect(ids({}).data?.workIds).toEqual([]);
    expect(ids({ workIds: '0123456789ab' }).data?.workIds).toEqual(['0123456789ab']);
    expect(
      ids({ workIds: ['0123456789ab'], workAddresses: 'https://peer.example/works/0123456789ab\n/works/abcdefghijkl?x#y zzzzzzzzzzzz' })
        .data?.workIds,
    ).toEqual(['0123456789ab', 'abcdefghijkl', 'zzzzzzzzzzzz']);
    expect(ids({ workAddresses: 'https://elsewhere.example/paper' }).error?.issues[0]?.path).toEqual(['workAddresses']);
    expect(ids({ workIds: Array.from({ length: 6 }, (_, each) => `work-${each}`) }).success).toBe(false);
  });

  test('accepts an http or https link only', () => {
    const link = (address: string) => inviteInput.safeParse({ ...sent, link: address });
    expect(link('').data?.link).toBeNull();
    expect(link(' https://a.example/x ').data?.link).toBe('https://a.example/x');
    for (const bad of ['javascript:alert(1)', 'a.example', 'data:text/html,x']) expect(link(bad).success, bad).toBe(false);
  });

  test('accepts own limits from 1 to 30 or none, and treats invalid stored ones as none', () => {
    const parseMonthly = (monthly: string) => availabilityInput.safeParse({ authorId: 'a', open: 'yes', purposes: 'talk', monthly });
    expect(parseMonthly('').data?.monthly).toBeNull();
    expect(parseMonthly(' 3 ').data?.monthly).toBe(3);
    for (const bad of ['0', '31', '-1', '2.5', 'many']) expect(parseMonthly(bad).success, bad).toBe(false);
    expect(parseInvitationLimits({ from: 'nobody' })).toEqual({ from: 'anybody', monthly: null });
    expect(parseInvitationLimits(null)).toEqual({ from: 'anybody', monthly: null });
  });
});
