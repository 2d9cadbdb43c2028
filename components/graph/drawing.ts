/** A person in a drawing. */
export interface Point {
  slug: string;
  x: number;
  y: number;
  radius: number;
  /** Empty if it would overlap another label. */
  label: string;
  /** Position of the label relative to the point. */
  at: { x: number; y: number; anchor: 'start' | 'middle' | 'end' };
}

export interface Drawing {
  width: number;
  height: number;
  fontSize: number;
  points: Map<string, Point>;
}

export interface Line {
  from: string;
  to: string;
  works: number;
  lastYear?: number | null;
}

/** Returns the line width for a number of joint works: thin for one, at most 6. */
export const strokeFor = (works: number): number => Math.min(6, Math.round(7.5 + 7.5 * Math.sqrt(works)) / 10);

/**
 * Above this number of lines of one colour, each is more transparent, so that a large team does not become a solid area; `faintest` is the
 * lower bound.
 */
const clear = 200;
const faintest = 0.15;

/**
 * Returns the opacity of a line. It is lower for older joint works, relative to the newest in the drawing, and if many lines have the same
 * colour.
 */
export function opacityFor(lastYear: number | null | undefined, newest: number, alike: number): number {
  const ago = lastYear ? Math.min(10, Math.max(0, newest - lastYear)) : 10;
  return Math.round((0.85 - ago * 0.055) * Math.max(faintest, Math.min(1, clear / alike)) * 100) / 100;
}

/** Pointer target radius in units of the font size: 12 pixels if the drawing is scaled to two thirds. */
const reach = 1.4;

/** Returns the radius of the pointer target of a point: 24 pixels in diameter (WCAG 2.2, 2.5.8), unless another point is nearer. */
export function targetRadius({ points, fontSize }: Drawing, { slug, x, y, radius }: Point): number {
  const others = [...points.values()].filter((other) => other.slug !== slug);
  const nearest = Math.min(...others.map((other) => Math.hypot(other.x - x, other.y - y)));
  return Math.max(radius, Math.min(fontSize * reach, nearest / 2));
}

const maxLetters = 18;

/** Returns the relative width of a character. Characters of other scripts are wider than Latin letters. */
function widthOf(sign: string): number {
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(sign)) return 2;
  return /\p{Script=Latin}|[^\p{L}]/u.test(sign) ? 1 : 1.4;
}

/** Returns the longest prefix of a text that fits a width. */
function within(text: string, width: number): string {
  let left = width;
  let end = 0;
  for (const sign of text) {
    left -= widthOf(sign);
    if (left < 0) return text.slice(0, end);
    end += sign.length;
  }
  return text;
}

/** Shortens a name to fit beside its point: an initial and the last word. The list beside the drawing has the full name. */
export function shortLabel(name: string, letters = maxLetters): string {
  if (within(name, letters) === name) return name;
  const words = name.split(' ');
  const short = words.length > 1 ? `${[...name][0]}. ${words.at(-1)}` : name;
  return within(short, letters) === short ? short : `${within(short, letters - 1)}…`;
}
