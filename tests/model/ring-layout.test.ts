import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ringLayout } from '#components/graph/ring-layout.ts';

/** A letter takes half of the font's size on average; the widest names are shortened to 18. */
const spanOf = ({ x, y, label, at }: { x: number; y: number; label: string; at: { x: number; y: number; anchor: string } }) => {
  const width = label.length * 6.5;
  const left = x + at.x - (at.anchor === 'end' ? width : at.anchor === 'middle' ? width / 2 : 0);
  return { label, left, right: left + width, y: y + at.y };
};

test('the names around a person do not cover each other', () => {
  const neighbour = fc.record({ name: fc.constantFrom('Daning Chen', 'Wenguang Chen', 'Yunquan Zhang', 'Li Wu'), works: fc.nat(40) });
  fc.assert(
    fc.property(fc.array(neighbour, { minLength: 2, maxLength: 12 }), (people) => {
      const neighbours = people.map((each, at) => ({ ...each, slug: `p${at}` }));
      const size = { width: 344, height: 230, fontSize: 13 };
      const { points } = ringLayout({ slug: 'centre', name: 'Ada Byron' }, neighbours, new Map(), size);
      const spans = [...points.values()].filter(({ slug }) => slug !== 'centre').map(spanOf);
      for (const [at, one] of spans.entries())
        for (const other of spans.slice(at + 1))
          expect(Math.abs(one.y - other.y) >= 11 || one.right <= other.left || other.right <= one.left, JSON.stringify([one, other])).toBe(
            true,
          );
    }),
  );
});
