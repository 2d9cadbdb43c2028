import type { Reader } from '#lib/platform/db/store.ts';
import type { SharedNode, SharedNodes } from '../model/connections.ts';
import type { GraphLink } from '../model/kinds.ts';
import type { GraphQuery } from '../model/query.ts';
import { linkHref, linkKindBetween } from '../model/select.ts';
import { type Neighbour, neighboursOf } from './neighbours.ts';
import { type FoundNode, tableOf, visibleNodes } from './nodes.ts';

/** Links of each of the two that are compared, the strongest first. */
const maxCompared = 5_000;
const maxShown = 50;

/** Returns what two nodes are both linked with: people of a topic and an institution, joint works and topics of two people. */
export async function sharedNodes(reader: Reader, one: FoundNode, other: FoundNode, query: GraphQuery): Promise<SharedNodes[]> {
  const hidesPeople = one.hidesCoauthors || other.hidesCoauthors;
  const kinds = query.kinds.filter((kind) => !(hidesPeople && tableOf(kind) === 'author'));
  const shared: SharedNodes[] = [];
  for (const kind of kinds) {
    const [ofOne, ofOther] = await Promise.all([one, other].map((each) => neighboursOf(reader, each, kind, query, maxCompared)));
    const otherByKey = new Map(ofOther?.rows.map((row) => [row.key, row]));
    const pairs = (ofOne?.rows ?? []).flatMap((row): [Neighbour, Neighbour][] => {
      const same = otherByKey.get(row.key);
      return same ? [[row, same]] : [];
    });
    pairs.sort((a, b) => Math.min(b[0].works, b[1].works) - Math.min(a[0].works, a[1].works));
    const found = await visibleNodes(
      reader,
      tableOf(kind),
      pairs.map(([{ key }]) => key),
    );
    const nodes = pairs.flatMap(([row, same]): SharedNode[] => {
      const node = found.get(row.key)?.node;
      return node ? [{ node, links: [linkOf(one, node, row), linkOf(other, node, same)] }] : [];
    });
    if (nodes.length > 0) shared.push({ kind, nodes: nodes.slice(0, maxShown), total: nodes.length });
  }
  return shared;
}

function linkOf({ node: end }: FoundNode, node: SharedNode['node'], { works, firstYear, lastYear }: Neighbour): GraphLink {
  const isForward = linkKindBetween(end.kind, node.kind) !== null;
  const [from, to] = isForward ? [end, node] : [node, end];
  const kind = linkKindBetween(from.kind, to.kind) ?? 'together';
  return { from: from.id, to: to.id, kind, works, firstYear, lastYear, href: linkHref(from, to) };
}
