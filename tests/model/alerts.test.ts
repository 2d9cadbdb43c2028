import { expect, test } from 'vitest';
import { type Alert, createAlertMemory, findAlerts } from '#lib/portal/operations/model/alerts.ts';
import type { InstanceState } from '#lib/portal/operations/model/instance-state.ts';

const at = new Date('2026-11-22T12:00:00Z');
const ago = (hours: number) => new Date(at.getTime() - hours * 3_600_000);
const healthy: InstanceState = {
  claims: { inHour: 19, unusualFrom: 20 },
  at,
  jobs: [{ kind: 'send-mail', state: 'waiting', count: 3 }],
  oldestDue: ago(0.1),
  imports: [{ source: 'bibtex', finishedAt: ago(48) }],
  importsFailed: [],
  log: { events: 5, begunAt: ago(900), head: { at: ago(30), number: 5 } },
  lastBackup: { at: ago(20), bytes: 1 },
  disk: { freeBytes: 50e9, bytes: 100e9, freeInodes: 1e6 },
  databaseBytes: 1,
  databaseMs: 1,
  databaseAheadMs: -900,
};
const codes = (change: Partial<InstanceState>) => findAlerts({ ...healthy, ...change }).map(({ code }) => code);

test('sends no alert for a healthy instance', () => {
  expect(codes({})).toEqual([]);
  expect(codes({ log: { events: 0, begunAt: null, head: null } })).toEqual([]);
  expect(codes({ log: { events: 1, begunAt: ago(1), head: null } })).toEqual([]);
});

test.each<[string, Partial<InstanceState>, string]>([
  ['many claims within an hour', { claims: { inHour: 20, unusualFrom: 20 } }, 'many-claims'],
  ['a failed job', { jobs: [{ kind: 'send-mail', state: 'failed', count: 1 }] }, 'failed-jobs send-mail'],
  ['a job that is due for hours', { oldestDue: ago(2) }, 'late-jobs'],
  ['no backup', { lastBackup: null }, 'old-backup'],
  ['an old backup', { lastBackup: { at: ago(49), bytes: 1 } }, 'old-backup'],
  ['a source that is not imported any more', { imports: [{ source: 'bibtex', finishedAt: ago(24 * 46) }] }, 'stale-source bibtex'],
  ['a failed import', { importsFailed: [{ source: 'bibtex', startedAt: ago(1) }] }, 'failed-import bibtex'],
  ['a late head', { log: { events: 6, begunAt: ago(900), head: { at: ago(49), number: 5 } } }, 'late-head'],
  ['a log that never had a head', { log: { events: 1, begunAt: ago(49), head: null } }, 'late-head'],
  ['little space', { disk: { freeBytes: 0.5e9, bytes: 1e9, freeInodes: null } }, 'full-disk'],
  ['a small share of space', { disk: { freeBytes: 4e9, bytes: 100e9, freeInodes: null } }, 'full-disk'],
  ['few inodes', { disk: { freeBytes: 50e9, bytes: 100e9, freeInodes: 4_999 } }, 'full-disk'],
  ['a clock that is ahead', { databaseAheadMs: -120_000 }, 'clock'],
  ['a clock that is behind', { databaseAheadMs: 45_000 }, 'clock'],
])('tells of %s', (_, change, code) => {
  expect(codes(change)).toEqual([code]);
});

test('an alert states times to the minute', () => {
  const texts = findAlerts({
    ...healthy,
    oldestDue: ago(2),
    importsFailed: [{ source: 'bibtex', startedAt: ago(1.5) }],
    log: { events: 6, begunAt: ago(900), head: { at: ago(49), number: 5 } },
  }).map(({ text }) => text);
  expect(texts).toEqual([
    'A job has been due since 2026-11-22, 10:00 UTC. Is the worker running?',
    'The last head of the evidence log is of 2026-11-20, 11:00 UTC, and there are newer events. Is the worker running?',
    'The import of bibtex that began on 2026-11-22, 10:30 UTC has failed. Run it again.',
  ]);
});

test('an alert is sent at once and then once a day, and its end once', () => {
  const memory = createAlertMemory();
  const alert = { code: 'old-backup', text: 'x' };
  const later = (hours: number) => new Date(at.getTime() + hours * 3_600_000);
  const nextNotices = (alerts: readonly Alert[], hours: number, isTaken = true) => {
    const { keep, ...news } = memory.next(alerts, later(hours));
    if (isTaken) keep();
    return news;
  };
  expect(nextNotices([alert], 0, false)).toEqual({ begun: [alert], ended: [] });
  expect(nextNotices([alert], 0)).toEqual({ begun: [alert], ended: [] });
  expect(nextNotices([alert], 23)).toEqual({ begun: [], ended: [] });
  expect(nextNotices([alert], 24)).toEqual({ begun: [alert], ended: [] });
  expect(nextNotices([], 25, false)).toEqual({ begun: [], ended: ['old-backup'] });
  expect(nextNotices([], 25)).toEqual({ begun: [], ended: ['old-backup'] });
  expect(nextNotices([], 26)).toEqual({ begun: [], ended: [] });
});
