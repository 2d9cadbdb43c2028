import satori from 'satori';
import { expect, test } from 'vitest';
import { toDrawableText } from '#lib/platform/text/drawable.ts';
import { cardFonts, fontFamilies } from '#lib/portal/cards/loaders/fonts.ts';

/** Unicode blocks: the first code point, and the first after the block. */
const blocks = {
  Armenian: [0x530, 0x590],
  Hebrew: [0x590, 0x600],
  Arabic: [0x600, 0x700],
  'Arabic supplement': [0x750, 0x780],
  Devanagari: [0x900, 0x980],
  Bengali: [0x980, 0xa00],
  Tamil: [0xb80, 0xc00],
  Thai: [0xe00, 0xe80],
  Georgian: [0x10a0, 0x1100],
} as const;

const lettersIn = ([from, to]: readonly [number, number]) =>
  Array.from({ length: to - from }, (_, at) => String.fromCodePoint(from + at)).filter((sign) => /\p{L}/u.test(sign));

test.each(Object.entries(blocks))('a share card can draw each letter of %s', async (_, block) => {
  const letters = lettersIn(block);
  expect(letters.filter((letter) => toDrawableText(letter) === null)).toEqual([]);
  const missing: string[] = [];
  const text = {
    type: 'div',
    props: { style: { display: 'flex', flexWrap: 'wrap', fontFamily: fontFamilies }, children: letters.join(' ') },
  };
  await satori(text as never, {
    ...{ width: 1200, height: 630, fonts: await cardFonts() },
    loadAdditionalAsset: async (_language: string, segment: string) => {
      missing.push(segment);
      return [];
    },
  });
  expect(missing).toEqual([]);
});

test('a share card draws another name if it has no font for the script of the first', async () => {
  expect([toDrawableText('张伟'), toDrawableText('ꦗꦮ')]).toEqual([null, null]);
});
