import anyAscii from 'any-ascii';

const latin = /\p{Script=Latin}/u;
const plain = /^[\x20-\x7e]*$/;

/**
 * Text as searches compare it: lower case, without diacritics, Latin letters spelt in ASCII (ß → ss, ø → o, ł → l).
 * Other scripts stay as they are. Never for display.
 */
export function fold(text: string): string {
  if (plain.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/\P{ASCII}/gu, (letter) => (latin.test(letter) ? anyAscii(letter) : letter))
    .toLowerCase();
}

/** The words of a query or a text, folded: runs of letters and digits. Everything else only separates. */
export const words = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];

export const documentKinds = ['author', 'work'] as const;
export type DocumentKind = (typeof documentKinds)[number];

const mostImportant = 2 ** 20 - 1;
const keySpace = 2 ** 31;

/**
 * The number of a search document: kind, then importance from high to low, then the subject's key, so that walking the
 * index by number meets people before works and the important before the rest (and a search may stop early).
 * At most 2^52; `importance` is a count of works for a person and a year for a work.
 */
export const documentNumber = (kind: DocumentKind, importance: number, key: number): number => {
  const rank = mostImportant - Math.max(0, Math.min(mostImportant, Math.trunc(importance)));
  return (documentKinds.indexOf(kind) * (mostImportant + 1) + rank) * keySpace + key;
};

/** The numbers of one kind: from the first to the last, both included. */
export const numbersOf = (kind: DocumentKind): { from: number; to: number } => {
  const size = (mostImportant + 1) * keySpace;
  const from = documentKinds.indexOf(kind) * size;
  return { from, to: from + size - 1 };
};
