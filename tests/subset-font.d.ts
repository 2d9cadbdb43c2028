/** As much of subset-font 3 as the fonts are cut with; the package brings no types. */
declare module 'subset-font' {
  interface Options {
    targetFormat: 'truetype' | 'woff2';
    keepFeatures: readonly string[];
    keepAllGlyphs?: boolean;
  }
  export default function subsetFont(font: Buffer, text: string | undefined, options: Options): Promise<Buffer>;
}
