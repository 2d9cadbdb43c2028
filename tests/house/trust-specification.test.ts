import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { levelCaps, strengthPoints, trustLabel, trustSnapshot } from '#lib/catalog/trust/model/points.ts';
import { levelNames, noRecordFacts } from '#lib/catalog/trust/model/snapshot.ts';

// The numbers in docs/specifications/trust.md equal those in the code.
const text = readFileSync('docs/specifications/trust.md', 'utf8');
const section = (title: string): string => text.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? '';
const rows = (title: string): string[][] =>
  section(title)
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map((cells) => cells.slice(1, -1));

test('points: each rule of each part, in order, with its maximum', () => {
  let part = '';
  const stated = rows('Points').map(([name = '', , points = '']) => {
    part = name || part;
    // "8, 14, 22" or "4 each, at most 8": the last number is the maximum.
    return [part, Number(points.match(/\d+/g)?.at(-1))];
  });
  const { parts } = trustSnapshot(noRecordFacts, new Date(0));
  expect(stated).toEqual(parts.flatMap(({ part: name, lines }) => lines.map(({ max }) => [name, max])));
  expect(parts.map(({ max }) => max)).toEqual(parts.map(({ lines }) => lines.reduce((sum, { max }) => sum + max, 0)));
  expect(rows('Points').map(([, , points]) => points)).toContain(Object.values(strengthPoints).join(', '));
});

test('labels: the minimum points of each', () => {
  const sentence = /^Labels: .*$/m.exec(section('Points'))?.[0] ?? '';
  const labels = [...sentence.matchAll(/(\d+)(?: points)? ([a-z-]+(?: [a-z-]+)?)(?=,)/g)];
  expect(labels.length).toBe(5);
  for (const [, least = '', label = ''] of labels) {
    expect(trustLabel(Number(least)).toLowerCase()).toBe(label);
    expect(trustLabel(Number(least) - 1).toLowerCase()).not.toBe(label);
  }
});

test('levels: their names and the points that they allow', () => {
  const stated = rows('Levels').map(([level, , most]) => [level?.toLowerCase(), Number(most)]);
  expect(stated).toEqual(levelNames.map((name, level) => [`l${level}, ${name.toLowerCase()}`, levelCaps[level]]));
});
