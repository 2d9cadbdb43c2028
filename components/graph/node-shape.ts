import type { NodeKind } from '#lib/catalog/graph/model/kinds.ts';
import { nodeKindFacts } from '#lib/catalog/graph/model/kinds.ts';

/** Corners of the shapes in a circle of radius 1, of about equal area. */
const polygon = (corners: number, scale: number, turn = -Math.PI / 2): [number, number][] =>
  Array.from({ length: corners }, (_, at) => {
    const angle = turn + (2 * Math.PI * at) / corners;
    return [Math.cos(angle) * scale, Math.sin(angle) * scale];
  });

const cornersOf = {
  circle: null,
  square: polygon(4, 1.2, Math.PI / 4),
  diamond: polygon(4, 1.3),
  triangle: polygon(3, 1.45),
  pentagon: polygon(5, 1.2),
  hexagon: polygon(6, 1.15),
};

const round = (value: number): string => `${Math.round(value * 10) / 10}`;

/** Returns the outline of a node as path data. */
export function nodeOutline(kind: NodeKind, x: number, y: number, radius: number): string {
  const corners = cornersOf[nodeKindFacts[kind].shape];
  if (corners === null) {
    const half = Math.round(radius * 10) / 10;
    return `M${round(x - half)} ${round(y)}a${half} ${half} 0 1 1 ${round(half * 2)} 0a${half} ${half} 0 1 1 ${round(half * -2)} 0`;
  }
  return `M${corners.map(([dx, dy]) => `${round(x + dx * radius)} ${round(y + dy * radius)}`).join('L')}Z`;
}
