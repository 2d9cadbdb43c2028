import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { iconNames } from '#components/ui/icon.tsx';

test('every icon has its place in the row of icons, and the style sheet names it', () => {
  const drawn = readFileSync('components/ui/icons.svg', 'utf8');
  const groups = [...drawn.matchAll(/<g id="([^"]+)"(?: transform="translate\((\d+)\)")?>/g)];
  expect(groups.map(([, name]) => name)).toEqual([...iconNames]);
  expect(groups.map(([, , left]) => Number(left ?? 0))).toEqual(iconNames.map((_, index) => 16 * index));
  expect(drawn).toContain(`viewBox="0 0 ${16 * iconNames.length} 16"`);
  const styles = readFileSync('components/ui/icons.css', 'utf8');
  const places = [...styles.matchAll(/\.icon-([\w-]+) \{\s+--icon: (\d+);/g)].map(([, name, place]) => [name, Number(place)]);
  expect(places).toEqual(iconNames.map((name, index) => [name, index]));
  expect(styles).toContain(`* 100% / ${iconNames.length - 1}) 0 / ${iconNames.length}00% 100%`);
});
