import type { GraphNode, NodeId } from '#lib/catalog/graph/model/kinds.ts';

export type Positions = ReadonlyMap<NodeId, { x: number; y: number }>;

const startRadius = 17;
const maxRadius = 14;

/** Returns the radius of a node in pixels: by its works, and smaller in a large graph. */
export function radiusOf({ kind, works, steps }: GraphNode, count: number): number {
  const scale = Math.min(1, Math.max(0.35, Math.sqrt(160 / Math.max(count, 1))));
  if (steps === 0) return Math.max(9, startRadius * scale);
  const radius = kind === 'work' ? 6 : 6 + 1.6 * Math.sqrt(works);
  return Math.max(2.5, Math.min(maxRadius, radius) * scale);
}

/** Returns the width of a link in pixels. */
export const widthOf = (works: number): number => Math.min(5, 0.5 + 0.5 * Math.log2(1 + works));

const maxLabelLength = 32;
/** Shortens the text of a label. */
export const shorten = (text: string): string => (text.length > maxLabelLength ? `${text.slice(0, maxLabelLength - 1).trimEnd()}…` : text);
