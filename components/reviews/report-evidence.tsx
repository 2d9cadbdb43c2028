import { kindLabels } from '#components/reports/report-form.tsx';
import { Day } from '#components/ui/day.tsx';
import type { ReportEvidence } from '#lib/portal/decisions/model/views.ts';
import { FactRows } from './fact-rows.tsx';

/** What a reader reported, as they sent it: text of theirs, shown as text. */
export function ReportEvidenceView({ report }: { report: ReportEvidence }) {
  const { kind, reason, facts, note, byAccount, at, about } = report;
  return (
    <div className="space-y-3">
      <p>
        <b className="font-semibold">{kindLabels[kind].author.title}.</b> {reason}.
      </p>
      {about && (
        <p className="text-sm">
          About <a href={about.path}>{about.name}</a>
        </p>
      )}
      <FactRows facts={facts} />
      {note && (
        <blockquote className="max-w-text whitespace-pre-line break-words border-line border-l-2 pl-4 font-serif">{note}</blockquote>
      )}
      <p className="text-sm text-soft">
        Sent on <Day at={at} />{' '}
        {byAccount ? 'by a person with an account, who is notified of the decision.' : 'by a reader without an account.'}
      </p>
    </div>
  );
}
