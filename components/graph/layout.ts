/** A neighbour in the picture with its position. */
export interface Placed {
  slug: string;
  x: number;
  y: number;
  radius: number;
  /** The side of the centre, which decides where the name goes. */
  side: 'left' | 'right';
}

interface Slice {
  width: number;
  height: number;
  centre: { x: number; y: number; radius: number };
  placed: Placed[];
}

const width = 312;
const rowHeight = 30;
const nearest = 30;
const farthest = 54;

/**
 * Places up to twelve neighbours in two half moons around a centre, in the order given, the first on the right:
 * names stand outside and never meet. The same neighbours always give the same picture.
 */
export function sliceLayout(neighbours: readonly { slug: string; works: number }[]): Slice {
  const shown = neighbours.slice(0, 12);
  const rows = Math.ceil(shown.length / 2);
  const height = Math.max(2, rows) * rowHeight + 16;
  const centre = { x: width / 2, y: height / 2, radius: 9 };
  const most = Math.max(1, ...shown.map((each) => each.works));
  const placed = shown.map((each, index): Placed => {
    const side = index % 2 === 0 ? 'right' : 'left';
    const onSide = Math.ceil((shown.length - (side === 'left' ? 1 : 0)) / 2);
    const y = centre.y + (Math.floor(index / 2) - (onSide - 1) / 2) * rowHeight;
    const bend = Math.sqrt(Math.max(0, 1 - ((y - centre.y) / (height / 2)) ** 2));
    const away = nearest + (farthest - nearest) * bend;
    return { slug: each.slug, y, side, x: centre.x + (side === 'right' ? away : -away), radius: 3.5 + 4 * Math.sqrt(each.works / most) };
  });
  return { width, height, centre, placed };
}

/** Width of a line for a count of shared works: thin for one, never above 6. */
export const strokeFor = (works: number): number => Math.min(6, Math.round(7.5 + 7.5 * Math.sqrt(works)) / 10);

const longest = 17;

/** A name that fits beside its point: long ones keep their initial and last word. The table says them in full. */
export function shortLabel(name: string): string {
  if (name.length <= longest) return name;
  const words = name.split(' ');
  const short = words.length > 1 ? `${name[0]}. ${words.at(-1)}` : name;
  return short.length <= longest ? short : `${short.slice(0, longest - 1)}…`;
}
