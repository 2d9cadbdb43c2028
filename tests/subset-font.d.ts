/** The part of the types of subset-font 3 that is used here; the package has none. */
declare module 'subset-font' {
  interface Options {
    targetFormat: 'truetype' | 'woff2';
    keepFeatures: readonly string[];
    keepAllGlyphs?: boolean;
  }
  export default function subsetFont(font: Buffer, text: string | undefined, options: Options): Promise<Buffer>;
}
