import { useEffect, useState } from 'react';
import type { GraphPaths, SharedNodes } from '#lib/catalog/graph/model/connections.ts';
import type { GraphNode, GraphSlice } from '#lib/catalog/graph/model/kinds.ts';
import type { ExplorerState } from './explorer-state.ts';
import {
  comparisonAddress,
  type NamedNode,
  pathAddress,
  requestPaths,
  requestShared,
  requestSlice,
  sliceAddress,
  sliceAddresses,
} from './graph-requests.ts';
import { mergeSlices, type NodesAndLinks } from './shown-graph.ts';

interface LoadedGraph {
  graph: NodesAndLinks;
  start: GraphSlice;
  paths: GraphPaths | null;
  shared: SharedNodes[] | null;
  /** The same slice for all years, for the histogram. */
  allYears: GraphSlice;
}

/** Addresses of all that a state shows. */
interface Wanted {
  slices: string[];
  path: string | null;
  shared: string | null;
  years: string;
}

/** Loads what a state shows. While it loads, the graph before it stays. */
export function useGraph(state: ExplorerState) {
  const [loaded, setLoaded] = useState<LoadedGraph | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isLoading, setLoading] = useState(true);
  const [attempt, setAttempt] = useState(0);
  const path = state.path ? pathAddress(state.path, state.query) : null;
  const shared = state.comparison ? comparisonAddress(state.comparison, state.query) : null;
  const years = sliceAddress({ ...state.query, since: null, until: null });
  const wanted = JSON.stringify({ slices: sliceAddresses(state), path, shared, years, attempt } satisfies Wanted & { attempt: number });

  useEffect(() => {
    let isCurrent = true;
    setLoading(true);
    const addresses = JSON.parse(wanted) as Wanted;
    const load = async () => {
      // A node that no longer exists takes nothing else with it.
      const [start, allYears, paths, both, ...further] = await Promise.all([
        requestSlice(addresses.slices[0] ?? ''),
        requestSlice(addresses.years),
        addresses.path ? requestPaths(addresses.path).catch(() => null) : null,
        addresses.shared ? requestShared(addresses.shared).catch(() => null) : null,
        ...addresses.slices.slice(1).map((address) => requestSlice(address).catch(() => null)),
      ]);
      const common = (both ?? []).flatMap(({ nodes }) => nodes).map(({ node, links }) => ({ nodes: [node], links: [...links] }));
      const others = [...further.filter((slice) => slice !== null), ...(paths?.paths ?? []), ...common];
      const graph = mergeSlices([start, ...others.map(({ nodes, links }) => ({ nodes: nodes.map(asFurther), links }))]);
      return { start, allYears, paths, shared: both, graph };
    };
    load().then(
      (next) => {
        if (!isCurrent) return;
        setLoaded(next);
        setFailure(null);
        setLoading(false);
      },
      (error: Error) => {
        if (!isCurrent) return;
        setFailure(error.message);
        setLoading(false);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [wanted]);

  return { loaded, failure, isLoading, retry: () => setAttempt((count) => count + 1) };
}

/** Only the start of the whole graph is its centre. A node of a path has no distance and no number of works. */
const asFurther = (node: NamedNode & Partial<GraphNode>): GraphNode => ({ works: 1, ...node, steps: node.steps || 2 });
