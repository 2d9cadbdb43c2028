import type { Reader } from '#lib/platform/db/store.ts';
import { firstStepCaps, graphShape, type NodeCaps, type SliceShape } from '../model/caps.ts';
import { type GraphLink, type GraphNode, type GraphSlice, type NodeKind, nodeKinds, type OmittedNodes } from '../model/kinds.ts';
import type { GraphQuery } from '../model/query.ts';
import { linkHref, linkKindBetween, selectLinks } from '../model/select.ts';
import { type KeyLink, linksAmong } from './links.ts';
import { furtherAuthors, furtherContexts, furtherWorks, type Neighbour, neighboursOf } from './neighbours.ts';
import { type FoundNode, type NodeTable, slotOf, tableOf, visibleNodes } from './nodes.ts';

/** A node of the slice, with its distance. */
interface PlacedNode extends FoundNode {
  steps: 0 | 1 | 2;
  works: number;
}

type Placed = Map<string, PlacedNode>;

const isPerson = (kind: NodeKind): boolean => kind === 'author' || kind === 'organisation';

/**
 * Returns the strongest nodes around a start and the links among them. The cost depends on the links of the start and of the shown nodes,
 * not on the size of the corpus.
 * @param shape how much it shows; by default as much as the explorer
 */
export async function graphSlice(reader: Reader, start: FoundNode, query: GraphQuery, shape: SliceShape = graphShape): Promise<GraphSlice> {
  const { caps } = shape;
  const nearCaps = query.steps === 2 ? smallerCaps(firstStepCaps, caps) : caps;
  const kinds = query.kinds.filter((kind) => !(start.hidesCoauthors && isPerson(kind)));
  const placed: Placed = new Map([[slotOf(start.table, start.key), { ...start, steps: 0, works: start.node.works }]]);
  const omitted = new Map<NodeKind, OmittedNodes>();
  const startLinks: KeyLink[] = [];
  const near = await Promise.all(
    kinds.map(async (kind) => ({ kind, ...(await neighboursOf(reader, start, kind, query, nearCaps[kind])) })),
  );
  const found = await visibleByTable(
    reader,
    start,
    near.flatMap(({ rows }) => rows),
  );
  for (const { kind, rows, total } of near) {
    const shown = rows.flatMap((row) => {
      const node = found[tableOf(kind)].get(row.key);
      return node ? [{ row, node }] : [];
    });
    for (const { row, node } of shown) {
      placed.set(slotOf(node.table, node.key), { ...node, steps: 1, works: row.works });
      startLinks.push(linkOfStart(start, row, node.table));
    }
    if (total === null ? shown.length > 0 : total > shown.length) omitted.set(kind, { kind, shown: shown.length, total });
  }
  if (query.steps === 2) await addSecondStep(reader, placed, { query, kinds, caps, omitted });
  return toSlice(placed, [...startLinks, ...(await furtherLinksOf(reader, placed, query))], omitted, shape);
}

const smallerCaps = (one: NodeCaps, other: NodeCaps): NodeCaps =>
  Object.fromEntries(nodeKinds.map((kind) => [kind, Math.min(one[kind], other[kind])])) as Record<NodeKind, number>;

async function visibleByTable(
  reader: Reader,
  start: FoundNode,
  rows: readonly Neighbour[],
): Promise<Record<NodeTable, Map<number, FoundNode>>> {
  const keysOf = (table: NodeTable) => rows.filter(({ kind }) => tableOf(kind) === table).map(({ key }) => key);
  const [author, work, context] = await Promise.all([
    visibleNodes(reader, 'author', keysOf('author')),
    visibleNodes(reader, 'work', keysOf('work'), { ofProfile: start.table === 'author' }),
    visibleNodes(reader, 'context', keysOf('context')),
  ]);
  return { author, work, context };
}

/** A link goes from a person or a work to what it is linked with. */
function linkOfStart(start: FoundNode, { key, works, firstYear, lastYear }: Neighbour, table: NodeTable): KeyLink {
  const [one, other] = [[start.table, start.key] as const, [table, key] as const];
  const isForward = linkOrder[start.table] <= linkOrder[table];
  return { from: isForward ? one : other, to: isForward ? other : one, works, firstYear, lastYear };
}
const linkOrder: Record<NodeTable, number> = { author: 0, work: 1, context: 2 };

interface SecondStep {
  query: GraphQuery;
  kinds: readonly NodeKind[];
  caps: NodeCaps;
  omitted: Map<NodeKind, OmittedNodes>;
}

/** More candidates are read than shown, because some may be hidden or are shown already. */
const candidatesRead = 300;
const extraCandidates = 60;

async function addSecondStep(reader: Reader, placed: Placed, { query, kinds, caps, omitted }: SecondStep): Promise<void> {
  const open = [...placed.values()].filter(({ steps, hidesCoauthors }) => steps === 1 && !hidesCoauthors);
  const first = { people: keysIn(open, 'author'), works: keysIn(open, 'work') };
  const roomOf = (kind: NodeKind) => caps[kind] - [...placed.values()].filter(({ node, steps }) => steps > 0 && node.kind === kind).length;
  const wanted = kinds.filter((kind) => roomOf(kind) > 0);
  const wants = (table: NodeTable) => wanted.some((kind) => tableOf(kind) === table);
  const candidates = {
    author: wants('author') ? await furtherAuthors(reader, first, query, candidatesRead) : [],
    work: wants('work') ? await furtherWorks(reader, first, query, candidatesRead) : [],
    context: wants('context') ? await furtherContexts(reader, first, query, { kinds: wanted, limit: candidatesRead * wanted.length }) : [],
  };
  for (const kind of wanted) {
    const [table, room] = [tableOf(kind), roomOf(kind)];
    const unknown = candidates[table].filter((each) => !placed.has(slotOf(table, each.key)) && (each.kind ?? kind) === kind);
    const keys = unknown.slice(0, room + extraCandidates).map(({ key }) => key);
    const nodes = await visibleNodes(reader, table, keys);
    const visible = keys.flatMap((key) => nodes.get(key) ?? []).filter(({ node, hidesCoauthors }) => node.kind === kind && !hidesCoauthors);
    for (const node of visible.slice(0, room)) placed.set(slotOf(table, node.key), { ...node, steps: 2, works: 0 });
    const cut = omitted.get(kind);
    if (visible.length > room || cut) omitted.set(kind, { kind, shown: (cut?.shown ?? 0) + Math.min(room, visible.length), total: null });
  }
}

const keysIn = (nodes: readonly FoundNode[], table: NodeTable): number[] =>
  nodes.filter((node) => node.table === table).map(({ key }) => key);

/** Returns the links among all nodes but the start. People who hide their co-authors are linked with the start only. */
async function furtherLinksOf(reader: Reader, placed: Placed, query: GraphQuery): Promise<KeyLink[]> {
  const open = [...placed.values()].filter(({ steps, hidesCoauthors }) => steps > 0 && !hidesCoauthors);
  const years = new Map(open.filter(({ table }) => table === 'work').map(({ key, node }) => [key, node.year ?? null]));
  return linksAmong(reader, { author: keysIn(open, 'author'), work: keysIn(open, 'work'), context: keysIn(open, 'context') }, years, query);
}

function toSlice(
  placed: Placed,
  keyLinks: readonly KeyLink[],
  omitted: ReadonlyMap<NodeKind, OmittedNodes>,
  shape: SliceShape,
): GraphSlice {
  const nodeOf = ([table, key]: KeyLink['from']) => placed.get(slotOf(table, key))?.node;
  const allLinks = keyLinks.flatMap(({ from, to, works, firstYear, lastYear }): GraphLink[] => {
    const [one, other] = [nodeOf(from), nodeOf(to)];
    const kind = one && other && linkKindBetween(one.kind, other.kind);
    return kind ? [{ from: one.id, to: other.id, kind, works, firstYear, lastYear, href: linkHref(one, other) }] : [];
  });
  const placedNodes = [...placed.values()].map(({ node, steps, works }): GraphNode => ({ ...node, steps, works }));
  const links = selectLinks(placedNodes, allLinks, shape);
  const worksOf = new Map<string, number>();
  for (const { from, to, works } of links) for (const id of [from, to]) worksOf.set(id, (worksOf.get(id) ?? 0) + works);
  const nodes = placedNodes
    .map((node) =>
      node.steps === 2 && node.kind !== 'work'
        ? { ...node, works: worksOf.get(node.id) ?? 0 }
        : node.kind === 'work'
          ? { ...node, works: 1 }
          : node,
    )
    // A node of the second step whose links are all cut would float.
    .filter(({ id, steps }) => steps < 2 || worksOf.has(id));
  const order = (kind: NodeKind) => nodeKinds.indexOf(kind);
  nodes.sort((a, b) => a.steps - b.steps || order(a.kind) - order(b.kind));
  const [start] = nodes;
  if (!start) throw new Error('A slice has a start.');
  return { start, nodes, links, omitted: nodeKinds.flatMap((kind) => omitted.get(kind) ?? []) };
}
