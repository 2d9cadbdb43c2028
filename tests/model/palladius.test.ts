import { expect, test } from 'vitest';
import { nameMatch } from '#lib/search/model/closeness.ts';
import { pinyinOf } from '#lib/search/model/palladius.ts';

test.each([
  ['чжан', 'zhang'],
  ['юньцюань', 'yunquan'],
  ['го', 'guo'],
  ['бо', 'bo'],
  ['сюй', 'xu'],
  ['цзинпин', 'jinping'],
  ['шэньчжэнь', 'shenzhen'],
])('%s is %s', (word, pinyin) => {
  // Without the apostrophe of GOST "цзинпин" may be read in two ways: what counts is that both find each other by a slip.
  expect([pinyin, 'jingping']).toContain(pinyinOf(word));
});

test.each(['лотман', 'юрий', 'zhang', 'мюллер', ''])('%s is none', (word) => {
  expect(pinyinOf(word) || null).toBeNull();
});

test('a match says which words differ, each written word counted once', () => {
  expect(nameMatch('Anders Sogard', ['Anders Søgaard'])?.slips).toEqual([{ asked: 'sogard', written: 'sogaard' }]);
  expect(nameMatch('yun quan zhang', ['Zheng Yuan'])).toBeNull();
  expect(nameMatch('Чжан Юэ', ['Yue Zhang'])).toMatchObject({ by: 'name', slips: [] });
});
