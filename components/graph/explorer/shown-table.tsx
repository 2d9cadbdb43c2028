import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { DataTable } from '#components/ui/data-table.tsx';
import { formatCount, formatNumber } from '#components/ui/sentence.ts';
import { type GraphNode, linkKindFacts, type NodeId, nodeKindFacts } from '#lib/catalog/graph/model/kinds.ts';
import { KindMark } from '../kind-mark.tsx';
import type { Neighbour } from './shown-graph.ts';

interface Props {
  nodes: readonly GraphNode[];
  neighbours: ReadonlyMap<NodeId, readonly Neighbour[]>;
  /** The node whose links the last column states. */
  centre: GraphNode | undefined;
  onSelect: (id: NodeId) => void;
}

const maxRows = 60;

/** All nodes in the picture, as a table equivalent to it. It changes with the picture. */
export function ShownTable({ nodes, neighbours, centre, onSelect }: Props) {
  const [isWhole, setWhole] = useState(false);
  const rows = isWhole ? nodes : nodes.slice(0, maxRows);
  const linkTo = (id: NodeId) => neighbours.get(id)?.find(({ node }) => node.id === centre?.id);
  return (
    <div>
      <DataTable
        caption={formatCount(nodes.length, 'node in this picture', 'nodes in this picture')}
        columns={{ name: 'Name', kind: 'Kind', links: 'Links', evidence: `Link with ${centre?.label ?? 'the start'}` }}
        numeric={['links']}
        rows={rows.map((node) => {
          const toCentre = linkTo(node.id);
          return {
            key: node.id,
            cells: {
              name: (
                <button type="button" className="flex items-baseline gap-2 text-left hover:text-accent" onClick={() => onSelect(node.id)}>
                  <KindMark kind={node.kind} />
                  <span className="sr-only">Select </span>
                  <span className="wrap-anywhere min-w-0">{node.label}</span>
                </button>
              ),
              kind: nodeKindFacts[node.kind].one,
              links: formatNumber(neighbours.get(node.id)?.length ?? 0),
              evidence: toCentre ? (
                <a href={toCentre.link.href} aria-label={`${linkKindFacts[toCentre.link.kind].sentence(toCentre.link)}: ${node.label}`}>
                  {linkKindFacts[toCentre.link.kind].sentence(toCentre.link)}
                </a>
              ) : (
                <a href={node.href} aria-label={`Page of ${node.label}`}>
                  page
                </a>
              ),
            },
          };
        })}
      />
      {!isWhole && nodes.length > maxRows && (
        <Button type="button" className="mt-3" onClick={() => setWhole(true)}>
          Show all {formatNumber(nodes.length)}
        </Button>
      )}
    </div>
  );
}
