import { Day } from '#components/ui/day.tsx';
import { untitledWork } from '#lib/catalog/sources/model.ts';
import type { WorkChange } from '#lib/catalog/works/model/history.ts';
import { MarkedLanguage } from './marked-language.tsx';
import { factLabels, formatFactValue } from './work-labels.ts';

const changeLabels: Record<WorkChange['kind'], string> = {
  first: 'listed this work for the first time',
  changed: 'changed its entry',
  ended: 'no longer lists this work',
};

const correctionLabels: typeof changeLabels = { first: 'accepted', changed: 'changed', ended: 'ended' };

/** Changes of what sources state, newest first. */
export function HistoryRows({ changes, withWorks = false }: { changes: readonly WorkChange[]; withWorks?: boolean }) {
  return (
    <ol className="max-w-text divide-y divide-line border-line border-y">
      {runsOf(changes, withWorks).map(([change, ...more]) => (
        <li key={change.id} className="py-3">
          {more.length > 0 ? <FirstListed changes={[change, ...more]} /> : <Change change={change} withWorks={withWorks} />}
        </li>
      ))}
    </ol>
  );
}

type Run = [WorkChange, ...WorkChange[]];

/** Groups changes. If rows name their work, works that a source first listed on the same day are grouped. */
function runsOf(changes: readonly WorkChange[], withWorks: boolean): Run[] {
  const runs: Run[] = [];
  for (const change of changes) {
    const run = runs.at(-1);
    if (withWorks && run && isSameFirstListing(run[0], change)) run.push(change);
    else runs.push([change]);
  }
  return runs;
}

const isSameFirstListing = (one: WorkChange, other: WorkChange): boolean =>
  one.kind === 'first' &&
  other.kind === 'first' &&
  one.source.id !== 'correction' &&
  one.source.id === other.source.id &&
  one.at.toISOString().slice(0, 10) === other.at.toISOString().slice(0, 10);

function FirstListed({ changes }: { changes: Run }) {
  const [{ at, source }] = changes;
  return (
    <>
      <p className="text-sm">
        <Day at={at} />: <b className="font-semibold">{source.name}</b> listed {changes.length} works for the first time:
      </p>
      <ul className="mt-1.5 space-y-1.5 break-words">
        {changes.map(({ id, work }) => (
          <li key={id}>
            <WorkLink work={work} />
          </li>
        ))}
      </ul>
    </>
  );
}

const WorkLink = ({ work }: Pick<WorkChange, 'work'>) => (
  <a href={`/works/${work.id}`} className="font-serif">
    {work.title === null ? untitledWork : <MarkedLanguage language={work.language} text={work.title} />}
  </a>
);

function Change({ change, withWorks }: { change: WorkChange; withWorks: boolean }) {
  return (
    <>
      {withWorks && (
        <p className="break-words">
          <WorkLink work={change.work} />
        </p>
      )}
      <p className="text-sm">
        <Day at={change.at} />: <b className="font-semibold">{change.source.name}</b>{' '}
        {(change.source.id === 'correction' ? correctionLabels : changeLabels)[change.kind]}
        {isBrief(change, withWorks) ? '.' : ':'}
      </p>
      {!isBrief(change, withWorks) && <Facts change={change} />}
    </>
  );
}

/** Returns true if a change is shown without facts: beside a title, the first facts of a source are only on the work's page. */
const isBrief = ({ kind }: WorkChange, withWorks: boolean): boolean => kind === 'ended' || (withWorks && kind === 'first');

function FactValue({ name, value, language }: { name: string; value: string; language: string | null }) {
  const isText = name === 'title' || name === 'abstract';
  return isText ? <MarkedLanguage language={language} text={value} /> : formatFactValue(name, value);
}

function Facts({ change: { facts, work } }: { change: WorkChange }) {
  return (
    <ul className="mt-1 space-y-0.5 break-words text-sm">
      {facts.map(({ name, before, after }) => (
        <li key={name}>
          <span className="text-soft">{factLabels[name]}:</span>{' '}
          {after === null ? 'nothing' : <FactValue name={name} value={after} language={work.language} />}
          {before !== null && (
            <span className="text-soft">
              {' '}
              (before: <FactValue name={name} value={before} language={work.language} />)
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
