/** The reasons why two names may be of one person, most likely first. */
export const similarReasons = {
  same: 'the same name',
  spaced: 'the same name, parted otherwise',
  given: 'same family and first given name',
  initial: 'same family name, initial fits',
} as const;
export type Similarity = keyof typeof similarReasons;

const partsOf = (key: string): { given: string[]; family: string } => {
  const parts = key.split('-');
  return { given: parts.slice(0, -1), family: parts.at(-1) ?? '' };
};

const isCompatible = (one: string, other: string): boolean =>
  one === other || (one.length === 1 && other.startsWith(one)) || (other.length === 1 && one.startsWith(other));

/**
 * Compares two names by their keys (`nameKey`: folded, tokens joined by hyphens, usually the family name last); null if they are unlikely
 * to be one name. The result only leads to a question on a page, never to an automatic merge.
 */
export function nameSimilarity(key: string, otherKey: string): Similarity | null {
  if (key === otherKey) return 'same';
  const [one, other] = [partsOf(key), partsOf(otherKey)];
  if (one.family !== other.family || one.given.length === 0 || other.given.length === 0) return null;
  if (one.given.join('') === other.given.join('')) return 'spaced';
  const [fewer, more] = one.given.length <= other.given.length ? [one.given, other.given] : [other.given, one.given];
  if (!fewer.every((part, at) => isCompatible(part, more[at] ?? ''))) return null;
  return fewer.every((part, at) => part === more[at] && part.length > 1) ? 'given' : 'initial';
}

const maxSplitLetters = 14;

/** Returns the keys of shorter and equivalent forms, for exact lookup: initials, given names joined, and one given name split in two. */
export function variantKeys(key: string): string[] {
  const { given, family } = partsOf(key);
  const [first = ''] = given;
  if (first === '') return [];
  const splits = given.length === 1 ? Array.from({ length: Math.min(first.length, maxSplitLetters) - 1 }, (_, at) => at + 1) : [];
  const givens = [
    first.slice(0, 1),
    given.map((part) => part.slice(0, 1)).join('-'),
    first,
    given.join(''),
    ...splits.map((at) => `${first.slice(0, at)}-${first.slice(at)}`),
  ];
  return [...new Set(givens.map((each) => `${each}-${family}`))].filter((each) => each !== key);
}

/** Returns the prefix of longer forms of a name: the first given name followed by a middle name, or any given name for an initial. */
export function variantRange(key: string): { from: string; family: string } | null {
  const { given, family } = partsOf(key);
  const [first = ''] = given;
  if (first === '') return null;
  return { from: first.length === 1 ? first : `${first}-`, family };
}
