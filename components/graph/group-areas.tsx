import { polygonHull } from 'd3-polygon';
import type { Drawing } from './drawing.ts';

interface Props {
  drawing: Drawing;
  groups: ReadonlyMap<string, number>;
  /** How far an area extends beyond its people. */
  reach: number;
}

/** A shaded area behind each group of a drawing. */
export function GroupAreas({ drawing, groups, reach }: Props) {
  const members = Map.groupBy(
    [...drawing.points.values()].filter(({ slug }) => groups.has(slug)),
    ({ slug }) => groups.get(slug) ?? 0,
  );
  return [...members].map(([group, points]) => {
    const corners = points.map(({ x, y }): [number, number] => [x, y]);
    const outline = polygonHull(corners) ?? corners;
    const tint = `color-mix(in srgb, var(--color-m${group}) 12%, var(--area))`;
    return (
      <path
        key={group}
        d={`M${outline.map(([x, y]) => `${x.toFixed(0)} ${y.toFixed(0)}`).join('L')}Z`}
        fill={tint}
        stroke={tint}
        strokeWidth={(reach * 2).toFixed(1)}
        strokeLinejoin="round"
      />
    );
  });
}
