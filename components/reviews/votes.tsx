import { Day } from '#components/ui/day.tsx';
import { reasonSentence, remedySentence } from '#lib/community/decision-reasons.ts';
import type { ReviewView } from '#lib/portal/decisions/model/views.ts';
import { decisionLabels } from './review-labels.ts';

/** Who has voted how, with the notes that reviewers leave for each other. */
export function Votes({ votes }: { votes: ReviewView['votes'] }) {
  return (
    <ul className="divide-y divide-line border-line border-y">
      {votes.map(({ by, decision, reason, remedy, note, at }) => (
        <li key={`${by} ${at.toISOString()}`} className="space-y-1 py-3 text-sm">
          <p>
            <b className="font-semibold">{by}</b>: {decisionLabels[decision]}. {reasonSentence(reason)} {remedySentence(remedy)}{' '}
            <span className="text-soft">
              <Day at={at} narrow />
            </span>
          </p>
          {note && <p className="max-w-text whitespace-pre-line break-words font-serif">{note}</p>}
        </li>
      ))}
    </ul>
  );
}
