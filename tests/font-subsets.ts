import { readFileSync } from 'node:fs';
import subsetFont from 'subset-font';
import { cardScripts, cardWeights } from '#lib/portal/cards/loaders/fonts.ts';

/*
 * The files of app/fonts are parts of those that the packages of the fonts ship. faces.ts says which letters a file has.
 * `npm run fonts` writes the files, and tests/model/fonts.test.ts compares them with what faces.ts says.
 */

export const fontFolder = 'app/fonts';

const packaged = {
  sans: (script: string) => `node_modules/@fontsource-variable/source-sans-3/files/source-sans-3-${script}-wght-normal.woff2`,
  serif: (script: string) => `node_modules/@fontsource/source-serif-4/files/source-serif-4-${script}-400-normal.woff2`,
  italic: (script: string) => `node_modules/@fontsource/source-serif-4/files/source-serif-4-${script}-400-italic.woff2`,
};
const scripts: Record<string, string> = { latin: 'latin', signs: 'latin', vietnamese: 'vietnamese' };
/** What names, titles and numbers need. Fractions and a second kind of figures, which no page asks for, have 4 kB. */
const keepFeatures = ['kern', 'liga', 'ccmp', 'locl', 'mark', 'mkmk', 'tnum'];

/** A file of app/fonts, as faces.ts declares it: `name` is its face and its part. */
export interface FontFile {
  name: string;
  ranges: [from: number, to: number][];
}

/** Returns the files that faces.ts declares. */
export function fontFiles(): FontFile[] {
  const written = readFileSync(`${fontFolder}/faces.ts`, 'utf8');
  return [...written.matchAll(/src: '\.\/([a-z-]+)\.woff2'[^;]*?'unicode-range',\s*value:\s*'([^']+)'/g)].map(
    ([, name = '', ranges = '']) => ({
      name,
      ranges: ranges.split(',').map((range) => {
        const [from = 0, to = from] = range
          .replace('U+', '')
          .split('-')
          .map((hex) => Number.parseInt(hex, 16));
        return [from, to];
      }),
    }),
  );
}

/** Returns the letters of a file, cut out of its package. */
export async function cutFont({ name, ranges }: FontFile): Promise<Buffer> {
  const [face = '', part = ''] = name.split('-');
  if (!(face in packaged)) throw new Error(`No package has the face ${face}.`);
  const whole = readFileSync(packaged[face as keyof typeof packaged](scripts[part] ?? 'latin-ext'));
  const letters = ranges.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)));
  const cut = await subsetFont(whole, letters.join(''), { targetFormat: 'truetype', keepFeatures });
  return renamed(cut);
}

/** Returns a font in a format. Two fonts with the same letters are equal in `truetype`, which takes a tenth of the time of WOFF2. */
export const convertFont = (font: Buffer, targetFormat: 'truetype' | 'woff2'): Promise<Buffer> =>
  subsetFont(font, undefined, { targetFormat, keepFeatures, keepAllGlyphs: true });

/** What the name table has: https://learn.microsoft.com/typography/opentype/spec/name */
const nameIds = { copyright: 0, family: 1, full: 4, postscript: 6, licence: 14 };

/**
 * Returns the font under another name. "Source" is reserved: https://openfontlicense.org asks that no changed version has it.
 * The copyright notice stays. Names that no browser reads become empty, which saves 300 bytes a file.
 */
function renamed(font: Buffer): Buffer {
  const tables = font.readUInt16BE(4);
  const name = Array.from({ length: tables }, (_, at) => 12 + 16 * at).find((at) => font.toString('latin1', at, at + 4) === 'name');
  if (name === undefined) throw new Error('The font has no table of names.');
  const table = font.readUInt32BE(name + 8);
  const texts = table + font.readUInt16BE(table + 4);
  for (let record = table + 6; record < texts; record += 12) {
    const id = font.readUInt16BE(record + 6);
    if (id === nameIds.copyright || id === nameIds.licence) continue;
    const from = texts + font.readUInt16BE(record + 10);
    const text = font.subarray(from, from + font.readUInt16BE(record + 8));
    const at = text.indexOf(Buffer.from('Source', 'utf16le').swap16());
    if (id !== nameIds.family && id !== nameIds.full && id !== nameIds.postscript) font.writeUInt16BE(0, record + 8);
    else if (at >= 0) Buffer.from('Author', 'utf16le').swap16().copy(text, at);
  }
  return font;
}

/** The files of app/fonts/cards, for the pictures of shared pages: copies of those of the packages, each with the letters of one script. */
export const cardFontFiles = cardScripts.flatMap((script) =>
  cardWeights.map((weight) => {
    // Amiri has no weight of 600. Noto's Arabic has its dots as marks, which the renderer does not put in their places.
    const [face, packagedWeight] = script === 'arabic' ? ['amiri', weight === 600 ? 700 : weight] : [`noto-serif-${script}`, weight];
    return {
      from: `node_modules/@fontsource/${face}/files/${face}-${script}-${packagedWeight}-normal.woff2`,
      to: `${fontFolder}/cards/${script}-${weight}.woff2`,
    };
  }),
);
