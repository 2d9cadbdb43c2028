import { ActionButton } from '#components/site/action-button.tsx';
import { Day } from '#components/ui/day.tsx';
import { reasonSentence, remedySentence } from '#lib/community/decision-reasons.ts';
import { withdrawReportAction } from '#lib/governance/reports/actions.ts';
import { type ReportView, reportKindLabels } from '#lib/governance/reports/model/report.ts';

const stateLabels = {
  open: 'not decided yet',
  upheld: 'upheld',
  dismissed: 'not upheld',
  withdrawn: 'withdrawn',
  moot: 'closed, because the account no longer exists',
} as const;

/** The reports of an account with their states. */
export function ReportRows({ reports }: { reports: readonly ReportView[] }) {
  return (
    <ul className="divide-y divide-line border-line border-y">
      {reports.map(({ id, kind, reason, state, decided, subject, createdAt }) => (
        <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-3">
          <div>
            <a href={subject.path} className="font-semibold">
              {subject.name}
            </a>
            <p className="text-sm text-soft">
              {reportKindLabels[kind][subject.kind].title}: {reason.charAt(0).toLowerCase() + reason.slice(1)}. <Day at={createdAt} />,{' '}
              {stateLabels[state]}.
            </p>
            {decided && (
              <p className="text-sm">
                {reasonSentence(decided.reason)} {remedySentence(decided.remedy)}{' '}
                {state === 'dismissed' && <a href={`/appeal/report/${id}`}>Appeal this decision</a>}
              </p>
            )}
          </div>
          {state === 'open' && <ActionButton action={withdrawReportAction} hiddenInputs={{ reportId: id }} label="Withdraw" />}
        </li>
      ))}
    </ul>
  );
}
