import { Day } from '#components/ui/day.tsx';
import type { WorkChange } from '#lib/catalog/works/model/history.ts';
import { factLabels, factValue } from './work-labels.ts';

const changeLabels: Record<WorkChange['kind'], string> = {
  first: 'listed this work for the first time',
  changed: 'changed its entry',
  ended: 'no longer lists this work',
};

const correctionLabels: typeof changeLabels = { first: 'accepted', changed: 'changed', ended: 'ended' };

/** Changes of what sources say, the newest first. */
export function HistoryRows({ changes, withWorks = false }: { changes: readonly WorkChange[]; withWorks?: boolean }) {
  return (
    <ol className="max-w-text divide-y divide-line border-line border-y">
      {changes.map((change) => (
        <li key={change.id} className="py-3">
          {withWorks && (
            <p className="break-words">
              <a href={`/works/${change.work.id}`} className="font-serif">
                {change.work.title ?? 'A work without a title'}
              </a>
            </p>
          )}
          <p className="text-sm">
            <Day at={change.at} />: <b className="font-semibold">{change.source.name}</b>{' '}
            {(change.source.id === 'correction' ? correctionLabels : changeLabels)[change.kind]}
            {isBrief(change, withWorks) ? '.' : ':'}
          </p>
          {!isBrief(change, withWorks) && <Facts change={change} />}
        </li>
      ))}
    </ol>
  );
}

/** Beside the title of a work, what a source said of it first is on the work's own page. */
const isBrief = ({ kind }: WorkChange, withWorks: boolean): boolean => kind === 'ended' || (withWorks && kind === 'first');

function Facts({ change: { facts } }: { change: WorkChange }) {
  return (
    <ul className="mt-1 space-y-0.5 break-words text-sm">
      {facts.map(({ name, before, after }) => (
        <li key={name}>
          <span className="text-soft">{factLabels[name]}:</span> {after === null ? 'nothing' : factValue(name, after)}
          {before !== null && <span className="text-soft"> (before: {factValue(name, before)})</span>}
        </li>
      ))}
    </ul>
  );
}
