import { type Drawing, maxLetters, type Point, shortLabel } from './drawing.ts';

/** Maximum number of people around a centre with space for each name. */
const maxNeighbours = 12;

/** Average width of a letter, as a share of the font size. */
const letterWidth = 0.5;

/**
 * Places up to a dozen people on an ellipse around a centre, members of a group side by side, names outside. A gap between the last and the
 * first leaves space for the centre's name, at its right. A fan has the centre at the bottom, its name below it and all others above. The
 * same people always give the same drawing.
 */
export function ringLayout(
  centre: { slug: string; name: string },
  neighbours: readonly { slug: string; name: string; works: number }[],
  groups: ReadonlyMap<string, number>,
  { width, height, fontSize, isFan = false }: { width: number; height: number; fontSize: number; isFan?: boolean },
): Drawing {
  const drawnNeighbours = neighbours
    .slice(0, maxNeighbours)
    .map((each) => ({ ...each, group: groups.get(each.slug) ?? Number.POSITIVE_INFINITY }))
    .sort((a, b) => a.group - b.group || b.works - a.works);
  const centrePoint = { x: width / 2, y: isFan ? height - fontSize * 2.4 : height / 2 };
  const radii = { x: width / 2 - fontSize * 8, y: centrePoint.y - fontSize * 2 };
  const [startAngle, sweepAngle] = isFan ? [Math.PI * 0.97, Math.PI * 1.06] : [0, 2 * Math.PI];
  const maxWorks = Math.max(1, ...drawnNeighbours.map(({ works }) => works));
  const points = drawnNeighbours.map(({ slug, name, works }, index): Point => {
    const angle = startAngle + (sweepAngle * (index + 0.5)) / drawnNeighbours.length;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const radius = fontSize * (0.35 + 0.3 * Math.sqrt(works / maxWorks));
    const at = labelAt(cos, sin, radius, fontSize);
    const labelRoom = width / 2 - Math.abs(cos) * radii.x - (at.anchor === 'middle' ? 0 : Math.sign(cos) * at.x);
    const letters = Math.min(maxLetters, Math.floor(labelRoom / (fontSize * letterWidth)));
    return {
      ...{ slug, radius, label: shortLabel(name, letters), at },
      ...{ x: centrePoint.x + cos * radii.x, y: centrePoint.y + sin * radii.y },
    };
  });
  const centreLabelled: Point = {
    ...{ slug: centre.slug, ...centrePoint, radius: fontSize * 0.75, label: shortLabel(centre.name) },
    at: isFan ? { x: 0, y: fontSize * 1.9, anchor: 'middle' } : { x: fontSize * 1.15, y: fontSize * 0.35, anchor: 'start' },
  };
  return { width, height, fontSize, points: new Map([centreLabelled, ...points].map((point) => [point.slug, point])) };
}

/**
 * Returns the label position outside the ellipse: beside a point, or above and below it at the top and bottom. Two labels at the top point
 * away from each other.
 */
function labelAt(cos: number, sin: number, radius: number, fontSize: number): Point['at'] {
  const side = cos > 0 ? 1 : -1;
  const anchor = side > 0 ? 'start' : 'end';
  if (Math.abs(cos) >= 0.3) return { x: side * (radius + fontSize * 0.4), y: fontSize * 0.35, anchor };
  const y = sin < 0 ? -radius - fontSize * 0.4 : radius + fontSize * 1.1;
  return Math.abs(cos) < 0.05 ? { x: 0, y, anchor: 'middle' } : { x: -side * fontSize * 0.5, y, anchor };
}
