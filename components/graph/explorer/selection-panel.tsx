import { Button } from '#components/ui/button.tsx';
import { capitalize, formatCount } from '#components/ui/sentence.ts';
import { type GraphNode, linkKindFacts, type NodeId, nodeKindFacts } from '#lib/catalog/graph/model/kinds.ts';
import { KindMark } from '../kind-mark.tsx';
import type { Action, ExplorerState } from './explorer-state.ts';
import type { Neighbour } from './shown-graph.ts';
import { useDetail } from './use-detail.ts';

interface Props {
  node: GraphNode;
  state: ExplorerState;
  neighbours: readonly Neighbour[];
  placeOf: (id: NodeId) => { x: number; y: number } | null;
  onAct: (action: Action) => void;
}

const maxNeighbours = 8;

/** The facts of the selected node, its links with their evidence, and what can be done with it. */
export function SelectionPanel({ node, state, neighbours, placeOf, onAct }: Props) {
  const { id, kind, label, href, year } = node;
  const detail = useDetail(id);
  const { query } = state;
  const isStart = id === query.from;
  const isExpanded = state.expanded.includes(id);
  const isPinned = state.pinned.some((pin) => pin.node === id);
  const act = (name: string, action: Action, isPressed?: boolean) => (
    <Button type="button" className="min-h-9! px-3!" aria-label={`${name} ${label}`} aria-pressed={isPressed} onClick={() => onAct(action)}>
      {name}
    </Button>
  );
  const place = placeOf(id);
  return (
    <section aria-labelledby="selected-node" className="card p-4!">
      <p className="flex items-center gap-2 text-soft text-xs">
        <KindMark kind={kind} />
        {capitalize(nodeKindFacts[kind].one)}
        {kind !== 'work' && !isStart && `, ${formatCount(node.works, 'work')}`}
        {year ? `, ${year}` : ''}
      </p>
      <h2 id="selected-node" tabIndex={-1} className="wrap-anywhere font-serif text-lg">
        <a href={href} className="quiet-link">
          {label}
        </a>
      </h2>
      {detail && <p className="text-sm text-soft">{detail}</p>}
      <div className="mt-3 flex flex-wrap gap-2">
        {!isStart && (isExpanded ? act('Collapse', { do: 'collapse', node: id }) : act('Expand', { do: 'expand', node: id }))}
        {act(state.focus === id ? 'Leave focus on' : 'Focus on', { do: 'focus', node: state.focus === id ? null : id })}
        {isPinned ? act('Unpin', { do: 'unpin', node: id }) : place && act('Pin', { do: 'pin', node: id, ...place })}
        {!isStart && act('Hide', { do: 'hide', node: id })}
        {!isStart && act('Start from', { do: 'start', node: id })}
        {!isStart && act('Path to', { do: 'find path', from: query.from, to: id })}
      </div>
      {neighbours.length > 0 && (
        <>
          <h3 className="mt-4 font-semibold text-sm">{formatCount(neighbours.length, 'link')} here</h3>
          <ul className="mt-1 divide-y divide-line text-sm">
            {neighbours.slice(0, maxNeighbours).map(({ node: other, link }) => (
              <li key={`${other.id} ${link.kind}`} className="flex items-baseline gap-2 py-1">
                <KindMark kind={other.kind} />
                <button
                  type="button"
                  className="wrap-anywhere min-w-0 text-left hover:text-accent"
                  onClick={() => onAct({ do: 'select', node: other.id })}
                >
                  <span className="sr-only">Select </span>
                  {other.label}
                </button>
                <a
                  href={link.href}
                  className="ml-auto whitespace-nowrap text-xs"
                  aria-label={`${linkKindFacts[link.kind].sentence(link)}: ${label} and ${other.label}`}
                >
                  {linkKindFacts[link.kind].sentence(link)}
                </a>
              </li>
            ))}
          </ul>
          {neighbours.length > maxNeighbours && <p className="mt-1 text-soft text-xs">The table below has all of them.</p>}
        </>
      )}
    </section>
  );
}
