import { type Drawing, type Point, shortLabel } from './drawing.ts';

/** So many people stand around a centre with room for each name. */
const maxPeople = 12;

/**
 * Places up to a dozen people on an ellipse around a centre, members of a group side by side, names outside. The same people always give the
 * same picture.
 */
export function ringLayout(
  centre: { slug: string; name: string },
  neighbours: readonly { slug: string; name: string; works: number }[],
  groups: ReadonlyMap<string, number>,
  { width, height, fontSize }: { width: number; height: number; fontSize: number },
): Drawing {
  const shown = neighbours
    .slice(0, maxPeople)
    .map((each) => ({ ...each, group: groups.get(each.slug) ?? Number.POSITIVE_INFINITY }))
    .sort((a, b) => a.group - b.group || b.works - a.works);
  const middle = { x: width / 2, y: height / 2 };
  const across = { x: width / 2 - fontSize * 8, y: height / 2 - fontSize * 2 };
  const most = Math.max(1, ...shown.map(({ works }) => works));
  const points = shown.map(({ slug, name, works }, at): Point => {
    const angle = (2 * Math.PI * (at + 0.5)) / shown.length - Math.PI / 2;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const radius = fontSize * (0.35 + 0.3 * Math.sqrt(works / most));
    return {
      ...{ slug, radius, label: shortLabel(name) },
      ...{ x: middle.x + cos * across.x, y: middle.y + sin * across.y },
      at: labelAt(cos, sin, radius, fontSize),
    };
  });
  const own: Point = {
    ...{ slug: centre.slug, ...middle, radius: fontSize * 0.75, label: shortLabel(centre.name) },
    at: { x: 0, y: fontSize * 1.9, anchor: 'middle' },
  };
  return { width, height, fontSize, points: new Map([own, ...points].map((point) => [point.slug, point])) };
}

/** Names stand outside of the ellipse: beside a point, at its top above it and at its foot below it. Two at the top lead away from each other. */
function labelAt(cos: number, sin: number, radius: number, fontSize: number): Point['at'] {
  const side = cos > 0 ? 1 : -1;
  const anchor = side > 0 ? 'start' : 'end';
  if (Math.abs(cos) >= 0.3) return { x: side * (radius + fontSize * 0.4), y: fontSize * 0.35, anchor };
  const y = sin < 0 ? -radius - fontSize * 0.4 : radius + fontSize * 1.1;
  return Math.abs(cos) < 0.05 ? { x: 0, y, anchor: 'middle' } : { x: -side * fontSize * 0.5, y, anchor };
}
