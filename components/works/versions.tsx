import { Disclosure } from '#components/ui/disclosure.tsx';
import { formatCount } from '#components/ui/sentence.ts';
import { formatDate } from '#lib/catalog/works/model/dates.ts';
import type { WorkEntryView, WorkView } from '#lib/catalog/works/model/views.ts';
import { typeLabels } from './work-labels.ts';

/** Possible versions of the same text, collapsed, with the rule that found them. */
export function Versions({ entry: { work, versions, moreVersions } }: { entry: WorkEntryView }) {
  const count = 1 + versions.length + moreVersions;
  if (count === 1) return null;
  return (
    <Disclosure summary={formatCount(count, 'version')} small>
      <VersionRows works={[work, ...versions]} />
      {moreVersions > 0 && <p>and {formatCount(moreVersions, 'more version')}.</p>}
      <p className="mt-1 max-w-measure text-soft">
        They have the same title, except for case and punctuation, and this author’s name; the texts have not been compared. The published
        version is first, then the newest. Each still counts as a work.
      </p>
    </Disclosure>
  );
}

/** One line for each version: type, date, venue and sources. */
export function VersionRows({ works }: { works: readonly WorkView[] }) {
  return (
    <ul className="space-y-0.5">
      {works.map((work) => (
        <li key={work.id} className="dotted-row">
          <a href={`/works/${work.id}`}>{typeLabels[work.type]}</a>
          <span>{work.date ? formatDate(work.date) : (work.year ?? 'No date')}</span>
          {work.venue && <span>{work.venue}</span>}
          <span>{work.sources.map(({ name }) => name).join(', ') || 'Source not known'}</span>
          {work.retracted && <span className="font-medium text-danger">Retracted</span>}
        </li>
      ))}
    </ul>
  );
}
