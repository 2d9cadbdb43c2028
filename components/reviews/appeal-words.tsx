import { Day } from '#components/ui/day.tsx';
import type { ReviewView } from '#lib/reviews/model/views.ts';
import { kindWords, reasonSentence, remedySentence } from '#lib/reviews/model.ts';
import { decisionWords } from './review-words.ts';

/** What somebody says against a decision, and what that was. Text of theirs, shown as text. */
export function AppealWords({ appeal: { of, words, first } }: { appeal: NonNullable<ReviewView['appeal']> }) {
  return (
    <div className="space-y-3">
      {words ? (
        <blockquote className="max-w-text whitespace-pre-line break-words border-line border-l-2 pl-4 font-serif">{words}</blockquote>
      ) : (
        <p className="text-sm text-soft">No words came with it.</p>
      )}
      {first && (
        <p className="max-w-measure text-sm">
          The first decision ({kindWords[of].one.toLowerCase()}): {decisionWords[first.decision]} on <Day at={first.at} />.{' '}
          {reasonSentence(first.reason)} {remedySentence(first.remedy)}
        </p>
      )}
      <p className="max-w-measure text-sm text-soft">Nobody who voted then sees this or decides on it.</p>
    </div>
  );
}
