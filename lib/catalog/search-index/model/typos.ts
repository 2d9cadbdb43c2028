/**
 * Words that one slip turns into each other: a letter too many, too few, another, or two neighbours changed about. Found by their
 * deletions, as SymSpell does (W. Garbe, 2012): one slip apart, two words share a form that lacks at most one letter.
 */

/** Shorter words are too like each other; longer ones are not typed. */
const shortest = 3;
const longest = 32;

/** True of a word that slips are looked for in. The marks of keys (digits) are not. */
export const maySlip = (word: string): boolean => word.length >= shortest && word.length <= longest && !/\p{N}/u.test(word);

/** A word and all that is left of it when one letter falls out. */
export function deletionsOf(word: string): string[] {
  const letters = [...word];
  return [...new Set([word, ...letters.map((_, at) => letters.slice(0, at).join('') + letters.slice(at + 1).join(''))])];
}

/** True where one slip, and no fewer, lies between two words: a Damerau–Levenshtein distance of 1. */
export function oneSlipApart(one: string, other: string): boolean {
  const [a, b] = [[...one], [...other]];
  if (Math.abs(a.length - b.length) > 1 || one === other) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  const [leftA, leftB] = [a.length - start - end, b.length - start - end];
  if (Math.max(leftA, leftB) <= 1) return true;
  return leftA === 2 && leftB === 2 && a[start] === b[start + 1] && a[start + 1] === b[start];
}
