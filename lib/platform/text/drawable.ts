/** Scripts of which the fonts of share cards have every letter. */
const otherScripts = [
  ...[
    [0x531, 0x58a], // Armenian
    [0x591, 0x5f4], // Hebrew
  ],
  ...[
    [0x606, 0x6ff], // Arabic
    [0x750, 0x77f],
  ],
  ...[
    [0x900, 0x97f], // Devanagari
    [0x980, 0x9fe], // Bengali
    [0xb82, 0xbfa], // Tamil
  ],
  ...[
    [0xe01, 0xe5b], // Thai
    [0x10a0, 0x10ff], // Georgian
    [0x1c90, 0x1cbf],
    [0x2d00, 0x2d2d],
  ],
] as const;

/** Code points that the fonts of share cards mostly have, by the ranges of their files. */
const drawableRanges = [
  ...otherScripts,
  ...[
    [0x20, 0x2ff],
    [0x300, 0x301],
    [0x303, 0x304],
    [0x308, 0x309],
    [0x323, 0x323],
    [0x329, 0x329],
  ],
  ...[
    [0x370, 0x3ff],
    [0x400, 0x45f],
    [0x490, 0x491],
    [0x4b0, 0x4b1],
    [0x1e00, 0x1eff],
    [0x2000, 0x206f],
    [0x20a0, 0x20c4],
  ],
  ...[
    [0x2113, 0x2113],
    [0x2116, 0x2116],
    [0x2122, 0x2122],
    [0x2191, 0x2191],
    [0x2193, 0x2193],
    [0x2212, 0x2212],
    [0x2215, 0x2215],
  ],
] as const;
const hasGlyph = (sign: string): boolean => {
  const codePoint = sign.codePointAt(0) ?? 0;
  return drawableRanges.some(([from = 0, to = from]) => from <= codePoint && codePoint <= to);
};

const superscripts = /[²³¹]*[\u2070-\u207f\u1d2c-\u1d61\u1dbf\u2c7d][²³¹\u2070-\u207f\u1d2c-\u1d61\u1dbf\u2c7dʰʲʳʷʸˡˢˣ]*/g;
const subscripts = /[\u2080-\u208e\u2090-\u209c\u1d62-\u1d6a\u2c7c]+/g;
const rightToLeft = /[\u0590-\u08ff]/;
/** An invisible character (LRM), so that text after right-to-left text, such as a year, is drawn after it. */
const leftToRightMark = '\u200e';

/**
 * Converts a text for drawing on a card. Returns null if a letter has no glyph. Other characters without a glyph, such as emoji, are
 * removed.
 */
export function toDrawableText(text: string): string | null {
  const flattened = text
    .normalize('NFC')
    .replace(superscripts, (signs) => `^${signs.normalize('NFKC')}`)
    .replace(subscripts, (signs) => `_${signs.normalize('NFKC')}`);
  const missing = [...flattened].filter((sign) => !hasGlyph(sign));
  if (missing.some((sign) => /[\p{L}\p{N}]/u.test(sign))) return null;
  const drawableText = missing.length === 0 ? flattened : [...flattened].filter(hasGlyph).join('').replace(/\s+/g, ' ').trim();
  return rightToLeft.test(drawableText) ? `${drawableText}${leftToRightMark}` : drawableText || null;
}
