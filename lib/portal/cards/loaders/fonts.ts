import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Parts of the serif of the site, in the files of its package. */
const subsets = ['latin', 'latin-ext', 'greek', 'cyrillic', 'vietnamese'];
/** Scripts of names and titles that the serif lacks, in files of app/fonts/cards. Chinese, Japanese and Korean take 4 MB each, and have none. */
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

/** All families, as a style names them. */
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

/** Returns the fonts of share cards, read once: a read that fails is tried again. */
export async function cardFonts() {
  fonts ??= await readFonts();
  return fonts;
}
