/** A person in a picture. */
export interface Point {
  slug: string;
  x: number;
  y: number;
  radius: number;
  /** Empty where it would overlap another. */
  label: string;
  /** Where the label is, relative to the point. */
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

/** Width of a line for a count of joint works: thin for one, never above 6. */
export const strokeFor = (works: number): number => Math.min(6, Math.round(7.5 + 7.5 * Math.sqrt(works)) / 10);

/** Of more lines of one colour than these, each is fainter, so that a large team is no solid area; but never fainter than this share. */
const clear = 200;
const faintest = 0.15;

/** Opacity of a line: fainter the longer ago the last joint work is, counted from the newest of the picture, and the more lines have its colour. */
export function opacityFor(lastYear: number | null | undefined, newest: number, alike: number): number {
  const ago = lastYear ? Math.min(10, Math.max(0, newest - lastYear)) : 10;
  return Math.round((0.85 - ago * 0.055) * Math.max(faintest, Math.min(1, clear / alike)) * 100) / 100;
}

/** Letters' heights around a point where a pointer reaches it: 12 pixels where the picture is drawn at two thirds of its size. */
const reach = 1.4;

/** How far around a point a pointer reaches it: a target of 24 pixels across (WCAG 2.2, 2.5.8), where no other point is nearer. */
export function targetRadius({ points, fontSize }: Drawing, { slug, x, y, radius }: Point): number {
  const others = [...points.values()].filter((other) => other.slug !== slug);
  const nearest = Math.min(...others.map((other) => Math.hypot(other.x - x, other.y - y)));
  return Math.max(radius, Math.min(fontSize * reach, nearest / 2));
}

const maxLetters = 18;

/** Letters of other scripts are wider than Latin ones, for which the room beside a point is measured. */
function widthOf(sign: string): number {
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(sign)) return 2;
  return /\p{Script=Latin}|[^\p{L}]/u.test(sign) ? 1 : 1.4;
}

/** The beginning of a text that is so wide, or all of it. */
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

/** A name that fits beside its point: long ones keep their initial and last word. The list beside the picture says them in full. */
export function shortLabel(name: string, letters = maxLetters): string {
  if (within(name, letters) === name) return name;
  const words = name.split(' ');
  const short = words.length > 1 ? `${[...name][0]}. ${words.at(-1)}` : name;
  return within(short, letters) === short ? short : `${within(short, letters - 1)}…`;
}
