import { PasskeyGate } from '#components/accounts/security/passkey-gate.tsx';
import { ActionButton } from '#components/site/action-button.tsx';
import { DataTable } from '#components/ui/data-table.tsx';
import { Day } from '#components/ui/day.tsx';
import { LocalTime } from '#components/ui/local-time.tsx';
import type { PasskeyState } from '#lib/community/accounts/model/account.ts';
import { retryFailedJob } from '#lib/portal/operations/actions.ts';
import type { FailedJob, JobHealth, LimitHealth, SourceRun } from '#lib/portal/operations/model/operations.ts';

export function ImportRuns({ runs }: { runs: readonly SourceRun[] }) {
  if (runs.length === 0) return <p className="text-soft">Nothing has been imported yet: npm run import -- --help</p>;
  return (
    <DataTable
      caption="Import runs, newest first"
      captionHidden
      columns={{ source: 'Source', state: 'State', at: 'Began', records: 'Records' }}
      rows={runs.map(({ source, input, state, startedAt, added, changed, quarantined }, index) => ({
        key: `${index}`,
        cells: {
          source: (
            <>
              {source} <span className="block break-all text-soft text-xs">{input}</span>
            </>
          ),
          state,
          at: <LocalTime month="short" at={startedAt} />,
          records: `${added} new, ${changed} changed, ${quarantined} set aside`,
        },
      }))}
    />
  );
}

export function JobTable({ jobs }: { jobs: readonly JobHealth[] }) {
  if (jobs.length === 0) return <p className="text-soft">Nothing waits, and nothing has failed.</p>;
  return (
    <DataTable
      caption="Waiting, running and failed jobs by kind"
      captionHidden
      columns={{ kind: 'Kind', open: 'Open', failed: 'Failed', late: 'Late' }}
      numeric={['failed']}
      rows={jobs.map(({ kind, label, waiting, due, running, failed, oldestDue, retrying }) => ({
        key: kind,
        cells: {
          kind: <JobKind kind={kind} label={label} retrying={retrying} />,
          open: `${waiting} waiting${running > 0 ? `, ${running} running` : ''}`,
          failed: failed > 0 ? <b className="text-warn">{failed}</b> : 0,
          late: oldestDue ? (
            <>
              {due}, since <LocalTime month="short" at={oldestDue} />
            </>
          ) : (
            'none'
          ),
        },
      }))}
    />
  );
}

/** A kind of job; if some wait for a retry, their number and the reason. */
const JobKind = ({ kind, label, retrying }: Pick<JobHealth, 'kind' | 'label' | 'retrying'>) => (
  <>
    {label} <code className="text-soft text-xs">{kind}</code>
    {retrying && (
      <span className="wrap-anywhere block text-soft text-xs">
        <b className="font-semibold text-warn">{retrying.jobs}</b> failed so far and {retrying.jobs === 1 ? 'comes' : 'come'} back:{' '}
        {retrying.error}
      </span>
    )}
  </>
);

export function FailedJobs({ failures, passkey }: { failures: readonly FailedJob[]; passkey: PasskeyState }) {
  return (
    <ul className="divide-y divide-line border-line border-y">
      {failures.map(({ id, kind, label, attempts, error, finishedAt }) => (
        <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2 py-2.5">
          <div className="min-w-0">
            <b className="font-semibold">{label}</b>{' '}
            <span className="text-soft text-sm">
              {kind}, after {attempts} tries, {finishedAt ? <Day at={finishedAt} narrow /> : ''}
            </span>
            <p className="break-all text-sm text-soft">{error}</p>
          </div>
          <PasskeyGate state={passkey} next="/admin" to="to try again">
            <ActionButton action={retryFailedJob} back="/admin" hiddenInputs={{ id }} label="Try again" about={` ${label}`} />
          </PasskeyGate>
        </li>
      ))}
    </ul>
  );
}

export function RateLimits({ limits }: { limits: readonly LimitHealth[] }) {
  if (limits.length === 0) return <p className="text-soft">No limit counts anybody just now.</p>;
  return (
    <DataTable
      caption="Active rate limits"
      captionHidden
      columns={{ name: 'Limit', counted: 'Counted', maxUses: 'Most uses by one' }}
      numeric={['counted', 'maxUses']}
      rows={limits.map(({ name, counted, maxUses }) => ({ key: name, cells: { name, counted, maxUses } }))}
    />
  );
}
