import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nextPollIntervalMs, unreadPollIntervals } from '#components/live/poll-intervals.ts';
import { type FeedReason, feedReasonSentence, parseFeedCursor, topFeedPosition } from '#lib/community/feeds/model.ts';
import {
  describeSchedule,
  isTimeZone,
  nextDigest,
  type Schedule,
  scheduleInput,
  timeZones,
} from '#lib/community/notifications/model/digest-schedule.ts';
import { notificationKinds, notificationSpec } from '#lib/community/notifications/model/notification.ts';
import { notificationGroups } from '#lib/community/notifications/model/notification-text.ts';
import { mailSwitches, mailSwitchOf, notificationSettingsInput } from '#lib/community/notifications/model/settings.ts';

const rome: Schedule = { frequency: 'daily', hour: 8, weekday: 1, timeZone: 'Europe/Rome' };
const next = (schedule: Schedule, after: string): string | undefined => nextDigest(schedule, new Date(after))?.toISOString();

describe('the time of the next digest', () => {
  test('is its local hour for a daily one, in summer and winter', () => {
    expect(next(rome, '2026-11-21T06:59:59Z')).toBe('2026-11-21T07:00:00.000Z');
    expect(next(rome, '2026-11-21T07:00:00Z')).toBe('2026-11-22T07:00:00.000Z');
    expect(next(rome, '2026-07-01T07:00:00Z')).toBe('2026-07-02T06:00:00.000Z');
    expect(next({ ...rome, timeZone: 'Asia/Kathmandu' }, '2026-07-01T00:00:00Z')).toBe('2026-07-01T02:15:00.000Z');
  });

  test('keeps its hour over a time change: 23 or 25 hours later', () => {
    expect(next(rome, '2026-03-28T07:00:00Z')).toBe('2026-03-29T06:00:00.000Z');
    expect(next(rome, '2026-10-24T06:00:00Z')).toBe('2026-10-25T07:00:00.000Z');
  });

  test('is an hour later for an hour that a time change skips, and once for one that it repeats', () => {
    const atTwo = { ...rome, hour: 2 };
    expect(next(atTwo, '2026-03-28T12:00:00Z')).toBe('2026-03-29T01:00:00.000Z');
    expect(next(atTwo, '2026-03-29T01:00:00Z')).toBe('2026-03-30T00:00:00.000Z');
    expect(next(atTwo, '2026-10-24T12:00:00Z')).toBe('2026-10-25T00:00:00.000Z');
    expect(next(atTwo, '2026-10-25T00:00:00Z')).toBe('2026-10-26T01:00:00.000Z');
  });

  test('is its weekday for a weekly one, a week later if today’s hour is over', () => {
    const friday: Schedule = { ...rome, frequency: 'weekly', weekday: 5 };
    expect(next(friday, '2026-11-21T12:00:00Z')).toBe('2026-11-27T07:00:00.000Z');
    expect(next(friday, '2026-11-27T07:00:00Z')).toBe('2026-12-04T07:00:00.000Z');
    expect(next(friday, '2026-11-27T06:00:00Z')).toBe('2026-11-27T07:00:00.000Z');
  });

  test('is in the future for any schedule, at the set hour, and at most a week and an hour away', () => {
    const zones = timeZones();
    fc.assert(
      fc.property(
        fc.record({
          frequency: fc.constantFrom('daily' as const, 'weekly' as const),
          hour: fc.integer({ min: 0, max: 23 }),
          weekday: fc.integer({ min: 1, max: 7 }),
          timeZone: fc.constantFrom(...zones),
        }),
        fc.date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true }),
        (schedule, after) => {
          const at = nextDigest(schedule, after);
          const waitMs = (at?.getTime() ?? 0) - after.getTime();
          expect(waitMs).toBeGreaterThan(0);
          expect(waitMs).toBeLessThanOrEqual((schedule.frequency === 'weekly' ? 7 : 1) * 86_400_000 + 2 * 3_600_000);
        },
      ),
    );
  });

  test('is never if digests are off; an unknown time zone is rejected', () => {
    expect(nextDigest({ ...rome, frequency: 'off' }, new Date())).toBeNull();
    for (const name of ['Europe/Atlantis', '', '+01:00', 'x'.repeat(50)]) expect(isTimeZone(name), name).toBe(false);
    expect(scheduleInput.safeParse({ frequency: 'daily', hour: '24', weekday: '1', timeZone: 'UTC' }).success).toBe(false);
    expect(describeSchedule({ ...rome, frequency: 'weekly', weekday: 7 })).toBe('every Sunday at 08:00 (Europe/Rome)');
  });
});

describe('notification settings', () => {
  test('list every kind on the page, and a form states each', () => {
    for (const kind of notificationKinds) expect(notificationGroups).toContain(notificationSpec(kind).group);
    expect(
      notificationSettingsInput.parse({
        'mail-claim_accepted': 'off',
        'centre-claim_accepted': 'on',
        'mail-attestation_given': 'sometimes',
        x: '1',
      }),
    ).toEqual([{ kind: 'claim_accepted', mail: 'off', centre: true }]);
  });
});

describe('texts of a feed', () => {
  const reason = (name: string, kind: FeedReason['kind'] = 'author'): FeedReason => ({ kind, id: name, name, path: `/${name}` });
  test('name at most three reasons for an item', () => {
    expect(feedReasonSentence([reason('X')])).toBe('You follow X.');
    expect(feedReasonSentence([reason('X'), reason('Y', 'topic')])).toBe('You follow X and the topic Y.');
    expect(feedReasonSentence([reason('X'), reason('Y', 'topic'), reason('Z', 'venue')])).toBe(
      'You follow X, the topic Y and the venue Z.',
    );
    expect(feedReasonSentence([reason('A'), reason('B'), reason('C'), reason('D'), reason('E')])).toBe('You follow A, B, C and 2 more.');
  });

  test('start at the top for an invalid cursor', () => {
    expect(parseFeedCursor('12-3')).toEqual({ work: 12, news: 3 });
    for (const text of [undefined, '', '1', '-1-0', '9999999999-0', "1-0' or 1=1"]) expect(parseFeedCursor(text)).toEqual(topFeedPosition);
  });
});

test('the unread count is polled less and less often while nothing changes', () => {
  const { minMs: shortestMs, maxMs } = unreadPollIntervals;
  let pause = shortestMs;
  let requests = 0;
  for (let elapsedMs = 0; elapsedMs < 8 * 3_600_000; elapsedMs += pause) {
    requests += 1;
    pause = nextPollIntervalMs(pause, false, unreadPollIntervals);
  }
  expect([pause, requests < 40]).toEqual([maxMs, true]);
  expect(nextPollIntervalMs(pause, true, unreadPollIntervals)).toBe(shortestMs);
});

test('a switch that was pressed decides for its kinds, and the others are saved as they are', () => {
  const fields = { 'mail-invitation_received': 'now', 'mail-invitation_expired': 'off', 'mail-message_received': 'off' };
  const saved = (switches: Record<string, string>) =>
    Object.fromEntries(notificationSettingsInput.parse({ ...fields, ...switches }).map(({ kind, mail }) => [kind, mail]));
  expect(saved({ 'was-invitations': 'on', 'switch-invitations': 'on', 'was-messages': 'off' })).toEqual({
    invitation_received: 'now',
    invitation_expired: 'off',
    message_received: 'off',
  });
  expect(saved({ 'was-invitations': 'on', 'was-messages': 'off', 'switch-messages': 'on' })).toEqual({
    invitation_received: 'off',
    invitation_expired: 'off',
    message_received: 'now',
  });
  expect(mailSwitches).toHaveLength(5);
  expect(notificationGroups.every((group) => mailSwitchOf(group) !== undefined)).toBe(true);
});
