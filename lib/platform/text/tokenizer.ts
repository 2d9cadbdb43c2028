import anyAscii from 'any-ascii';

const latinPattern = /\p{Script=Latin}/u;
/** Text that folding only changes to lower case. */
const asciiText = /^[\t\n\r\x20-\x7e]*$/;

/**
 * Folds text for comparison in searches: lower case, without diacritics, Latin letters as ASCII (ß → ss, ø → o, ł → l). Other scripts stay
 * unchanged. Never for display.
 */
export function fold(text: string): string {
  if (asciiText.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/\P{ASCII}/gu, (letter) => (latinPattern.test(letter) ? anyAscii(letter) : letter))
    .toLowerCase()
    .normalize('NFC');
}

/** Letters and digits, except vowel signs that Unicode 8 reclassified as letters and that SQLite's tokenizer still treats as separators. */
const wordPattern = /[[\p{L}\p{N}]--[\u19b0-\u19c0\u19c8\u19c9\u1cf2\u1cf3]]+/gv;

/** Returns the folded tokens of a text: runs of letters and digits. All other characters are separators. */
export const tokenize = (text: string): string[] => fold(text).match(wordPattern) ?? [];

/** Folds text for the index: characters of scripts without spaces are separated, so that each is a token. */
export const foldForIndex = (text: string): string => {
  const folded = fold(text);
  return asciiText.test(folded)
    ? folded
    : folded.replace(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu, ' $& ');
};

/** Returns the tokens of a search: as `tokenize`, of `foldForIndex` text. */
export const searchTokens = (text: string): string[] => foldForIndex(text).match(wordPattern) ?? [];

export const documentKinds = ['author', 'work', 'topic', 'venue', 'institution'] as const;
export type DocumentKind = (typeof documentKinds)[number];

const keySpace = 2 ** 31;

/**
 * The first number of each kind, and its highest distinguished importance. Topics, venues and institutions are few, and share the numbers
 * below 2^53 that authors and works leave.
 */
const numberRanges: Record<DocumentKind, { from: number; maxImportance: number }> = {
  author: { from: 0, maxImportance: 2 ** 20 - 1 },
  work: { from: 2 ** 51, maxImportance: 2 ** 20 - 1 },
  topic: { from: 2 ** 52, maxImportance: 2 ** 18 - 1 },
  venue: { from: 2 ** 52 + 2 ** 49, maxImportance: 2 ** 18 - 1 },
  institution: { from: 2 ** 52 + 2 ** 50, maxImportance: 2 ** 18 - 1 },
};

/**
 * Returns the number of a search document: by kind, then by descending importance, then by the subject's key. Reading the index by number
 * returns the most important documents of a kind first, so that a search can stop early. Below 2^53; `importance` is the year of a work,
 * and otherwise a number of works.
 */
export const documentNumber = (kind: DocumentKind, importance: number, key: number): number => {
  const { from, maxImportance } = numberRanges[kind];
  return from + (maxImportance - Math.max(0, Math.min(maxImportance, Math.trunc(importance)))) * keySpace + key;
};

/** Returns the range of numbers of a kind, both bounds included. */
export const documentNumbersOf = (kind: DocumentKind): { from: number; to: number } => {
  const { from, maxImportance } = numberRanges[kind];
  return { from, to: from + (maxImportance + 1) * keySpace - 1 };
};

/** Returns the key of the subject of a document number. */
export const subjectKeyOf = (number: number): number => number % keySpace;
