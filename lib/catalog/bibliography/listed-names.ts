import { fold } from '#lib/platform/text/tokenizer.ts';
import { namePartsOf, type WrittenName } from './names.ts';

/** Returns a name as lists write it: family name first ("García Márquez, Lucía"); a single name, or that of a group, as written. */
export function listedNameOf(name: WrittenName): string {
  const parts = namePartsOf(name);
  if ('literal' in parts) return parts.literal;
  const others = [parts.given, parts.particle, parts.suffix].filter(Boolean).join(' ');
  return others ? `${parts.family}, ${others}` : parts.family;
}

/** What is before the first letter or digit: quotation marks, brackets, and letters that only modify others. */
const beforeFirstLetter = /^[^\p{Lu}\p{Ll}\p{Lt}\p{Lo}\p{N}]+/u;
const apostrophes = /['’‘ʼʻ`´]/g;
const katakana = /[\u30a1-\u30f6]/g;
const katakanaToHiragana = 0x60;
/** The last character of the block of Han characters. Rarer ones are in a block of their own, behind Hangul. */
const afterHan = '\u9fff';

/** What a key has between the family name and the others. */
export const betweenParts = '  ';

/**
 * Returns the key by which lists sort a name: folded, the family name first, two spaces before the other names, so that all García are
 * before García Márquez. Names that begin with no letter are first, under "#". Hiragana and Katakana are sorted together.
 */
export function listKeyOf(name: WrittenName): string {
  const key = fold(listedNameOf(name).replace(', ', betweenParts))
    .replace(apostrophes, '')
    .replace(beforeFirstLetter, '')
    .replace(katakana, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) - katakanaToHiragana))
    .trim();
  if (!/^\p{L}/u.test(key)) return `#${key}`;
  return (key.codePointAt(0) ?? 0) > 0xffff && /^\p{Script=Han}/u.test(key) ? afterHan + key : key;
}

/** Returns the folded parts of a key; null for a name of one word. */
export function partsOfKey(key: string): { family: string; given: string } | null {
  const at = key.indexOf(betweenParts);
  return at > 0 ? { family: key.slice(0, at), given: key.slice(at + betweenParts.length) } : null;
}

/** The initial consonants of Hangul syllables, in the order of the syllables. */
const hangulInitials = [...'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ'];
const hangulSyllables = { from: 0xac00, to: 0xd7a3, perInitial: 588 };
/** Scripts whose capital letters begin names. */
const cased = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}]/u;

/**
 * Returns the heading under which a list has a key: its first letter; the initial consonant of a Hangul syllable; one heading for all Han
 * characters, which have no alphabet; "#" for what begins with no letter. In the order of the keys, equal headings are next to each other.
 */
export function headingOf(key: string): string {
  const code = key.codePointAt(0) ?? 0;
  const { from, to, perInitial } = hangulSyllables;
  if (code >= from && code <= to) return hangulInitials[Math.floor((code - from) / perInitial)] ?? '#';
  if (/^\p{Script=Han}/u.test(key)) return '漢字';
  if (!/^\p{L}/u.test(key)) return '#';
  const letter = String.fromCodePoint(code);
  return cased.test(letter) ? letter.toUpperCase() : letter;
}
