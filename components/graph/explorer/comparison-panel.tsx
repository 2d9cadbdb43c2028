import { Button } from '#components/ui/button.tsx';
import { capitalize, formatCount, formatNumber } from '#components/ui/sentence.ts';
import { type GraphNode, type NodeId, type NodeKind, nodeKindFacts } from '#lib/catalog/graph/model/kinds.ts';
import { KindMark } from '../kind-mark.tsx';
import type { KindComparison } from './comparison.ts';
import type { Action, ExplorerState } from './explorer-state.ts';
import type { NamedNode } from './graph-requests.ts';
import { NodeFinder } from './node-finder.tsx';

interface Props {
  /** What was typed before the explorer started. */
  text: string;
  state: ExplorerState;
  nodes: readonly GraphNode[];
  nameOf: (id: NodeId) => string;
  compared: readonly KindComparison[];
  /** How many of each kind the two share, also those that are not shown; null while that is loaded. */
  totals: ReadonlyMap<NodeKind, number> | null;
  /** A node was found, which may not be in the picture yet. */
  onFound: (node: NamedNode) => void;
  onAct: (action: Action) => void;
}

const maxShown = 10;

/** What two nodes share, and what each has alone, kind by kind. */
export function ComparisonPanel({ text, state, nodes, nameOf, compared, totals, onFound, onAct }: Props) {
  const { comparison, query } = state;
  const one = comparison?.one ?? state.selected ?? query.from;
  const shared = totals && [...totals.values()].reduce((sum, total) => sum + total, 0);
  return (
    <div className="grid gap-3">
      <NodeFinder
        text={text}
        label={`Compare ${nameOf(one)} with`}
        placeholder="a person, topic, institution …"
        verb="Compare with"
        nodes={nodes.filter(({ id }) => id !== one)}
        onFind={(node) => {
          onFound(node);
          onAct({ do: 'compare', one, other: node.id });
        }}
      />
      {comparison && (
        <>
          {shared !== null && (
            <p className="text-sm">
              {nameOf(comparison.one)} and {nameOf(comparison.other)}{' '}
              {shared === 0 ? 'share nothing that matches these filters.' : `share ${formatCount(shared, 'node')}.`}
            </p>
          )}
          {compared.map(({ kind, shared: both, onlyOne, onlyOther }) => (
            <div key={kind} className="text-sm">
              <h3 className="flex items-center gap-2 font-semibold">
                <KindMark kind={kind} />
                {capitalize(nodeKindFacts[kind].plural)}: {formatNumber(totals?.get(kind) ?? both.length)} shared
              </h3>
              <ul>
                {both.slice(0, maxShown).map(({ node, works: [ofOne, ofOther] }) => (
                  <li key={node.id} className="flex items-baseline gap-2 py-0.5">
                    <a href={node.href} className="bare-link wrap-anywhere min-w-0">
                      {node.label}
                    </a>
                    {kind !== 'work' && (
                      <span className="ml-auto whitespace-nowrap text-soft text-xs">
                        {formatNumber(ofOne)} and {formatNumber(ofOther)} works
                      </span>
                    )}
                  </li>
                ))}
              </ul>
              {(totals?.get(kind) ?? 0) > maxShown && (
                <p className="text-soft text-xs">and {formatNumber((totals?.get(kind) ?? 0) - maxShown)} more</p>
              )}
              <p className="text-soft text-xs">
                Of those shown, only {nameOf(comparison.one)}: {formatNumber(onlyOne.length)}. Only {nameOf(comparison.other)}:{' '}
                {formatNumber(onlyOther.length)}.
              </p>
            </div>
          ))}
          <Button type="button" className="justify-self-start min-h-9!" onClick={() => onAct({ do: 'leave comparison' })}>
            Leave the comparison
          </Button>
        </>
      )}
    </div>
  );
}
