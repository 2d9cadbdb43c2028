import { expect, test } from 'vitest';
import { type AuthorWork, affiliationStatementOf } from '#lib/catalog/refresh/commands/author-facts.ts';

/** Works of a person, oldest first: the year and the affiliation. */
const stated = (...works: [year: number, affiliation: string | null][]) => {
  const facts = { works: works.map(([year, affiliation]) => ({ year, affiliation }) as AuthorWork), pages: [] };
  const { work } = affiliationStatementOf(facts, (text) => text.includes('Registered'));
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

test('of institutions with as many works, the newest one is shown, first one of the registry', () => {
  expect(stated([2023, 'Wick College'], [2024, 'Lamps Ltd'])).toEqual(['Lamps Ltd', 2024]);
  expect(stated([2023, 'Registered College'], [2024, 'Lamps Ltd'])).toEqual(['Registered College', 2023]);
  expect(stated([2022, 'Registered College'], [2023, 'Registered Institute'], [2024, 'Lamps Ltd'])).toEqual(['Registered Institute', 2023]);
});

test('no institution is shown before one that more works of the newest years state, in any order of works of a year', () => {
  const names = ['Wick College', 'Lamps Ltd', 'Registered College', 'Registered Institute'];
  const counts = [...Array(4 ** names.length).keys()].map((all) => names.map((_, at) => Math.floor(all / 4 ** at) % 4));
  for (const each of counts) {
    const works = names.flatMap((name, at) => Array<[number, string]>(each[at] ?? 0).fill([2024, name]));
    const [shown] = stated(...works) ?? [];
    const most = Math.max(...each);
    const withMost = names.filter((_, at) => each[at] === most);
    if (most === 0) expect(shown).toBeUndefined();
    else expect(withMost, `${each}`).toContain(shown);
    if (most > 0 && withMost.some((name) => name.includes('Registered'))) expect(shown).toContain('Registered');
    expect(stated(...works.toReversed())?.[1]).toBe(stated(...works)?.[1]);
  }
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
