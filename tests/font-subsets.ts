import { readFileSync } from 'node:fs';
import subsetFont from 'subset-font';
import { cardScripts, cardWeights } from '#lib/portal/cards/loaders/fonts.ts';

/*
 * The files of app/fonts are subsets of the files in the font packages. faces.ts declares the characters of each file. `npm run fonts`
 * writes the files, and tests/model/fonts.test.ts compares them with faces.ts.
 */

export const fontFolder = 'app/fonts';

const packaged = {
  sans: (script: string) => `node_modules/@fontsource-variable/source-sans-3/files/source-sans-3-${script}-wght-normal.woff2`,
  serif: (script: string) => `node_modules/@fontsource/source-serif-4/files/source-serif-4-${script}-400-normal.woff2`,
  italic: (script: string) => `node_modules/@fontsource/source-serif-4/files/source-serif-4-${script}-400-italic.woff2`,
};
const scripts: Record<string, string> = { latin: 'latin', signs: 'latin', vietnamese: 'vietnamese' };
/** The features that names, titles and numbers need. Fractions and alternative figures, which no page uses, would take 4 kB. */
const keepFeatures = ['kern', 'liga', 'ccmp', 'locl', 'mark', 'mkmk', 'tnum'];

/** A file of app/fonts, as faces.ts declares it. `name` is its face and its script. */
export interface FontFile {
  name: string;
  ranges: [from: number, to: number][];
}

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

/** Returns the subset of the packaged font that a file contains. */
export async function cutFont({ name, ranges }: FontFile): Promise<Buffer> {
  const [face = '', part = ''] = name.split('-');
  if (!(face in packaged)) throw new Error(`No package has the face ${face}.`);
  const whole = readFileSync(packaged[face as keyof typeof packaged](scripts[part] ?? 'latin-ext'));
  const letters = ranges.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)));
  const cut = await subsetFont(whole, letters.join(''), { targetFormat: 'truetype', keepFeatures });
  return renameFont(cut);
}

/** Converts a font. Equal subsets are equal in `truetype`, which takes a tenth of the time of WOFF2. */
export const convertFont = (font: Buffer, targetFormat: 'truetype' | 'woff2'): Promise<Buffer> =>
  subsetFont(font, undefined, { targetFormat, keepFeatures, keepAllGlyphs: true });

/** Ids in the name table: https://learn.microsoft.com/typography/opentype/spec/name */
const nameIds = { copyright: 0, family: 1, full: 4, postscript: 6, licence: 14 };

/**
 * Renames a font, because its licence reserves the name "Source" for unmodified versions (https://openfontlicense.org). Keeps the copyright
 * notice. Empties names that no browser reads, which saves 300 bytes a file.
 */
function renameFont(font: Buffer): Buffer {
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

/** The files of app/fonts/cards, for share pictures: copies of packaged files, each with the characters of one script. */
export const cardFontFiles = cardScripts.flatMap((script) =>
  cardWeights.map((weight) => {
    // Amiri has no weight of 600. Noto's Arabic has its dots as marks, which the renderer misplaces.
    const [face, packagedWeight] = script === 'arabic' ? ['amiri', weight === 600 ? 700 : weight] : [`noto-serif-${script}`, weight];
    return {
      from: `node_modules/@fontsource/${face}/files/${face}-${script}-${packagedWeight}-normal.woff2`,
      to: `${fontFolder}/cards/${script}-${weight}.woff2`,
    };
  }),
);
