import { fold } from '#lib/platform/text/tokenizer.ts';

/** A name in parts, folded: the family name, the first given name, and the initials of the other given names. */
interface NameParts {
  family: string;
  given: string;
  middle: string;
}

const letters = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '');

/** "Brown, David J." and "David J. Brown" → brown, david, j. Hyphens inside a given name do not count: Zhong-Ming is Zhongming. */
export function nameParts(written: string): NameParts {
  const [before = '', after] = fold(written).split(',', 2);
  const givenText = after === undefined ? before.trim().split(/\s+/).slice(0, -1).join(' ') : after;
  const family = letters(after === undefined ? (before.trim().split(/\s+/).at(-1) ?? '') : before);
  const [given = '', ...middle] = givenText
    .replace(/\.(?=\S)/g, '. ')
    .split(/\s+/)
    .map(letters)
    .filter(Boolean);
  return { family, given, middle: middle.map((part) => part.charAt(0)).join('') };
}

export const isInitial = (given: string): boolean => given.length <= 1;

/** True where two given names may be one person's: equal, or one is the other's beginning. */
export const mayBeOne = (one: string, other: string): boolean => one.startsWith(other) || other.startsWith(one);

/** The key under which spellings of a co-author meet, middle names aside. */
export const coauthorKey = ({ family, given }: NameParts): string => `${given} ${family}`;

/** The key under which "D. Brown" meets "David Brown". */
export const initialKey = ({ family, given }: NameParts): string => `${given.charAt(0)} ${family}`;

const eastAsian = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}々ー]+$/u;
/** Names from elsewhere are written so in Japanese, the given name first. */
const katakana = /^[\p{Script=Katakana}ー]+$/u;

/** The parts of a name as one: the given name first ("David Brown"), or in Han, kana and Hangul the family name, without a space (王小明). */
export function wholeName({ given, family, suffix = '' }: { given: string; family: string; suffix?: string }): string {
  const isFamilyFirst = [given, family].every((part) => eastAsian.test(part)) && !katakana.test(given + family);
  return isFamilyFirst && suffix === '' ? family + given : [given, family, suffix].filter(Boolean).join(' ');
}
