import { Fragment, type ReactNode } from 'react';
import { FollowInList } from '#components/follows/follow-in-list.tsx';
import { DataTable } from '#components/ui/data-table.tsx';
import { formatNumber } from '#components/ui/sentence.ts';
import {
  type GraphLink,
  type GraphNode,
  type GraphSlice,
  linkKindFacts,
  type NodeId,
  nodeKindFacts,
} from '#lib/catalog/graph/model/kinds.ts';
import type { ListFollows } from '#lib/community/follows/model.ts';

interface Props {
  slice: GraphSlice;
  caption: string;
  /** Whom the viewer follows, for a button beside each person; none without it. */
  follows?: ListFollows;
}

/**
 * A slice as a table: a row for each node but the start, with what links it to the start and to nodes of earlier rows. Each link is in the
 * table once, and leads to its evidence.
 */
export function SliceTable({ slice: { start, nodes, links }, caption, follows }: Props) {
  const order = new Map(nodes.map(({ id }, at) => [id, at]));
  const rowOf = ({ from, to }: GraphLink): NodeId => ((order.get(from) ?? 0) > (order.get(to) ?? 0) ? from : to);
  const linksOfRow = Map.groupBy(links, rowOf);
  const byId = new Map(nodes.map((node) => [node.id, node]));
  return (
    <DataTable
      caption={caption}
      captionHidden
      columns={{ name: 'Name', start: `Link with ${start.label}`, others: 'Links with others', ...(follows && { follow: 'Follow' }) }}
      rows={nodes.slice(1).map((node) => {
        const own = linksOfRow.get(node.id) ?? [];
        const ofStart = own.find(({ from, to }) => from === start.id || to === start.id);
        const others = own.flatMap((link): OtherLink[] => {
          const other = byId.get(link.from === node.id ? link.to : link.from);
          return link !== ofStart && other ? [{ link, other }] : [];
        });
        return {
          key: node.id,
          cells: {
            name: <NodeName node={node} />,
            start: ofStart ? <a href={ofStart.href}>{linkKindFacts[ofStart.kind].sentence(ofStart)}</a> : null,
            others: <OtherLinks links={others} />,
            follow: follows && node.kind === 'author' && <FollowInList person={personOf(node)} follows={follows} />,
          },
        };
      })}
    />
  );
}

const personOf = ({ id, label }: GraphNode) => ({ slug: id.slice(id.indexOf(':') + 1), name: label });

const NodeName = ({ node: { kind, label, href, year } }: { node: GraphNode }): ReactNode => (
  <>
    <a href={href}>{label}</a>{' '}
    <small className="text-soft">
      {nodeKindFacts[kind].one}
      {year ? `, ${year}` : ''}
    </small>
  </>
);

interface OtherLink {
  link: GraphLink;
  other: GraphNode;
}

const OtherLinks = ({ links }: { links: readonly OtherLink[] }): ReactNode =>
  links.map(({ link, other }, index) => (
    <Fragment key={other.id}>
      {index > 0 && ', '}
      <a href={link.href}>{other.label}</a>
      {link.works > 1 && ` (${formatNumber(link.works)})`}
    </Fragment>
  ));
