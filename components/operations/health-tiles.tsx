import type { ReactNode } from 'react';
import { Day } from '#components/ui/day.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { formatCount, formatNumber } from '#components/ui/sentence.ts';
import { daysMs, minutesMs } from '#lib/platform/clock.ts';
import type { Alert } from '#lib/portal/operations/model/alerts.ts';
import type { InstanceState } from '#lib/portal/operations/model/instance-state.ts';

interface Tile {
  label: string;
  value: ReactNode;
  note: ReactNode;
  /** Prefix of the codes of alerts about this tile. */
  alert?: string;
}

/** Alerts for the operator, then one tile for each monitored part of the instance. */
export function HealthTiles({ state, alerts }: { state: InstanceState; alerts: readonly Alert[] }) {
  return (
    <div className="mb-8 space-y-4">
      {alerts.length > 0 && (
        <Notice kind="warn" title={`${formatCount(alerts.length, 'thing needs', 'things need')} your attention`}>
          <ul className="list-disc pl-5">
            {alerts.map(({ code, text }) => (
              <li key={code} className="wrap-anywhere">
                {text}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <dl className="card grid grid-cols-2 gap-x-6 gap-y-5 sm:grid-cols-3">
        {tilesOf(state).map(({ label, value, note, alert }) => {
          const needsAttention = alert !== undefined && alerts.some(({ code }) => code.startsWith(alert));
          return (
            <div key={label} className="min-w-0">
              <dt className="flex items-center gap-1.5 text-sm">
                <Icon name={needsAttention ? 'bell' : 'check-circle'} className={needsAttention ? 'text-warn' : 'text-accent'} />
                {label}
              </dt>
              <dd className={`font-serif text-md ${needsAttention ? 'text-warn' : ''}`}>
                {value}
                {needsAttention && <span className="sr-only"> (needs your attention)</span>}
              </dd>
              <dd className="text-soft text-xs">{note}</dd>
            </div>
          );
        })}
      </dl>
    </div>
  );
}

function tilesOf({ at, jobs, oldestDue, log, lastBackup, disk, databaseBytes, databaseMs }: InstanceState): Tile[] {
  const mailCount = (jobState: string) => jobs.find(({ kind, state }) => kind === 'send-mail' && state === jobState)?.count ?? 0;
  const lateMs = at.getTime() - (oldestDue ?? at).getTime();
  const waitingJobs = jobs.filter(({ state }) => state === 'waiting').reduce((sum, { count }) => sum + count, 0);
  return [
    {
      label: 'Worker',
      value: lateMs < minutesMs(1) ? 'On time' : `${formatCount(Math.floor(lateMs / minutesMs(1)), 'minute')} late`,
      note: `${formatCount(waitingJobs, 'job')} waiting`,
      alert: 'late-jobs',
    },
    {
      label: 'Database',
      value: databaseBytes === null ? 'PostgreSQL' : sizeOf(databaseBytes),
      note: `${databaseBytes === null ? '' : 'SQLite, '}a read takes ${Math.max(0.1, Math.round(databaseMs * 10) / 10)} ms`,
    },
    {
      label: 'Email',
      value: mailCount('failed') > 0 ? `${formatNumber(mailCount('failed'))} failed` : 'No failure',
      note: `${formatCount(mailCount('waiting'), 'email')} waiting`,
      alert: 'failed-jobs send-mail',
    },
    {
      label: 'Disk',
      value: `${Math.round((1 - disk.freeBytes / disk.bytes) * 100)} % used`,
      note: `${sizeOf(disk.freeBytes)} free`,
      alert: 'full-disk',
    },
    {
      label: 'Backup',
      value: lastBackup === null ? 'None' : ageOf(lastBackup.at, at),
      note:
        lastBackup === null ? (
          'npm run backup -- <file>'
        ) : (
          <>
            <Day at={lastBackup.at} narrow />, {sizeOf(lastBackup.bytes)}
          </>
        ),
      alert: 'old-backup',
    },
    {
      label: 'Evidence log',
      value: formatCount(log.events, 'event'),
      note: log.head === null ? 'No head published yet' : `Head ${formatNumber(log.head.number)} published`,
      alert: 'late-head',
    },
  ];
}

function ageOf(from: Date, to: Date): string {
  const days = Math.floor((to.getTime() - from.getTime()) / daysMs(1));
  return days < 1 ? 'Within a day' : `${formatCount(days, 'day')} old`;
}

const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** Formats a size in the largest fitting unit, by powers of 1,000. */
function sizeOf(bytes: number): string {
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  const value = bytes / 1000 ** power;
  return `${value < 10 && power > 0 ? Math.round(value * 10) / 10 : Math.round(value)} ${units[power]}`;
}
