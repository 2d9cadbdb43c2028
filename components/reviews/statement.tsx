import { Day } from '#components/ui/day.tsx';
import type { CaseSubmission } from '#lib/governance/cases/model/evidence.ts';
import { FactRows } from './fact-rows.tsx';

/** The text that a person sent, shown as plain text. */
export function StatementView({ statement }: { statement: CaseSubmission }) {
  const { title, reason, facts, note, byAccount, at, about } = statement;
  return (
    <div className="space-y-3">
      <p>
        <b className="font-semibold">{title}.</b> {reason}.
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
