import { Day } from '#components/ui/day.tsx';
import { type RecordChange, recordChangeLabels } from '#lib/catalog/history/model/record-changes.ts';

/** Changes of a profile other than its works, newest first. */
export const RecordChangeRows = ({ changes }: { changes: readonly RecordChange[] }) => (
  <ol className="max-w-text divide-y divide-line border-line border-y">
    {changes.map(({ id, field, at, source, before, after }) => (
      <li key={id} className="wrap-anywhere py-3 text-sm">
        <Day at={at} />: <span className="text-soft">{recordChangeLabels[field]}:</span> {after ?? 'nothing'}
        {source && <span className="text-soft">, {source.name}</span>}
        {before !== null && <span className="text-soft"> (before: {before})</span>}
      </li>
    ))}
  </ol>
);
