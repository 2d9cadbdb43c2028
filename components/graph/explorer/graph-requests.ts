import type { GraphPaths, SharedNodes } from '#lib/catalog/graph/model/connections.ts';
import type { GraphNode, GraphSlice, NodeId } from '#lib/catalog/graph/model/kinds.ts';
import { formatGraphQuery, type GraphQuery } from '#lib/catalog/graph/model/query.ts';
import type { ExplorerState } from './explorer-state.ts';

/** A node as lists of nodes have it, without its distance from a start. */
export type NamedNode = Pick<GraphNode, 'id' | 'kind' | 'label' | 'href' | 'detail'>;

/** Addresses of what the explorer requests. */
export const sliceAddress = (query: GraphQuery): string => `/graph/slice.json${formatGraphQuery(query)}`;
export const pathAddress = ({ from, to }: { from: NodeId; to: NodeId }, query: GraphQuery): string =>
  `/graph/path.json${formatGraphQuery({ ...query, from }, { to })}`;
export const comparisonAddress = ({ one, other }: { one: NodeId; other: NodeId }, query: GraphQuery): string =>
  `/graph/comparison.json${formatGraphQuery({ ...query, from: one }, { with: other })}`;
const nodeAddress = (id: NodeId): string => `/graph/nodes.json?${new URLSearchParams({ id })}`;
const searchAddress = (text: string): string => `/graph/nodes.json?${new URLSearchParams({ q: text })}`;

/** Returns the query for the neighbours of another node, under the same filters. */
const neighbourQuery = (query: GraphQuery, from: NodeId): GraphQuery => ({ ...query, from, steps: 1 });

/** Returns the addresses of all slices that a state shows, the start first. */
export const sliceAddresses = ({ query, expanded, comparison }: ExplorerState): string[] => {
  const compared = comparison ? [comparison.one, comparison.other].filter((id) => id !== query.from) : [];
  return [query, ...[...expanded, ...compared].map((id) => neighbourQuery(query, id))].map(sliceAddress);
};

const answers = new Map<string, Promise<unknown>>();

/** Requests JSON; each address once, unless it failed. */
function request<Answer>(address: string): Promise<Answer> {
  const known = answers.get(address);
  if (known) return known as Promise<Answer>;
  const answer = fetch(address, { headers: { accept: 'application/json' } }).then((response) => {
    if (!response.ok) throw new Error(`${response.status}`);
    return response.json();
  });
  answers.set(address, answer);
  answer.catch(() => answers.delete(address));
  return answer as Promise<Answer>;
}

export const requestSlice = (address: string): Promise<GraphSlice> => request(address);
export const requestPaths = (address: string): Promise<GraphPaths> => request(address);
export const requestShared = async (address: string): Promise<SharedNodes[]> => (await request<{ shared: SharedNodes[] }>(address)).shared;
/** Requests what a node is in a few words. */
export const requestDetail = async (id: NodeId): Promise<string | null> =>
  (await request<{ nodes: NamedNode[] }>(nodeAddress(id))).nodes[0]?.detail ?? null;
export const searchNodes = async (text: string): Promise<NamedNode[]> => (await request<{ nodes: NamedNode[] }>(searchAddress(text))).nodes;
