/**
 * Words that are one typo apart: an extra letter, a missing letter, a replaced letter, or two adjacent letters transposed. Found by their
 * deletions, as in SymSpell (W. Garbe, 2012): two such words share a form that lacks at most one letter.
 */

/** Length of words for which typos are corrected. Shorter words are too similar to each other; longer ones are not typed by hand. */
const minWordLength = 3;
const maxWordLength = 32;

/** True for a word in which typos are corrected. Keys with digits are excluded. */
export const isCorrectable = (word: string): boolean =>
  word.length >= minWordLength && word.length <= maxWordLength && !/\p{N}/u.test(word);

/** Returns a word and all its forms with one letter deleted. */
export function deletionsOf(word: string): string[] {
  const letters = [...word];
  return [...new Set([word, ...letters.map((_, at) => letters.slice(0, at).join('') + letters.slice(at + 1).join(''))])];
}

/** True if the Damerau–Levenshtein distance (optimal string alignment) of two words is exactly 1. */
export function isOneTypoApart(one: string, other: string): boolean {
  const [a, b] = [[...one], [...other]];
  if (Math.abs(a.length - b.length) > 1 || one === other) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  const [differingA, differingB] = [a.length - start - end, b.length - start - end];
  if (Math.max(differingA, differingB) <= 1) return true;
  return differingA === 2 && differingB === 2 && a[start] === b[start + 1] && a[start + 1] === b[start];
}
