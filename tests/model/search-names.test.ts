import { expect, test } from 'vitest';
import { findNameMatch } from '#lib/catalog/search-index/model/closeness.ts';
import { tiersForPeople } from '#lib/catalog/search-index/model/query.ts';
import { pinyinOf } from '#lib/platform/names/palladius.ts';
import { measureCpuMs } from '../cpu-time.ts';

test.each([
  ['чжан', 'zhang'],
  ['юньцюань', 'yunquan'],
  ['го', 'guo'],
  ['бо', 'bo'],
  ['сюй', 'xu'],
  ['цзиньпин', 'jinping'],
  ['шэньчжэнь', 'shenzhen'],
])('%s is %s', (word, pinyin) => {
  expect(pinyinOf(word)).toBe(pinyin);
});

test.each(['лотман', 'юрий', 'zhang', 'мюллер', ''])('%s is not a query', (word) => {
  expect(pinyinOf(word) || null).toBeNull();
});

test('a match states which words differ, each typed word counted once', () => {
  expect(findNameMatch('Anders Sogard', ['Anders Søgaard'])?.typos).toEqual([{ asked: 'sogard', written: 'sogaard' }]);
  expect(findNameMatch('yun quan zhang', ['Zheng Yuan'])).toBeNull();
  expect(findNameMatch('Παπαδόπουλος', ['Maria Papadopoulou', 'Dimitris Papadopoulos'])).toMatchObject({
    by: 'words',
    name: 'Dimitris Papadopoulos',
  });
  expect(findNameMatch('Чжан Юэ', ['Yue Zhang'])).toMatchObject({ by: 'name', typos: [] });
});

test('a query of 8,000 characters takes no longer than one of 200', async () => {
  expect(await measureCpuMs(() => tiersForPeople('ab '.repeat(2_700)))).toBeLessThan(1_000);
});
