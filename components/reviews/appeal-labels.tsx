import { Day } from '#components/ui/day.tsx';
import { reasonSentence, remedySentence } from '#lib/community/decision-reasons.ts';
import { caseKindLabels } from '#lib/governance/cases/model/review-case.ts';
import type { ReviewView } from '#lib/portal/decisions/model/views.ts';
import { decisionLabels } from './review-labels.ts';

/** The text of an appeal, shown as plain text, and the decision that it concerns. */
export function AppealDetails({ appeal: { of, words, earlier, against } }: { appeal: NonNullable<ReviewView['appeal']> }) {
  return (
    <div className="space-y-3">
      {words ? (
        <blockquote className="max-w-text whitespace-pre-line break-words border-line border-l-2 pl-4 font-serif">{words}</blockquote>
      ) : (
        <p className="text-sm text-soft">No text was sent.</p>
      )}
      {against && (
        <p className="max-w-measure text-sm">
          {against.byAppeal ? 'The decision, by an appeal of the other side' : 'The first decision'} ({caseKindLabels[of].one.toLowerCase()}
          ): {decisionLabels[against.decision]} on <Day at={against.at} />. {reasonSentence(against.reason)}{' '}
          {remedySentence(against.remedy)}
        </p>
      )}
      {earlier && (
        <details>
          <summary className="cursor-pointer text-sm">Earlier text of the other party</summary>
          <blockquote className="mt-2 max-w-text whitespace-pre-line break-words border-line border-l-2 pl-4 font-serif">
            {earlier}
          </blockquote>
        </details>
      )}
      <p className="max-w-measure text-sm text-soft">Reviewers who voted before do not see or decide this.</p>
    </div>
  );
}
