import { dayOf, daysMs, minutesMs } from '#lib/platform/clock.ts';
import type { InstanceState } from './instance-state.ts';

/** A condition that requires the operator. Alerts with the same code are sent once a day. */
export interface Alert {
  code: string;
  text: string;
}

const maxBackupAgeMs = daysMs(2);
const maxSourceAgeMs = daysMs(45);
/** A head is published once a day if there are new events. */
const maxHeadAgeMs = daysMs(2);
const maxDueAgeMs = minutesMs(60);
const minFreeBytes = 1024 ** 3;
const minFreeShare = 0.05;
/** The page cache and the mail outbox have one file for each page or mail. */
const minFreeInodes = 5_000;

const daysBetween = (from: Date, to: Date): number => Math.floor((to.getTime() - from.getTime()) / daysMs(1));
/** Formats a time to the minute, in UTC. */
const minuteOf = (at: Date): string => `${dayOf(at)}, ${at.toISOString().slice(11, 16)} UTC`;
const isOlder = (from: Date, to: Date, ms: number): boolean => to.getTime() - from.getTime() > ms;

function jobAlerts({ jobs, oldestDue, at }: InstanceState): Alert[] {
  const failed = jobs.filter(({ state }) => state === 'failed');
  const isLate = oldestDue !== null && isOlder(oldestDue, at, maxDueAgeMs);
  return [
    ...failed.map(({ kind, count }) => ({
      code: `failed-jobs ${kind}`,
      text:
        count === 1
          ? `A job of the kind ${kind} has failed. Try it again at /admin#jobs.`
          : `${count} jobs of the kind ${kind} have failed. Try them again at /admin#jobs.`,
    })),
    ...(isLate ? [{ code: 'late-jobs', text: `A job has been due since ${minuteOf(oldestDue)}. Is the worker running?` }] : []),
  ];
}

function sourceAlerts({ imports, importsFailed, at }: InstanceState): Alert[] {
  const stale = imports.filter(({ source, finishedAt }) => source !== 'sample' && isOlder(finishedAt, at, maxSourceAgeMs));
  return [
    ...stale.map(({ source, finishedAt }) => ({
      code: `stale-source ${source}`,
      text: `The source ${source} was last imported ${daysBetween(finishedAt, at)} days ago. Import it again.`,
    })),
    ...importsFailed.map(({ source, startedAt }) => ({
      code: `failed-import ${source}`,
      text: `The import of ${source} that began on ${minuteOf(startedAt)} has failed. Run it again.`,
    })),
  ];
}

function backupAlerts({ lastBackup, at }: InstanceState): Alert[] {
  if (lastBackup === null) return [{ code: 'old-backup', text: 'No backup is known. Run: npm run backup -- <file>' }];
  if (!isOlder(lastBackup.at, at, maxBackupAgeMs)) return [];
  return [{ code: 'old-backup', text: `The last backup is ${daysBetween(lastBackup.at, at)} days old. Run: npm run backup -- <file>` }];
}

function logAlerts({ log: { events, begunAt, head }, at }: InstanceState): Alert[] {
  const since = head?.at ?? begunAt;
  if (since === null || (head?.number ?? 0) >= events || !isOlder(since, at, maxHeadAgeMs)) return [];
  const text = head
    ? `The last head of the evidence log is of ${minuteOf(head.at)}, and there are newer events.`
    : `The evidence log has had no head since it began on ${minuteOf(since)}.`;
  return [{ code: 'late-head', text: `${text} Is the worker running?` }];
}

function diskAlerts({ disk }: InstanceState): Alert[] {
  if (disk.freeInodes !== null && disk.freeInodes < minFreeInodes)
    return [
      { code: 'full-disk', text: `Only ${disk.freeInodes} more files fit on the disk (df -i). Remove small files where DATA_DIR points.` },
    ];
  if (disk.freeBytes > minFreeBytes && disk.freeBytes > disk.bytes * minFreeShare) return [];
  return [
    { code: 'full-disk', text: `Only ${Math.round(disk.freeBytes / 1024 ** 2)} MB of the disk are free. Make room where DATA_DIR points.` },
  ];
}

/** Codes, proofs and sessions of one server are judged by another. */
const maxClockDifferenceMs = 30_000;

function clockAlerts({ databaseAheadMs }: InstanceState): Alert[] {
  if (Math.abs(databaseAheadMs) <= maxClockDifferenceMs) return [];
  const seconds = Math.round(Math.abs(databaseAheadMs) / 1000);
  return [{ code: 'clock', text: `The clock of a server differs from that of PostgreSQL by ${seconds} seconds. Keep both with NTP.` }];
}

const claimAlerts = ({ claims: { inHour, unusualFrom } }: InstanceState): Alert[] =>
  inHour < unusualFrom
    ? []
    : [{ code: 'many-claims', text: `${inHour} profiles were claimed within an hour. Is that expected? See /admin#unusual.` }];

export const findAlerts = (state: InstanceState): Alert[] => [
  ...diskAlerts(state),
  ...clockAlerts(state),
  ...jobAlerts(state),
  ...backupAlerts(state),
  ...logAlerts(state),
  ...sourceAlerts(state),
  ...claimAlerts(state),
];

/** State that a server knows without its worker and without the database. */
export interface ServerState {
  /** First damage found in the SQLite file; null if none is known. */
  damage: string | null;
  workerSilentMs: number;
}

/** A worker reports every 30 seconds that it is running. */
const maxSilentMs = minutesMs(5);

/** Returns whether a worker has been silent for longer than any working one. */
export const isWorkerSilent = (workerSilentMs: number): boolean => workerSilentMs > maxSilentMs;

/** Returns alerts that a missing worker cannot send itself. */
export const findServerAlerts = ({ damage, workerSilentMs }: ServerState): Alert[] => [
  ...(damage === null
    ? []
    : [
        {
          code: 'damaged-database',
          text: `The database is damaged (${damage}). Stop the instance and restore a backup: see docs/operate.md.`,
        },
      ]),
  ...(isWorkerSilent(workerSilentMs)
    ? [
        {
          code: 'silent-worker',
          text: `The worker has said nothing for ${Math.floor(workerSilentMs / minutesMs(1))} minutes: no emails, no jobs and no other alerts. If it hangs, another one is started soon. If this goes on, see the log, and restart the instance.`,
        },
      ]
    : []),
];

const alertIntervalMs = daysMs(1);

/** Creates a memory of sent alerts. Each alert is sent immediately and then once a day; its end is sent once. */
export function createAlertMemory() {
  const sentAt = new Map<string, number>();
  return {
    /** Returns the alerts to send now, and the codes of alerts that have ended. `keep` marks them as sent; without it, they remain due. */
    next(alerts: readonly Alert[], at: Date): { begun: Alert[]; ended: string[]; keep(): void } {
      const begun = alerts.filter(({ code }) => at.getTime() - (sentAt.get(code) ?? Number.NEGATIVE_INFINITY) >= alertIntervalMs);
      const ended = [...sentAt.keys()].filter((code) => !alerts.some((alert) => alert.code === code));
      const markSent = () => {
        for (const { code } of begun) sentAt.set(code, at.getTime());
        for (const code of ended) sentAt.delete(code);
      };
      return { begun, ended, keep: markSent };
    },
  };
}
