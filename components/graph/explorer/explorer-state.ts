import type { NodeId, NodeKind } from '#lib/catalog/graph/model/kinds.ts';
import { nodeKinds, parseNodeId } from '#lib/catalog/graph/model/kinds.ts';
import { formatGraphQuery, type GraphQuery, graphQueryOf, parseGraphQuery } from '#lib/catalog/graph/model/query.ts';

/** Everything that decides what the explorer shows. The address of the page has all of it. */
export interface ExplorerState {
  query: GraphQuery;
  /** The node whose facts and actions are shown. */
  selected: NodeId | null;
  /** Nodes whose neighbours are shown too. */
  expanded: readonly NodeId[];
  hidden: readonly NodeId[];
  /** Nodes at a fixed position. */
  pinned: readonly Pin[];
  /** Only this node and its neighbours are shown. */
  focus: NodeId | null;
  /** The ends of a path, and which of the paths found is shown. */
  path: { from: NodeId; to: NodeId; choice: number } | null;
  /** Two nodes whose neighbourhoods are compared. */
  comparison: { one: NodeId; other: NodeId } | null;
  /** Two groups, numbered from 1 by size, of which the nodes between them are shown. */
  bridge: readonly [number, number] | null;
}

interface Pin {
  node: NodeId;
  x: number;
  y: number;
}

export type Action =
  | { do: 'expand' | 'collapse' | 'hide' | 'unpin'; node: NodeId }
  | { do: 'pin'; node: NodeId; x: number; y: number }
  | { do: 'select' | 'focus'; node: NodeId | null }
  | { do: 'show hidden' | 'start over' }
  | { do: 'start'; node: NodeId }
  | { do: 'filter'; change: Partial<Omit<GraphQuery, 'from'>> }
  | { do: 'find path'; from: NodeId; to: NodeId }
  | { do: 'choose path'; choice: number }
  | { do: 'compare'; one: NodeId; other: NodeId }
  | { do: 'leave path' | 'leave comparison' }
  | { do: 'bridge'; groups: readonly [number, number] | null };

const emptyState = (query: GraphQuery): ExplorerState => ({
  ...{ query, selected: null, expanded: [], hidden: [], pinned: [], focus: null, path: null, comparison: null, bridge: null },
});

const without = <Item>(list: readonly Item[], isRemoved: (item: Item) => boolean): readonly Item[] =>
  list.some(isRemoved) ? list.filter((item) => !isRemoved(item)) : list;
const withItem = <Item>(list: readonly Item[], item: Item): readonly Item[] => (list.includes(item) ? list : [...list, item]);

/** Returns the state after an action; the same object if it changes nothing. */
export function reduce(state: ExplorerState, action: Action): ExplorerState {
  const changed = { ...state, ...changeOf(state, action) };
  // What is acted on is shown again.
  const next = { ...changed, hidden: without(changed.hidden, (node) => nodesShownBy(action).includes(node)) };
  return formatExplorerState(next) === formatExplorerState(state) ? state : next;
}

function nodesShownBy(action: Action): (NodeId | null)[] {
  switch (action.do) {
    case 'expand':
    case 'pin':
    case 'select':
    case 'focus':
      return [action.node];
    case 'find path':
      return [action.from, action.to];
    case 'compare':
      return [action.one, action.other];
    default:
      return [];
  }
}

function changeOf(state: ExplorerState, action: Action): Partial<ExplorerState> {
  switch (action.do) {
    case 'expand':
      return action.node === state.query.from ? {} : { expanded: withItem(state.expanded, action.node) };
    case 'collapse':
      return { expanded: without(state.expanded, (node) => node === action.node) };
    case 'hide':
      return hide(state, action.node);
    case 'show hidden':
      return state.hidden.length === 0 ? {} : { hidden: [] };
    case 'pin':
      return { pinned: [...state.pinned.filter(({ node }) => node !== action.node), roundedPin(action)] };
    case 'unpin':
      return { pinned: without(state.pinned, ({ node }) => node === action.node) };
    case 'select':
      return { selected: action.node };
    case 'focus':
      return { focus: action.node };
    case 'start':
      return emptyState({ ...state.query, from: action.node });
    case 'start over':
      return emptyState(graphQueryOf(state.query.from));
    case 'filter':
      return filter(state, action.change);
    case 'find path':
      return action.from === action.to ? {} : { path: { from: action.from, to: action.to, choice: 0 } };
    case 'choose path':
      return state.path && state.path.choice !== action.choice ? { path: { ...state.path, choice: action.choice } } : {};
    case 'leave path':
      return { path: null };
    case 'compare':
      return action.one === action.other ? {} : { comparison: { one: action.one, other: action.other } };
    case 'leave comparison':
      return { comparison: null };
    case 'bridge':
      return { bridge: action.groups };
  }
}

/** Adding 0 turns -0, which no address has, into 0. */
const roundedPin = ({ node, x, y }: Pin): Pin => ({ node, x: Math.round(x) + 0, y: Math.round(y) + 0 });

/** The start cannot be hidden, nor what the explorer is asked about. */
function hide(state: ExplorerState, node: NodeId): Partial<ExplorerState> {
  const { query, path, comparison } = state;
  if ([query.from, path?.from, path?.to, comparison?.one, comparison?.other].includes(node)) return {};
  return {
    hidden: withItem(state.hidden, node),
    expanded: without(state.expanded, (each) => each === node),
    pinned: without(state.pinned, (pin) => pin.node === node),
    selected: state.selected === node ? null : state.selected,
    focus: state.focus === node ? null : state.focus,
  };
}

function filter({ query, bridge }: ExplorerState, change: Partial<Omit<GraphQuery, 'from'>>): Partial<ExplorerState> {
  const kinds = nodeKinds.filter((kind) => (change.kinds ?? query.kinds).includes(kind));
  const next = { ...query, ...change, kinds: kinds.length > 0 ? kinds : query.kinds };
  if (next.since !== null && next.until !== null && next.since > next.until) [next.since, next.until] = [next.until, next.since];
  return formatGraphQuery(next) === formatGraphQuery(query) ? {} : { query: next, bridge: bridge && null };
}

/** Returns the kinds with one of them added or removed. */
export const toggleKind = (kinds: readonly NodeKind[], kind: NodeKind): NodeKind[] =>
  kinds.includes(kind) ? kinds.filter((each) => each !== kind) : [...kinds, kind];

/** Bounds of what an address may ask for, so that a long one cannot flood the explorer with requests. */
export const maxExpanded = 20;
const maxListed = 200;
const maxCoordinate = 1_000_000;

const idOf = (text: string | null): NodeId | null => (text !== null && parseNodeId(text) ? (text as NodeId) : null);
const idsOf = (text: string | null, most: number): NodeId[] =>
  [...new Set((text ?? '').split(' ').flatMap((each) => idOf(each) ?? []))].slice(0, most);

/** Pins are written as a node, then its position: `author:ada 120,-45`. */
function pinsOf(text: string | null): Pin[] {
  const pins = new Map<NodeId, Pin>();
  for (const [, name = '', x, y] of (text ?? '').matchAll(/(\S+) (-?\d{1,7}),(-?\d{1,7})(?= |$)/g)) {
    const node = idOf(name);
    const [left, top] = [Number(x), Number(y)];
    if (node && Math.abs(left) <= maxCoordinate && Math.abs(top) <= maxCoordinate) pins.set(node, { node, x: left, y: top });
  }
  return [...pins.values()].slice(0, maxListed);
}

/** Parses the query of an address. What is invalid counts as absent. @returns null without a valid start */
export function parseExplorerState(search: string): ExplorerState | null {
  const parameters = new URLSearchParams(search);
  const query = parseGraphQuery(parameters);
  if (!query) return null;
  const get = (name: string) => parameters.get(name);
  const pathEnd = idOf(get('to'));
  const pathStart = idOf(get('via')) ?? query.from;
  const [other, one] = [idOf(get('with')), idOf(get('compare')) ?? query.from];
  const groups = /^(\d{1,2}) (\d{1,2})$/.exec(get('bridge') ?? '');
  const [first, second] = [Number(groups?.[1]), Number(groups?.[2])];
  const hidden = idsOf(get('hidden'), maxListed).filter((node) => ![query.from, pathStart, pathEnd, one, other].includes(node));
  const shown = (node: NodeId | null) => (node && !hidden.includes(node) ? node : null);
  return {
    query,
    selected: shown(idOf(get('at'))),
    expanded: idsOf(get('expanded'), maxExpanded).filter((node) => node !== query.from && !hidden.includes(node)),
    hidden,
    pinned: pinsOf(get('pinned')).filter(({ node }) => !hidden.includes(node)),
    focus: shown(idOf(get('focus'))),
    path:
      pathEnd && pathEnd !== pathStart
        ? { from: pathStart, to: pathEnd, choice: Number(/^[1-9]$/.exec(get('choice') ?? '')?.[0] ?? 1) - 1 }
        : null,
    comparison: other && other !== one ? { one, other } : null,
    bridge: groups && first > 0 && second > 0 && first !== second ? [first, second] : null,
  };
}

/** Formats a state as the query of an address, without default values. */
export function formatExplorerState({ query, selected, expanded, hidden, pinned, focus, path, comparison, bridge }: ExplorerState): string {
  return formatGraphQuery(query, {
    to: path?.to ?? '',
    via: path && path.from !== query.from ? path.from : '',
    choice: path && path.choice > 0 ? String(path.choice + 1) : '',
    with: comparison?.other ?? '',
    compare: comparison && comparison.one !== query.from ? comparison.one : '',
    focus: focus ?? '',
    expanded: expanded.join(' '),
    hidden: hidden.join(' '),
    pinned: pinned.map(({ node, x, y }) => `${node} ${x},${y}`).join(' '),
    bridge: bridge?.join(' ') ?? '',
    at: selected ?? '',
  });
}
