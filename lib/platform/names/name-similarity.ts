import { distance } from 'fastest-levenshtein';

/** Shorter names differ by one letter too often to ask about it. */
const minLetters = 10;

const letters = (foldedName: string): string => foldedName.replace(/[^\p{L}]/gu, '');

/**
 * True where two folded names are one letter apart and long enough that this is worth a question. Equal names are another
 * matter: they are listed as similar names.
 */
export function areSimilarNames(foldedName: string, other: string): boolean {
  const [a, b] = [letters(foldedName), letters(other)];
  if (a === b || Math.min(a.length, b.length) < minLetters || Math.abs(a.length - b.length) > 1) return false;
  return distance(a, b) === 1;
}

/** The question that both records show. */
export const nameSimilarityReason = (sharedCoauthors: number): string =>
  `the names differ by one letter, and ${sharedCoauthors === 1 ? 'one person has' : `${sharedCoauthors} people have`} signed with both`;
