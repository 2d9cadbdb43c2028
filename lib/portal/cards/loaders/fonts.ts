import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Subsets of the site's serif font, one file each in its package. */
const subsets = ['latin', 'latin-ext', 'greek', 'cyrillic', 'vietnamese'];
/** Scripts that the serif font lacks, in files of app/fonts/cards. Chinese, Japanese and Korean are excluded: each takes 4 MB. */
export const cardScripts = ['arabic', 'hebrew', 'devanagari', 'bengali', 'tamil', 'thai', 'georgian', 'armenian'] as const;
export const cardWeights = [400, 600] as const;

const files: Record<string, (weight: number) => string> = {
  ...Object.fromEntries(
    subsets.map((subset) => [
      subset,
      (weight: number) => join('node_modules', '@fontsource', 'source-serif-4', 'files', `source-serif-4-${subset}-${weight}-normal.woff`),
    ]),
  ),
  ...Object.fromEntries(
    cardScripts.map((script) => [script, (weight: number) => join('app', 'fonts', 'cards', `${script}-${weight}.woff2`)]),
  ),
};

/** All font families, as a CSS `font-family` value. */
export const fontFamilies = Object.keys(files).join(', ');

const readFonts = () =>
  Promise.all(
    Object.entries(files).flatMap(([name, file]) =>
      cardWeights.map(async (weight) => ({
        name,
        weight,
        style: 'normal' as const,
        data: await readFile(join(process.cwd(), file(weight))),
      })),
    ),
  );
let fonts: Awaited<ReturnType<typeof readFonts>> | undefined;

/** Returns the fonts of share cards. They are read once; a failed read is retried. */
export async function cardFonts() {
  fonts ??= await readFonts();
  return fonts;
}
