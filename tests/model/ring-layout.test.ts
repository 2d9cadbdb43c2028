import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shortLabel, targetRadius } from '#components/graph/drawing.ts';
import { ringLayout } from '#components/graph/ring-layout.ts';

/** Estimates the extent of a label at half the font size per character. */
const labelExtent = (
  { x, y, label, at }: { x: number; y: number; label: string; at: { x: number; y: number; anchor: string } },
  letterWidth = 6.5,
) => {
  const width = label.length * letterWidth;
  const left = x + at.x - (at.anchor === 'end' ? width : at.anchor === 'middle' ? width / 2 : 0);
  return { label, left, right: left + width, y: y + at.y };
};

const centre = { slug: 'centre', name: 'Ada Lovelace Byron' };
const column = { width: 344, height: 230, fontSize: 13 };
const fan = { width: 600, height: 250, fontSize: 15, isFan: true };

/** Returns true if a line from the centre crosses the label of the centre. */
function crossesCentreLabel(points: ReturnType<typeof ringLayout>['points']): boolean {
  const middle = points.get('centre');
  if (!middle) throw new Error('no centre');
  const { left, right, y } = labelExtent(middle);
  return [...points.values()].some((point) =>
    Array.from({ length: 50 }, (_, at) => (at + 1) / 50).some((part) => {
      const at = { x: middle.x + (point.x - middle.x) * part, y: middle.y + (point.y - middle.y) * part };
      return at.x > left && at.x < right && at.y > y - 9 && at.y < y + 2;
    }),
  );
}

test.each([
  ['beside a list, of up to five people', column, 5],
  ['as a fan, of up to twelve', fan, 12],
])('no line strikes through the name in the middle of a picture %s', (_, size, most) => {
  for (let count = 1; count <= most; count++) {
    const people = Array.from({ length: count }, (_, at) => ({ slug: `p${at}`, name: 'Wenguang Chen', works: 1 }));
    expect(crossesCentreLabel(ringLayout(centre, people, new Map(), size).points), `${count} people`).toBe(false);
  }
});

test('names around a person do not overlap', () => {
  const neighbour = fc.record({ name: fc.constantFrom('Daning Chen', 'Wenguang Chen', 'Yunquan Zhang', 'Li Wu'), works: fc.nat(40) });
  fc.assert(
    fc.property(fc.array(neighbour, { minLength: 2, maxLength: 12 }), (people) => {
      const neighbours = people.map((each, at) => ({ ...each, slug: `p${at}` }));
      const { points } = ringLayout(centre, neighbours, new Map(), column);
      const spans = [...points.values()].filter(({ slug }) => slug !== 'centre').map((point) => labelExtent(point));
      for (const [at, one] of spans.entries())
        for (const other of spans.slice(at + 1))
          expect(Math.abs(one.y - other.y) >= 11 || one.right <= other.left || other.right <= one.left, JSON.stringify([one, other])).toBe(
            true,
          );
    }),
  );
});

test.each([
  ['beside a list', column],
  ['as a fan', fan],
])('a long name stays within a picture %s', (_, size) => {
  for (let count = 2; count <= 12; count++) {
    const people = Array.from({ length: count }, (_, at) => ({ slug: `p${at}`, name: 'Anoop Kunchukuttan', works: at }));
    for (const point of ringLayout(centre, people, new Map(), size).points.values()) {
      if (point.slug === 'centre') continue;
      const { left, right } = labelExtent(point, size.fontSize / 2);
      expect([left >= 0, right <= size.width], `${count} people: ${point.label}`).toEqual([true, true]);
    }
  }
});

test('a label fits the room next to its point in every script, and cuts no character in two', () => {
  expect(shortLabel('Yunquan Zhang')).toBe('Yunquan Zhang');
  expect(shortLabel('Hubert Blaine Wolfeschlegelsteinhausen')).toBe('H. Wolfeschlegels…');
  expect(shortLabel('Αλέξανδρος Παπαδόπουλος')).toBe('Α. Παπαδόπου…');
  expect(shortLabel('情報処理学会論文誌編集委員会')).toBe('情報処理学会論文…');
  expect(shortLabel('𠮷'.repeat(12))).toBe(`${'𠮷'.repeat(8)}…`);
});

test('a point is a target of 24 pixels unless another is nearer, and targets do not overlap', () => {
  for (const count of [1, 3, 8, 12]) {
    const people = Array.from({ length: count }, (_, at) => ({ slug: `p${at}`, name: `Person ${at}`, works: at + 1 }));
    const drawing = ringLayout(centre, people, new Map(), column);
    const points = [...drawing.points.values()];
    const pixels = 288 / drawing.width;
    for (const [at, point] of points.entries()) {
      const own = targetRadius(drawing, point);
      const away = points.filter((other) => other !== point).map((other) => Math.hypot(other.x - point.x, other.y - point.y));
      if (Math.min(...away) * pixels >= 24) expect(2 * own * pixels, `${count}, ${at}`).toBeGreaterThanOrEqual(24);
      for (const other of points.slice(at + 1)) {
        const apart = Math.hypot(other.x - point.x, other.y - point.y);
        expect(own + targetRadius(drawing, other)).toBeLessThanOrEqual(Math.max(apart, point.radius + other.radius) + 0.001);
      }
    }
  }
});
