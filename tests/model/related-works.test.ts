import { expect, test } from 'vitest';
import { type ComparedWork, rankRelated } from '#lib/catalog/contexts/model/related-works.ts';

const work = (key: number, title: string, authors: number[] = [], topics: string[] = []): ComparedWork => ({ key, title, authors, topics });
const one = work(1, 'Quantization of paraffin lamps', [10, 11], ['Light']);

test('works rank by authors, then topics, then title words in common', () => {
  const others = [
    work(2, 'Paraffin lamps at sea', [], ['Light']),
    work(3, 'Wicks', [10]),
    work(4, 'Shades', [10, 11], ['Light']),
    work(5, 'A new method for quantization', [], ['Light', 'Sea']),
  ];
  expect(rankRelated(one, others, 9)).toEqual([
    { key: 4, common: { authors: 2, topics: ['Light'], words: [] } },
    { key: 2, common: { authors: 0, topics: ['Light'], words: ['paraffin', 'lamps'] } },
    { key: 5, common: { authors: 0, topics: ['Light'], words: ['quantization'] } },
    { key: 3, common: { authors: 1, topics: [], words: [] } },
  ]);
  expect(rankRelated(one, others, 1)).toHaveLength(1);
});

test('the work itself, its versions, and works with only a topic in common are excluded', () => {
  const others = [one, work(2, 'Quantization of Paraffin Lamps.', [10, 11], ['Light']), work(3, 'Sound', [], ['Light'])];
  expect(rankRelated(one, others, 9)).toEqual([]);
});
