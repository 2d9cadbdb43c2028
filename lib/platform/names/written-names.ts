import { fold } from '#lib/platform/text/tokenizer.ts';

/** A folded name in parts: the family name, the first given name, and the initials of further given names. */
interface NameParts {
  family: string;
  given: string;
  middle: string;
}

const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '');

/** Parses "Brown, David J." and "David J. Brown" → brown, david, j. Hyphens in a given name are ignored: Zhong-Ming equals Zhongming. */
export function parseNameParts(written: string): NameParts {
  const [beforeComma = '', afterComma] = fold(written).split(',', 2);
  const givenText = afterComma === undefined ? beforeComma.trim().split(/\s+/).slice(0, -1).join(' ') : afterComma;
  const family = lettersOf(afterComma === undefined ? (beforeComma.trim().split(/\s+/).at(-1) ?? '') : beforeComma);
  const [given = '', ...middle] = givenText
    .replace(/\.(?=\S)/g, '. ')
    .split(/\s+/)
    .map(lettersOf)
    .filter(Boolean);
  return { family, given, middle: middle.map((part) => part.charAt(0)).join('') };
}

export const isInitial = (given: string): boolean => given.length <= 1;

/** Returns true if two given names may be of one person: they are equal, or one is a prefix of the other. */
export const mayBeSameGivenName = (one: string, other: string): boolean => one.startsWith(other) || other.startsWith(one);

/** Returns the key that is equal for name variants of a co-author, ignoring middle names. */
export const coauthorKey = ({ family, given }: NameParts): string => `${given} ${family}`;

/** Returns the key that is equal for "D. Brown" and "David Brown". */
export const initialKey = ({ family, given }: NameParts): string => `${given.charAt(0)} ${family}`;
