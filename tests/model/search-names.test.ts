import { expect, test } from 'vitest';
import { nameMatch } from '#lib/catalog/search-index/model/closeness.ts';
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
  expect(nameMatch('Anders Sogard', ['Anders Søgaard'])?.slips).toEqual([{ asked: 'sogard', written: 'sogaard' }]);
  expect(nameMatch('yun quan zhang', ['Zheng Yuan'])).toBeNull();
  expect(nameMatch('Παπαδόπουλος', ['Maria Papadopoulou', 'Dimitris Papadopoulos'])).toMatchObject({
    by: 'words',
    name: 'Dimitris Papadopoulos',
  });
  expect(nameMatch('Чжан Юэ', ['Yue Zhang'])).toMatchObject({ by: 'name', slips: [] });
});

test('a query of 8,000 characters takes no longer than one of 200', async () => {
  expect(await measureCpuMs(() => tiersForPeople('ab '.repeat(2_700)))).toBeLessThan(1_000);
});
