import type { NodeId } from '#lib/catalog/graph/model/kinds.ts';
import { type Groups, numberGroups } from './groups.ts';
import type { LayoutMessage, LayoutResult } from './layout-worker.ts';
import type { NodesAndLinks } from './shown-graph.ts';
import { type Positions, radiusOf } from './sizes.ts';

export interface Arrangement {
  positions: Positions;
  groups: Groups;
}

/** Asks the worker for layouts. Only the latest request is answered. */
export class Arranger {
  readonly #worker: Worker;
  #sent = 0;
  #stop: (() => void) | null = null;

  constructor(workerPath: string) {
    this.#worker = new Worker(workerPath, { type: 'module' });
  }

  /**
   * Arranges a graph.
   * @param positions the nodes that have a position, and move little
   * @param fixed nodes that stay where they are
   * @param onProgress receives intermediate positions of large graphs
   * @returns null if a later request has replaced this one
   */
  arrange(
    { nodes, links }: NodesAndLinks,
    { positions, fixed, start }: { positions: Positions; fixed: Positions; start: NodeId },
    onProgress: (positions: Positions) => void,
  ): Promise<Arrangement | null> {
    this.#stop?.();
    this.#sent += 1;
    const id = this.#sent;
    const index = new Map(nodes.map((node, position) => [node.id, position]));
    const message: LayoutMessage = {
      id,
      sizes: Float32Array.from(nodes, (node) => radiusOf(node, nodes.length)),
      positions: Float32Array.from(
        nodes.flatMap((node) => {
          const place = fixed.get(node.id) ?? positions.get(node.id);
          return [place?.x ?? Number.NaN, place?.y ?? Number.NaN];
        }),
      ),
      fixed: Uint8Array.from(nodes, (node) => (fixed.has(node.id) ? 1 : 0)),
      ends: Uint32Array.from(links.flatMap(({ from, to }) => [index.get(from) ?? 0, index.get(to) ?? 0])),
      works: Float32Array.from(links, ({ works }) => works),
      start: index.get(start) ?? -1,
    };
    const toPositions = (values: Float32Array): Positions =>
      new Map(nodes.map((node, position) => [node.id, { x: values[position * 2] ?? 0, y: values[position * 2 + 1] ?? 0 }]));
    return new Promise((resolve, reject) => {
      const stop = () => {
        this.#worker.removeEventListener('message', receive);
        this.#worker.removeEventListener('error', fail);
        resolve(null);
      };
      const fail = () => {
        reject(new Error('The layout could not be computed.'));
        stop();
      };
      const receive = ({ data }: MessageEvent<LayoutResult>) => {
        if (data.id !== id) return;
        if (!data.communities) return onProgress(toPositions(data.positions));
        const communities = data.communities;
        const members = nodes.flatMap((node, position): [NodeId, number][] => {
          const community = communities[position] ?? -1;
          return community < 0 ? [] : [[node.id, community]];
        });
        resolve({ positions: toPositions(data.positions), groups: numberGroups(new Map(members)) });
        stop();
      };
      this.#stop = stop;
      this.#worker.addEventListener('message', receive);
      this.#worker.addEventListener('error', fail);
      this.#worker.postMessage(message);
    });
  }
}
