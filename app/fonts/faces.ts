import localFont from 'next/font/local';

/*
 * The glyphs of a font are split into six files, so that a page loads only those that it needs. `latin` is preloaded; `europe` has the
 * letters of European languages and Turkish; `vietnamese` those of Vietnamese; `letters` those of romanised and rarer languages; `signs`
 * and `rare` the rest. Few pages load more than 60 kB; tests/model/fonts.test.ts measures it. next/font creates a font family for each
 * file; globals.css orders them. The italic has two files, and its `latin` omits characters that are rare in titles. The serif has one
 * weight: size and spacing distinguish its headings, and browsers synthesise the few bold letters of titles. `npm run fonts` creates the
 * files from the font packages by the ranges below.
 */
const serif = localFont({
  src: './serif-latin.woff2',
  weight: '400',
  adjustFontFallback: 'Times New Roman',
  variable: '--face-serif',
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+0020-007E,U+00A0,U+00A7,U+00AB,U+00B7,U+00BB,U+00C0-00FF,U+0131,U+0152-0153,U+2013-2014,U+2018-201A,U+201C-201E,U+2022,U+2026,U+2212',
    },
  ],
});

const serifSigns = localFont({
  src: './serif-signs.woff2',
  weight: '400',
  preload: false,
  adjustFontFallback: false,
  variable: '--face-serif-signs',
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+00A1-00A6,U+00A8-00AA,U+00AC-00B6,U+00B8-00BA,U+00BC-00BF,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+2002-200B,U+2032-2044,U+20AC,U+2122,U+2191,U+2193,U+2215,U+FEFF',
    },
  ],
});

const serifEurope = localFont({
  src: './serif-europe.woff2',
  weight: '400',
  preload: false,
  adjustFontFallback: false,
  variable: '--face-serif-europe',
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+0100-0101,U+0104-0107,U+010C-010F,U+0112-0113,U+0116-011B,U+011E-011F,U+0122-0123,U+012A-012B,U+012E-0130,U+0136-0137,U+0139-013E,U+0141-0148,U+014C-014D,U+0150-0151,U+0154-0155,U+0158-015B,U+015E-0161,U+0164-0165,U+016A-016B,U+016E-0173,U+0178-017E,U+0218-021B',
    },
  ],
});

const serifVietnamese = localFont({
  src: './serif-vietnamese.woff2',
  weight: '400',
  preload: false,
  adjustFontFallback: false,
  variable: '--face-serif-vietnamese',
  declarations: [{ prop: 'unicode-range', value: 'U+0102-0103,U+0110-0111,U+0128-0129,U+0168-0169,U+01A0-01A1,U+01AF-01B0,U+1EA0-1EF9' }],
});

const serifLetters = localFont({
  src: './serif-letters.woff2',
  weight: '400',
  preload: false,
  adjustFontFallback: false,
  variable: '--face-serif-letters',
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+0108-010B,U+0114-0115,U+011C-011D,U+0120-0121,U+0124-0127,U+0134-0135,U+0138,U+013F-0140,U+0149-014B,U+014E-014F,U+0156-0157,U+015C-015D,U+0162-0163,U+016C-016D,U+0174-0177,U+017F,U+018F,U+0192,U+01CD-01DC,U+01E6-01E7,U+01F8-01F9,U+0259,U+02BE-02BF,U+1E0C-1E0F,U+1E20-1E21,U+1E24-1E25,U+1E2A-1E2B,U+1E36-1E3B,U+1E3E-1E3F,U+1E42-1E49,U+1E5A-1E63,U+1E6C-1E6F,U+1E80-1E85,U+1E8E-1E8F,U+1E92-1E93,U+1E97,U+1E9E',
    },
  ],
});

const serifRare = localFont({
  src: './serif-rare.woff2',
  weight: '400',
  preload: false,
  adjustFontFallback: false,
  variable: '--face-serif-rare',
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+012C-012D,U+0132-0133,U+0166-0167,U+0180-018E,U+0190-0191,U+0193-019F,U+01A2-01AE,U+01B1-01CC,U+01DD-01E5,U+01E8-01F7,U+01FA-0217,U+021C-0258,U+025A-02BA,U+02BD,U+02C0-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+1D00-1DBF,U+1E00-1E0B,U+1E10-1E1F,U+1E22-1E23,U+1E26-1E29,U+1E2C-1E35,U+1E3C-1E3D,U+1E40-1E41,U+1E4A-1E59,U+1E64-1E6B,U+1E70-1E7F,U+1E86-1E8D,U+1E90-1E91,U+1E94-1E96,U+1E98-1E9D,U+1E9F,U+20A0-20AB,U+20AD-20C4,U+2C60-2C7F,U+A720-A7FF',
    },
  ],
});

const sans = localFont({
  src: './sans-latin.woff2',
  weight: '200 900',
  adjustFontFallback: 'Arial',
  variable: '--face-sans',
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+0020-007E,U+00A0,U+00A7,U+00AB,U+00B7,U+00BB,U+00C0-00FF,U+0131,U+0152-0153,U+2013-2014,U+2018-201A,U+201C-201E,U+2022,U+2026,U+2212',
    },
  ],
});

const sansSigns = localFont({
  src: './sans-signs.woff2',
  weight: '200 900',
  preload: false,
  adjustFontFallback: false,
  variable: '--face-sans-signs',
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+00A1-00A6,U+00A8-00AA,U+00AC-00B6,U+00B8-00BA,U+00BC-00BF,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+2002-200B,U+2032-2044,U+20AC,U+2122,U+2191,U+2193,U+2215,U+FEFF',
    },
  ],
});

const sansEurope = localFont({
  src: './sans-europe.woff2',
  weight: '200 900',
  preload: false,
  adjustFontFallback: false,
  variable: '--face-sans-europe',
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+0100-0101,U+0104-0107,U+010C-010F,U+0112-0113,U+0116-011B,U+011E-011F,U+0122-0123,U+012A-012B,U+012E-0130,U+0136-0137,U+0139-013E,U+0141-0148,U+014C-014D,U+0150-0151,U+0154-0155,U+0158-015B,U+015E-0161,U+0164-0165,U+016A-016B,U+016E-0173,U+0178-017E,U+0218-021B',
    },
  ],
});

const sansVietnamese = localFont({
  src: './sans-vietnamese.woff2',
  weight: '200 900',
  preload: false,
  adjustFontFallback: false,
  variable: '--face-sans-vietnamese',
  declarations: [{ prop: 'unicode-range', value: 'U+0102-0103,U+0110-0111,U+0128-0129,U+0168-0169,U+01A0-01A1,U+01AF-01B0,U+1EA0-1EF9' }],
});

const sansLetters = localFont({
  src: './sans-letters.woff2',
  weight: '200 900',
  preload: false,
  adjustFontFallback: false,
  variable: '--face-sans-letters',
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+0108-010B,U+0114-0115,U+011C-011D,U+0120-0121,U+0124-0127,U+0134-0135,U+0138,U+013F-0140,U+0149-014B,U+014E-014F,U+0156-0157,U+015C-015D,U+0162-0163,U+016C-016D,U+0174-0177,U+017F,U+018F,U+0192,U+01CD-01DC,U+01E6-01E7,U+01F8-01F9,U+0259,U+02BE-02BF,U+1E0C-1E0F,U+1E20-1E21,U+1E24-1E25,U+1E2A-1E2B,U+1E36-1E3B,U+1E3E-1E3F,U+1E42-1E49,U+1E5A-1E63,U+1E6C-1E6F,U+1E80-1E85,U+1E8E-1E8F,U+1E92-1E93,U+1E97,U+1E9E',
    },
  ],
});

const sansRare = localFont({
  src: './sans-rare.woff2',
  weight: '200 900',
  preload: false,
  adjustFontFallback: false,
  variable: '--face-sans-rare',
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+012C-012D,U+0132-0133,U+0166-0167,U+0180-018E,U+0190-0191,U+0193-019F,U+01A2-01AE,U+01B1-01CC,U+01DD-01E5,U+01E8-01F7,U+01FA-0217,U+021C-0258,U+025A-02BA,U+02BD,U+02C0-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+1D00-1DBF,U+1E00-1E0B,U+1E10-1E1F,U+1E22-1E23,U+1E26-1E29,U+1E2C-1E35,U+1E3C-1E3D,U+1E40-1E41,U+1E4A-1E59,U+1E64-1E6B,U+1E70-1E7F,U+1E86-1E8D,U+1E90-1E91,U+1E94-1E96,U+1E98-1E9D,U+1E9F,U+20A0-20AB,U+20AD-20C4,U+2C60-2C7F,U+A720-A7FF',
    },
  ],
});

const italic = localFont({
  src: './italic-latin.woff2',
  weight: '400',
  style: 'italic',
  preload: false,
  adjustFontFallback: false,
  variable: '--face-italic',
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+0020-0022,U+0025-003F,U+0041-005B,U+005D,U+0061-007A,U+00A0,U+00A7,U+00AB,U+00B7,U+00BB,U+2013-2014,U+2018-201A,U+201C-201E,U+2022,U+2026,U+2212',
    },
  ],
});

const italicSigns = localFont({
  src: './italic-signs.woff2',
  weight: '400',
  style: 'italic',
  preload: false,
  adjustFontFallback: false,
  variable: '--face-italic-signs',
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+0023-0024,U+0040,U+005C,U+005E-0060,U+007B-007E,U+00A1-00A6,U+00A8-00AA,U+00AC-00B6,U+00B8-00BA,U+00BC-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+2002-200B,U+2032-2044,U+20AC,U+2122,U+2191,U+2193,U+2215,U+FEFF',
    },
  ],
});

/** Class names for <html> that define the fonts; globals.css combines them as --font-serif and --font-sans. */
export const fontFaces = [
  serif,
  serifSigns,
  serifEurope,
  serifVietnamese,
  serifLetters,
  serifRare,
  sans,
  sansSigns,
  sansEurope,
  sansVietnamese,
  sansLetters,
  sansRare,
  italic,
  italicSigns,
]
  .map((face) => face.variable)
  .join(' ');
