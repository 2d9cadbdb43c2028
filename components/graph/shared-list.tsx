import { DataTable } from '#components/ui/data-table.tsx';
import { capitalize, formatNumber } from '#components/ui/sentence.ts';
import type { SharedNodes } from '#lib/catalog/graph/model/connections.ts';
import { linkKindFacts, nodeKindFacts } from '#lib/catalog/graph/model/kinds.ts';

interface Props {
  shared: readonly SharedNodes[];
  /** Names of the two. */
  ends: readonly [string, string];
}

/** What two nodes are both linked with, kind by kind, with the evidence of both links. */
export function SharedList({ shared, ends: [one, other] }: Props) {
  if (shared.length === 0) return <p className="text-sm">They share nothing that matches these filters.</p>;
  return shared.map(({ kind, nodes, total }) => (
    <div key={kind} className="mt-3">
      <h3 className="font-semibold text-sm">
        {nodes.length < total
          ? `${capitalize(nodeKindFacts[kind].plural)}: ${nodes.length} of ${formatNumber(total)}`
          : capitalize(nodeKindFacts[kind].plural)}
      </h3>
      <DataTable
        caption={`Shared ${nodeKindFacts[kind].plural}`}
        captionHidden
        columns={{ name: 'Name', one, other }}
        rows={nodes.map(({ node, links }) => ({
          key: node.id,
          cells: {
            name: <a href={node.href}>{node.label}</a>,
            one: <a href={links[0].href}>{linkKindFacts[links[0].kind].sentence(links[0])}</a>,
            other: <a href={links[1].href}>{linkKindFacts[links[1].kind].sentence(links[1])}</a>,
          },
        }))}
      />
    </div>
  ));
}
