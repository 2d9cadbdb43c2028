/** A node that may get a label, in pixels. */
interface LabelCandidate {
  id: string;
  x: number;
  y: number;
  radius: number;
  /** Width of its text. */
  width: number;
}

interface PlacedLabel {
  id: string;
  /** Left and top of its box. */
  left: number;
  top: number;
  width: number;
  height: number;
}

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

const gap = 4;
const cellSize = 64;

const overlaps = (a: Box, b: Box): boolean =>
  a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height;

/** Boxes by the cells of a grid that they touch. */
class BoxGrid {
  readonly #cells = new Map<number, Box[]>();

  #keysOf({ left, top, width, height }: Box): number[] {
    const keys: number[] = [];
    for (let x = Math.floor(left / cellSize); x <= Math.floor((left + width) / cellSize); x += 1)
      for (let y = Math.floor(top / cellSize); y <= Math.floor((top + height) / cellSize); y += 1) keys.push(x * 10_007 + y);
    return keys;
  }

  add(box: Box): void {
    for (const key of this.#keysOf(box)) {
      const cell = this.#cells.get(key);
      if (cell) cell.push(box);
      else this.#cells.set(key, [box]);
    }
  }

  isFree(box: Box, except?: Box): boolean {
    return this.#keysOf(box).every((key) => (this.#cells.get(key) ?? []).every((other) => other === except || !overlaps(box, other)));
  }
}

/** The most important labels may cover nodes where there is no other place. */
const mayCover = 26;
/** Smaller nodes, in pixels, may be covered by any label. */
const minRadiusToKeepFree = 5;

/**
 * Places labels beside, below or above their nodes, so that no two overlap, none leaves the picture, and only the most important cover nodes.
 * @param candidates the most important first
 */
export function placeLabels(
  candidates: readonly LabelCandidate[],
  { width, height, lineHeight, most }: { width: number; height: number; lineHeight: number; most: number },
): PlacedLabel[] {
  const [labels, nodes] = [new BoxGrid(), new BoxGrid()];
  const inside = candidates.filter(({ x, y }) => x >= 0 && y >= 0 && x <= width && y <= height);
  const discs = inside.map(({ x, y, radius }) => ({ left: x - radius, top: y - radius, width: radius * 2, height: radius * 2 }));
  for (const disc of discs) if (disc.width >= 2 * minRadiusToKeepFree) nodes.add(disc);
  const placed: PlacedLabel[] = [];
  for (const [index, candidate] of inside.entries()) {
    if (placed.length === most) break;
    const { id, x, y, radius } = candidate;
    const places = [
      { left: x + radius + gap, top: y - lineHeight / 2 },
      { left: x - radius - gap - candidate.width, top: y - lineHeight / 2 },
      { left: x - candidate.width / 2, top: y + radius + gap / 2 },
      { left: x - candidate.width / 2, top: y - radius - gap / 2 - lineHeight },
    ].map((place) => ({ ...place, width: candidate.width, height: lineHeight }));
    const possible = places.filter(
      (box) => box.left >= 0 && box.top >= 0 && box.left + box.width <= width && box.top + box.height <= height && labels.isFree(box),
    );
    const box = possible.find((each) => nodes.isFree(each, discs[index])) ?? (index < mayCover ? possible[0] : undefined);
    if (!box) continue;
    labels.add(box);
    placed.push({ id, ...box });
  }
  return placed;
}
