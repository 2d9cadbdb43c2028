import { expect, test } from 'vitest';
import { type AuthorWork, affiliationStatementOf } from '#lib/catalog/refresh/commands/author-facts.ts';

/** Works of a person, oldest first: the year and the affiliation. */
const stated = (...works: [year: number, affiliation: string | null][]) => {
  const { work } = affiliationStatementOf({
    works: works.map(([year, affiliation]) => ({ year, affiliation }) as AuthorWork),
    pages: [],
  });
  return work && [work.affiliation, work.year];
};

test('a head shows the institution of most works of the newest three years, with the year of its newest work', () => {
  expect(stated([2022, 'Wick College'], [2023, 'Wick College'], [2024, 'Wick College'], [2024, 'Lamps Ltd'])).toEqual([
    'Wick College',
    2024,
  ]);
  expect(stated([2023, 'Wick College'], [2023, 'Wick College'], [2024, 'Lamps Ltd'])).toEqual(['Wick College', 2023]);
});

test('earlier years do not count, even if the years between state none', () => {
  const earlier: [number, string][] = [
    [2018, 'Wick College'],
    [2019, 'Wick College'],
  ];
  expect(stated(...earlier, [2022, 'Lamps Ltd'], [2023, 'Shade Institute'], [2024, 'Shade Institute'])).toEqual(['Shade Institute', 2024]);
  expect(stated(...earlier, [2023, null], [2024, 'Lamps Ltd'])).toEqual(['Lamps Ltd', 2024]);
});

test('of institutions with as many works, the newest one is shown', () => {
  expect(stated([2023, 'Wick College'], [2024, 'Lamps Ltd'])).toEqual(['Lamps Ltd', 2024]);
});

test('spellings of one institution count together; the most common one is shown', () => {
  const works: [number, string][] = [
    [2022, 'Wick College'],
    [2022, 'Wick College'],
    [2023, 'Lamps Ltd'],
    [2023, 'Lamps Ltd'],
    [2024, 'The Wick College; Lamps Institute'],
  ];
  expect(stated(...works)).toEqual(['Wick College', 2024]);
});

test('what names no institution is passed over', () => {
  expect(stated([2020, 'Wick College'], [2024, 'Assistant Professor'], [2025, 'Department of Physics'])).toEqual(['Wick College', 2020]);
  expect(stated([2024, 'Researcher'])).toBeUndefined();
});
