import localFont from 'next/font/local';

/*
 * next/font gives every call a family of its own, so that each script's file is a family with a unicode-range: only the
 * Latin files are preloaded, the others arrive when a page has one of their letters. globals.css puts them in order. The serif
 * comes in one weight, 20 kB where the variable file has 50: size and space tell its headings apart, and the few bold letters
 * that titles have are drawn by the browser. Its italic is a family of its own.
 */
const serif = localFont({
  src: '../node_modules/@fontsource/source-serif-4/files/source-serif-4-latin-400-normal.woff2',
  weight: '400',
  display: 'swap',
  variable: '--face-serif',
  adjustFontFallback: 'Times New Roman',
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
    },
  ],
});

const serifItalic = localFont({
  src: '../node_modules/@fontsource/source-serif-4/files/source-serif-4-latin-400-italic.woff2',
  weight: '400',
  style: 'italic',
  display: 'swap',
  preload: false,
  adjustFontFallback: false,
  variable: '--face-serif-italic',
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
    },
  ],
});

const serifExt = localFont({
  src: '../node_modules/@fontsource/source-serif-4/files/source-serif-4-latin-ext-400-normal.woff2',
  weight: '400',
  display: 'swap',
  preload: false,
  adjustFontFallback: false,
  variable: '--face-serif-ext',
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+0100-0130,U+0132-0151,U+0154-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+20A0-20AB,U+20AD-20C4,U+2C60-2C7F,U+A720-A7FF',
    },
  ],
});

const serifVietnamese = localFont({
  src: '../node_modules/@fontsource/source-serif-4/files/source-serif-4-vietnamese-400-normal.woff2',
  weight: '400',
  display: 'swap',
  preload: false,
  adjustFontFallback: false,
  variable: '--face-serif-vietnamese',
  declarations: [{ prop: 'unicode-range', value: 'U+0102-0103,U+0110-0111,U+0128-0129,U+0168-0169,U+01A0-01A1,U+01AF-01B0,U+1EA0-1EF1' }],
});

const sans = localFont({
  src: '../node_modules/@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2',
  weight: '200 900',
  display: 'swap',
  variable: '--face-sans',
  adjustFontFallback: 'Arial',
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
    },
  ],
});

const sansExt = localFont({
  src: '../node_modules/@fontsource-variable/source-sans-3/files/source-sans-3-latin-ext-wght-normal.woff2',
  weight: '200 900',
  display: 'swap',
  preload: false,
  adjustFontFallback: false,
  variable: '--face-sans-ext',
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+0100-0130,U+0132-0151,U+0154-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+20A0-20AB,U+20AD-20C4,U+2C60-2C7F,U+A720-A7FF',
    },
  ],
});

const sansVietnamese = localFont({
  src: '../node_modules/@fontsource-variable/source-sans-3/files/source-sans-3-vietnamese-wght-normal.woff2',
  weight: '200 900',
  display: 'swap',
  preload: false,
  adjustFontFallback: false,
  variable: '--face-sans-vietnamese',
  declarations: [{ prop: 'unicode-range', value: 'U+0102-0103,U+0110-0111,U+0128-0129,U+0168-0169,U+01A0-01A1,U+01AF-01B0,U+1EA0-1EF1' }],
});

/** Class names for <html> that define the faces; globals.css composes them to --font-serif and --font-sans. */
export const faces = [serif, serifItalic, serifExt, serifVietnamese, sans, sansExt, sansVietnamese].map((face) => face.variable).join(' ');
