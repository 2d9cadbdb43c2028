import { joinWords } from '#components/ui/sentence.ts';
import { sourceNameInSentence } from '#lib/catalog/sources/model.ts';
import { formatDate, knownDate } from '#lib/catalog/works/model/dates.ts';
import type { WorkView } from '#lib/catalog/works/model/views.ts';
import { CodeState } from './code-state.tsx';
import { typeLabels } from './work-labels.ts';

/** Returns other values of the sources for date or year; null if they agree. */
function dateConflict(work: Pick<WorkView, 'conflicts' | 'date' | 'year'>): string | null {
  const dateText = work.date ?? `${work.year ?? ''}`;
  const values = work.conflicts.filter((each) => each.field === 'date' || each.field === 'year').flatMap((each) => each.values);
  const otherValues = [
    ...new Set(values.map((each) => each.value).filter((value) => value !== dateText && value !== dateText.slice(0, 4))),
  ];
  return otherValues.length > 0 ? joinWords(otherValues.map(formatDate)) : null;
}

/** A line below the title: type, date, venue, category, code, and their sources. */
export function WorkFacts({ work }: { work: WorkView }) {
  const conflict = dateConflict(work);
  const date = knownDate(work);
  return (
    <>
      <span>{typeLabels[work.type]}</span>
      {date && (
        <span className={conflict ? 'text-warn' : undefined}>
          <time dateTime={date}>{formatDate(date)}</time>
          {conflict && ` · sources disagree: ${conflict}`}
        </span>
      )}
      {!date && <span>No date</span>}
      {work.venue && <span className="text-venue">{work.venue}</span>}
      {work.category && (
        <span title={work.category.code} className="text-topic">
          {work.category.name}
        </span>
      )}
      <CodeState code={work.code} />
      {work.sources.length > 0 && <span>Listed by {joinWords(work.sources.map(sourceNameInSentence))}</span>}
    </>
  );
}
