import { useId } from 'react';
import { Button } from '#components/ui/button.tsx';
import { formatNumber } from '#components/ui/sentence.ts';
import { KindMark } from '../kind-mark.tsx';
import type { Action } from './explorer-state.ts';
import type { Bridge, NamedGroup } from './groups.ts';

interface Props {
  groups: readonly NamedGroup[];
  bridge: readonly [number, number] | null;
  bridges: readonly Bridge[];
  onAct: (action: Action) => void;
}

const maxShown = 12;

/** The groups of the picture by the topics of their members, and what links two of them. */
export function GroupsPanel({ groups, bridge, bridges, onAct }: Props) {
  const id = useId();
  if (groups.length < 2) return <p className="text-sm text-soft">There are no groups in this graph.</p>;
  const [one, other] = bridge ?? [groups[0]?.group ?? 1, groups[1]?.group ?? 2];
  const select = (name: string, value: number, onGroup: (group: number) => void) => (
    <label htmlFor={`${id}-${name}`} className="text-soft text-xs">
      {name}
      <select
        id={`${id}-${name}`}
        className="small-field"
        value={String(value)}
        onChange={(event) => onGroup(Number(event.currentTarget.value))}
      >
        {groups.map(({ group, name: groupName }) => (
          <option key={group} value={String(group)}>
            {groupName}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <div className="grid gap-3">
      <ul className="text-sm">
        {groups.map(({ group, name, members }) => (
          <li key={group} className="flex items-baseline gap-2 py-0.5">
            <span
              aria-hidden="true"
              className="inline-block size-3 flex-none rounded-full forced-color-adjust-none"
              style={{ background: `var(--color-m${group})` }}
            />
            <span className="wrap-anywhere min-w-0">{name}</span>
            <span className="ml-auto text-soft text-xs">{formatNumber(members.length)}</span>
          </li>
        ))}
      </ul>
      <div className="grid grid-cols-2 gap-3">
        {select('Between', one, (group) => group !== other && onAct({ do: 'bridge', groups: [group, other] }))}
        {select('and', other, (group) => group !== one && onAct({ do: 'bridge', groups: [one, group] }))}
      </div>
      {bridge ? (
        <>
          {bridges.length === 0 && <p className="text-sm">Nothing shown links these two groups.</p>}
          <ol aria-label="What bridges the two groups" className="text-sm">
            {bridges.slice(0, maxShown).map(({ node, works }) => (
              <li key={node.id} className="flex items-baseline gap-2 py-0.5">
                <KindMark kind={node.kind} />
                <a href={node.href} className="bare-link wrap-anywhere min-w-0">
                  {node.label}
                </a>
                <span className="ml-auto whitespace-nowrap text-soft text-xs">
                  {formatNumber(works[0])} and {formatNumber(works[1])} works
                </span>
              </li>
            ))}
          </ol>
          <Button type="button" className="justify-self-start min-h-9!" onClick={() => onAct({ do: 'bridge', groups: null })}>
            Leave the bridges
          </Button>
        </>
      ) : (
        <Button type="button" className="justify-self-start min-h-9!" onClick={() => onAct({ do: 'bridge', groups: [one, other] })}>
          Show what bridges them
        </Button>
      )}
    </div>
  );
}
