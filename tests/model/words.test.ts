import { describe, expect, it } from 'vitest';
import { categoryName } from '#lib/catalog/works/model/categories.ts';
import { formatDate } from '#lib/catalog/works/model/dates.ts';

describe('dates of works for readers', () => {
  it.each([
    ['2026-05-12', '12 May 2026'],
    ['2026-05-02', '2 May 2026'],
    ['2026-05', 'May 2026'],
    ['2026', '2026'],
  ])('says %s as %s, always with the year', (date, words) => expect(formatDate(date)).toBe(words));

  it('an invalid date is shown unchanged', () => {
    expect(formatDate('2026-13-01')).toBe('2026-13-01');
    expect(formatDate('spring')).toBe('spring');
  });
});

describe('categories', () => {
  it.each([
    ['LG', 'Machine Learning'],
    ['CL', 'Computation and Language'],
    ['DC', 'Distributed, Parallel, and Cluster Computing'],
    ['cs.CV', 'Computer Vision and Pattern Recognition'],
    ['ML', 'Machine Learning (Statistics)'],
    ['NA', 'Numerical Analysis'],
    ['quant-ph', 'Quantum Physics'],
  ])('gives %s its full name', (code, name) => expect(categoryName(code)).toBe(name));

  it('an unknown code, and one that two archives share, stay unchanged', () => {
    expect(categoryName('XX')).toBe('XX');
    expect(categoryName('AP')).toBe('AP');
    expect(categoryName('math.AP')).toBe('Analysis of PDEs');
  });
});
