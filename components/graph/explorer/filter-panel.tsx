import { useId } from 'react';
import { capitalize, formatNumber } from '#components/ui/sentence.ts';
import { type NodeKind, nodeKindFacts, nodeKinds, type OmittedNodes } from '#lib/catalog/graph/model/kinds.ts';
import { type GraphQuery, minWorksChoices } from '#lib/catalog/graph/model/query.ts';
import { KindMark } from '../kind-mark.tsx';
import { toggleKind } from './explorer-state.ts';

interface Props {
  query: GraphQuery;
  /** Number of nodes of each kind in the picture. */
  counts: ReadonlyMap<NodeKind, number>;
  omitted: readonly OmittedNodes[];
  onFilter: (change: Partial<Omit<GraphQuery, 'from'>>) => void;
}

/** Which kinds, how strong and how far. The kinds are also the legend of the picture. */
export function FilterPanel({ query, counts, omitted, onFilter }: Props) {
  const id = useId();
  return (
    <div className="grid gap-4">
      <fieldset>
        <legend className="text-soft text-xs">Show</legend>
        <ul className="mt-1">
          {nodeKinds.map((kind) => {
            const left = omitted.find((each) => each.kind === kind);
            const count = counts.get(kind) ?? 0;
            return (
              <li key={kind}>
                <label className="flex min-h-7 items-center gap-2 text-sm">
                  <input
                    type="checkbox"
                    checked={query.kinds.includes(kind)}
                    disabled={query.kinds.length === 1 && query.kinds.includes(kind)}
                    onChange={() => onFilter({ kinds: toggleKind(query.kinds, kind) })}
                    className="size-4 flex-none accent-accent"
                  />
                  <KindMark kind={kind} />
                  <span className="min-w-0">{capitalize(nodeKindFacts[kind].plural)}</span>
                  {query.kinds.includes(kind) && (
                    <span className="ml-auto text-2xs text-soft">
                      {formatNumber(count)}
                      {left && left.total !== null && ` of ${formatNumber(left.total)}`}
                      {left && left.total === null && '+'}
                    </span>
                  )}
                </label>
              </li>
            );
          })}
        </ul>
      </fieldset>
      <div className="grid grid-cols-2 gap-3">
        <label className="text-soft text-xs" htmlFor={`${id}-least`}>
          Works of a link, at least
          <select
            id={`${id}-least`}
            className="small-field"
            value={String(query.least)}
            onChange={(event) => onFilter({ least: Number(event.currentTarget.value) })}
          >
            {[...new Set([...minWorksChoices, query.least])]
              .sort((a, b) => a - b)
              .map((least) => (
                <option key={least} value={String(least)}>
                  {least}
                </option>
              ))}
          </select>
        </label>
        <label className="text-soft text-xs" htmlFor={`${id}-steps`}>
          Distance
          <select
            id={`${id}-steps`}
            className="small-field"
            value={String(query.steps)}
            onChange={(event) => onFilter({ steps: event.currentTarget.value === '2' ? 2 : 1 })}
          >
            <option value="1">One link</option>
            <option value="2">Two links</option>
          </select>
        </label>
      </div>
    </div>
  );
}
