import { distance } from 'fastest-levenshtein';

/** Shorter names differ by one letter too often. */
const minLetters = 10;

const lettersOf = (foldedName: string): string => foldedName.replace(/[^\p{L}]/gu, '');

/**
 * Returns true if two folded names differ by one letter and are long enough to suggest a merge. Equal names are handled as similar names
 * instead.
 */
export function areSimilarNames(foldedName: string, other: string): boolean {
  const [a, b] = [lettersOf(foldedName), lettersOf(other)];
  if (a === b || Math.min(a.length, b.length) < minLetters || Math.abs(a.length - b.length) > 1) return false;
  return distance(a, b) === 1;
}

/** The question shown on both records. */
export const nameSimilarityReason = (sharedCoauthors: number): string =>
  `the names differ by one letter, and ${sharedCoauthors === 1 ? 'one person has' : `${sharedCoauthors} people have`} signed with both`;
