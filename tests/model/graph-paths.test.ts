import fc from 'fast-check';
import Graph from 'graphology';
import { bidirectional } from 'graphology-shortest-path/unweighted.js';
import { expect, test } from 'vitest';
import { createAdjacency, pairOf, shortestPaths } from '#lib/catalog/graph/model/adjacency.ts';

const size = 24;
const anyEdges = fc
  .array(fc.tuple(fc.nat(size - 1), fc.nat(size - 1), fc.integer({ min: 1, max: 9 })), { maxLength: 50 })
  .map((edges) => [...new Map(edges.filter(([one, other]) => one !== other).map((edge) => [pairOf(edge[0], edge[1]), edge])).values()]);

test('paths are as short as those of graphology, real, strongest first, and around what is excluded', () => {
  fc.assert(
    fc.property(anyEdges, fc.nat(size - 1), fc.nat(size - 1), fc.option(fc.nat(size - 1)), (edges, from, to, gone) => {
      fc.pre(from !== to && gone !== from && gone !== to);
      const limits = { maxSteps: 6, alternatives: 3, excludedKeys: new Set(gone === null ? [] : [gone]), excludedPairs: new Set<string>() };
      const paths = shortestPaths(createAdjacency(Int32Array.from(edges.flat())), [from], [to], limits);
      const graph = new Graph({ type: 'undirected' });
      for (let key = 0; key < size; key += 1) if (key !== gone) graph.addNode(key);
      const kept = edges.filter(([one, other]) => one !== gone && other !== gone);
      for (const [one, other] of kept) graph.mergeEdge(one, other);
      const expected = bidirectional(graph, from, to);
      const works = new Map(kept.map(([one, other, count]) => [pairOf(one, other), count]));
      if (!expected || expected.length > 7) {
        expect(paths).toEqual([]);
        return;
      }
      expect(paths.length).toBeGreaterThan(0);
      const fewest = paths.map((path) => {
        expect(path).toHaveLength(expected.length);
        expect([path[0], path.at(-1)]).toEqual([from, to]);
        return Math.min(...path.slice(1).map((key, at) => works.get(pairOf(path[at] ?? -1, key)) ?? 0));
      });
      for (const count of fewest) expect(count).toBeGreaterThan(0);
      expect(fewest).toEqual(fewest.toSorted((a, b) => b - a));
      expect(new Set(paths.map(String)).size).toBe(paths.length);
      const [first] = paths;
      if (!first || first.length < 3) return;
      const cut = new Set([pairOf(first[0] ?? -1, first[1] ?? -1)]);
      const around = shortestPaths(createAdjacency(Int32Array.from(edges.flat())), [from], [to], { ...limits, excludedPairs: cut });
      for (const path of around) expect(pairOf(path[0] ?? -1, path[1] ?? -1)).not.toBe([...cut][0]);
    }),
  );
});
