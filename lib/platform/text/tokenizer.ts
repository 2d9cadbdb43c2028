import anyAscii from 'any-ascii';

const latin = /\p{Script=Latin}/u;
/** What folding leaves as it is, but for capitals. */
const plain = /^[\t\n\r\x20-\x7e]*$/;

/**
 * Text as searches compare it: lower case, without diacritics, Latin letters spelt in ASCII (ß → ss, ø → o, ł → l).
 * Other scripts stay as they are, whole signs whole. Never for display.
 */
export function fold(text: string): string {
  if (plain.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/\P{ASCII}/gu, (letter) => (latin.test(letter) ? anyAscii(letter) : letter))
    .toLowerCase()
    .normalize('NFC');
}

/** Letters and digits, but those vowel signs that Unicode 8 made letters and SQLite's tokenizer still takes for marks between words. */
const inWords = /[[\p{L}\p{N}]--[\u19b0-\u19c0\u19c8\u19c9\u1cf2\u1cf3]]+/gv;

/** The words of a query or a text, folded: runs of letters and digits. Everything else only separates. */
export const tokenize = (text: string): string[] => fold(text).match(inWords) ?? [];

/** Folded text as it is indexed: signs of scripts that are written without spaces are apart, so that each is a word. */
export const spaced = (text: string): string => {
  const folded = fold(text);
  return plain.test(folded) ? folded : folded.replace(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu, ' $& ');
};

/** The words that a search looks up: as `tokenize`, of `spaced` text. */
export const searchTokens = (text: string): string[] => spaced(text).match(inWords) ?? [];

export const documentKinds = ['author', 'work', 'topic', 'venue', 'institution'] as const;
export type DocumentKind = (typeof documentKinds)[number];

const keySpace = 2 ** 31;

/**
 * Where each kind's numbers begin, and the highest importance that they tell apart. Topics, venues and institutions are few: they share
 * what people and works leave of 2^53.
 */
const ranges: Record<DocumentKind, { from: number; maxImportance: number }> = {
  author: { from: 0, maxImportance: 2 ** 20 - 1 },
  work: { from: 2 ** 51, maxImportance: 2 ** 20 - 1 },
  topic: { from: 2 ** 52, maxImportance: 2 ** 18 - 1 },
  venue: { from: 2 ** 52 + 2 ** 49, maxImportance: 2 ** 18 - 1 },
  institution: { from: 2 ** 52 + 2 ** 50, maxImportance: 2 ** 18 - 1 },
};

/**
 * The number of a search document: kind, then importance from high to low, then the subject's key, so that walking the
 * index by number meets the important of a kind before the rest (and a search may stop early).
 * Below 2^53; `importance` is the year of a work, and otherwise a count of works.
 */
export const documentNumber = (kind: DocumentKind, importance: number, key: number): number => {
  const { from, maxImportance } = ranges[kind];
  return from + (maxImportance - Math.max(0, Math.min(maxImportance, Math.trunc(importance)))) * keySpace + key;
};

/** The numbers of one kind: from the first to the last, both included. */
export const numbersOf = (kind: DocumentKind): { from: number; to: number } => {
  const { from, maxImportance } = ranges[kind];
  return { from, to: from + (maxImportance + 1) * keySpace - 1 };
};

/** The key of the subject that a document's number stands for. */
export const subjectOf = (number: number): number => number % keySpace;
