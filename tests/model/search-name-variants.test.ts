import { expect, test } from 'vitest';
import { variantsOfName, variantsOfWord } from '#lib/catalog/search-index/model/name-variants.ts';
import { queryForms } from '#lib/platform/names/name-forms.ts';

test.each([
  ['hinrich schuetze', 'Hinrich Schütze', ['hinrich schutze', 'hinrich schuetze']],
  ['hinrich schutze', 'Hinrich Schütze', ['hinrich schutze', 'hinrich schuetze']],
  ['Schütze, Hinrich', 'Hinrich Schuetze', ['hinrich schuetze']],
  ['jianyun nie', 'Jian-Yun Nie', ['jian yun nie']],
  ['Чжан Юэ', 'Yue Zhang', ['yue zhang']],
  ['王小明', '王小明', ['王 小 明']],
  ['hinrich schuetze', 'Hans Schütze', []],
  ['hinrich schuetze', 'H. Schütze', []],
])('"%s" is a query for %s', (query, name, nameVariants) => {
  expect(variantsOfName(queryForms(query), name).map((words) => words.join(' '))).toEqual(nameVariants);
});

test('a word has the other spellings that names have', () => {
  const names = ['Hinrich Schütze', 'Jörg-Peter Müller', 'Queue Moller'];
  const nameVariants = ['schuetze', 'schutze', 'mueller', 'joerg', 'queue', 'moller'].map((word) => variantsOfWord(word, names));
  expect(nameVariants).toEqual([['schutze'], ['schuetze'], ['muller'], ['jorg'], [], []]);
});
