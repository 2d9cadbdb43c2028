import { expect, test } from 'vitest';
import { initialsOf } from '#components/ui/monogram.tsx';
import { nameInSources } from '#lib/catalog/authors/model/shown-name.ts';

const on = (name: string, year: number, family: string | null = null) => ({ name, year, family });
const many = (count: number, name: string, year = 2020) => Array.from({ length: count }, () => on(name, year));

test('a person is shown under the form on most works', () => {
  expect(nameInSources([on('A. Waibel', 1988), ...many(3, 'Alex Waibel', 1990)], [])?.name).toBe('Alex Waibel');
  expect(nameInSources([...many(2, 'Ada B'), ...many(2, 'Ada Byron'), ...many(3, 'A. Byron')], [])?.name).toBe('A. Byron');
});

test('of forms on equally many works the newer one is shown, then the one with diacritics', () => {
  expect(nameInSources([on('Ada King', 2020), on('Ada Byron', 1999)], [])?.name).toBe('Ada King');
  expect(nameInSources([on('Carolyn Rose', 2020), on('Carolyn Rosé', 2020)], [])?.name).toBe('Carolyn Rosé');
  expect(nameInSources([on('Carolyn Rose', 2021), on('Carolyn Rosé', 2020)], [])?.name).toBe('Carolyn Rose');
});

test('the name that editors or the person have chosen is shown before any form, by the rank of its source', () => {
  const forms = many(9, 'C. P. Rose');
  const editors = { source: 'acl-anthology', name: 'Carolyn Rosé', family: 'Rosé' } as const;
  expect(nameInSources(forms, [editors])).toEqual({ name: 'Carolyn Rosé', family: 'Rosé' });
  const orcid = { source: 'orcid', name: 'Carolyn Penstein Rosé', family: null } as const;
  expect(nameInSources(forms, [editors, orcid])?.name).toBe('Carolyn Penstein Rosé');
});

test('the name of an index counts as a form, not as chosen', () => {
  expect(nameInSources(many(2, 'Alex Waibel'), [{ source: 'openalex', name: 'A. Waibel', family: null }])?.name).toBe('Alex Waibel');
});

test('of two people of one list that were merged, the name on more works is shown', () => {
  const chosen = (name: string) => ({ source: 'acl-anthology', name, family: null }) as const;
  expect(nameInSources([on('Ada King', 2020), ...many(2, 'Ada Byron')], [chosen('Ada King'), chosen('Ada Byron')])?.name).toBe('Ada Byron');
});

test('the family name of one form is that of another that ends with it', () => {
  expect(
    nameInSources(many(2, 'Lucía García Márquez'), [{ source: 'bibtex', name: 'L. García Márquez', family: 'García Márquez' }]),
  ).toEqual({
    name: 'Lucía García Márquez',
    family: 'García Márquez',
  });
  expect(nameInSources([], [])).toBeNull();
});

test('initials are those of the given and the family name', () => {
  expect(initialsOf('Lucía García Márquez', 'García Márquez')).toBe('LG');
  expect(initialsOf('Rob van der Goot', 'van der Goot')).toBe('RG');
  expect(initialsOf('Madonna', 'Madonna')).toBe('M');
  expect(initialsOf('Ada Byron')).toBe('AB');
});
