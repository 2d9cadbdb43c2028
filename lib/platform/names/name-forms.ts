import anyAscii from 'any-ascii';
import { searchTokens } from '#lib/platform/text/tokenizer.ts';
import { pinyinOf } from './palladius.ts';

const latin = /\p{Script=Latin}/u;
const foreign = /(?!\p{Script=Latin})\p{L}/u;
const han = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Replacements of marked letters by two letters: Müller, Mueller; Bjørn, Bjoern. */
const spelledOut: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' };
const marked = /[äöüøå]/g;

const apart = (text: string): string => text.replace(/['’‘ʼ`´‐‑-]/g, '');
const spelt = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(marked, (letter) => spelledOut[letter] ?? letter);

/** Romanises letters of other scripts; the Greek pair ου becomes "ou" (ELOT 743): Παπαδόπουλος is Papadopoulos. */
const romanised = (text: string): string => anyAscii(text.normalize('NFC').replace(/ο[υύ]/giu, 'ou'));

/** Like `romanised`, but each Han character becomes a separate token. */
const inLatin = (text: string): string =>
  text.normalize('NFC').replace(/[^\s]+/gu, (run) => (han.test(run) ? [...run].map((sign) => anyAscii(sign)).join(' ') : romanised(run)));

/** Returns a Han name with a family name of one character, and the rest as one token: Zhang Yunquan. */
function familyFirst(text: string): string[][] {
  const signs = searchTokens(text);
  if (signs.length < 2 || !signs.every((sign) => han.test(sign))) return [];
  const [family = '', ...given] = signs.map((sign) => searchTokens(anyAscii(sign)).join(''));
  return [[family, given.join('')]];
}

/** Returns the Pinyin of a Chinese name in Cyrillic: Чжан Юэ is Zhang Yue. */
function inPinyin(text: string): string[][] {
  const read = (text.toLowerCase().match(/\p{L}+/gu) ?? []).map(pinyinOf);
  return read.length > 0 && !read.includes(null) ? [read.map((word) => word ?? '')] : [];
}

/** Removes duplicates, empty lists and lists with an empty token, which represents a character without romanisation. */
const unlike = (lists: readonly string[][]): string[][] => [
  ...new Map(lists.filter((list) => list.length > 0 && !list.includes('')).map((list) => [list.join(' '), list])).values(),
];

/**
 * Returns the forms of a name, each as folded tokens: as it is; without hyphens and apostrophes; with marked letters replaced by two; in
 * Latin letters. The first is the name as it is.
 */
export function formsOf(name: string): string[][] {
  const forms = [searchTokens(name), searchTokens(apart(name))];
  const out = spelt(name);
  if (out !== name.normalize('NFC').toLowerCase()) forms.push(searchTokens(out), searchTokens(apart(out)));
  if (foreign.test(name))
    forms.push(searchTokens(inLatin(name)), searchTokens(apart(romanised(name))), ...familyFirst(name), ...inPinyin(name));
  return unlike(forms);
}

const joinable = /^[a-z]{2,7}$/;

/** Joins neighbouring short tokens: "jian yun nie" also becomes "jianyun nie". */
export function joinedForms(form: readonly string[]): string[][] {
  if (form.length < 2 || form.length > 4) return [];
  return form.slice(1).flatMap((second, at) => {
    const first = form[at] ?? '';
    return joinable.test(first) && joinable.test(second) ? [[...form.slice(0, at), first + second, ...form.slice(at + 2)]] : [];
  });
}

/** Returns a token for a whole name, with its tokens in any order. A trailing 0 distinguishes it from names. */
export const keyOf = (form: readonly string[]): string => `${form.toSorted().join('0')}0`;

const initial = '(?:zh|ch|sh|[bpmfdtnlgkhjqxrzcsyw])';
const final = '(?:iang|iong|uang|ang|eng|ing|ong|ian|iao|uai|uan|ai|ei|ao|ou|an|en|er|ia|ie|iu|in|ua|uo|ui|un|ue|a|o|e|i|u)';
const twoSyllables = new RegExp(`^(${initial}?${final})(${initial}${final})(${initial}${final})?$`);

const firstLetters = (list: readonly (string | undefined)[]): string => list.map((word) => word?.[0] ?? '').join('');
/** Returns a token for initials. A trailing 1 distinguishes it from names. */
export const initialsKey = (initials: string): string => `${initials}1`;

/** Returns initials that people write as one token: YQ for Yunquan (by Pinyin syllables), CD for Christopher D., JRR. */
function initialsOf(form: readonly string[]): string[] {
  const bySyllables = form.flatMap((word) => {
    const match = twoSyllables.exec(word);
    return match ? [firstLetters(match.slice(1))] : [];
  });
  return form.length > 2 ? [firstLetters(form.slice(0, -1)), ...bySyllables] : bySyllables;
}

/**
 * Returns additional search tokens of a person: other forms of the names, one key for each whole name, and initials.
 * @param names all known name variants of one person
 */
export function tokensBesides(names: readonly string[]): string {
  const written = new Set<string>();
  const found = new Set<string>();
  for (const name of names) {
    const forms = formsOf(name);
    const [plain = []] = forms;
    for (const word of plain) written.add(word);
    for (const form of unlike([...forms, ...(plain.length > 2 ? joinedForms(plain) : [])])) {
      for (const word of form) found.add(word);
      found.add(keyOf(form));
    }
    for (const initials of forms.flatMap(initialsOf)) if (/^[a-z]{2,4}$/.test(initials)) found.add(initialsKey(initials));
  }
  return [...found].filter((word) => !written.has(word)).join(' ');
}

/** Returns a key for each name of a topic, venue or institution, so that a query equal to a name ranks it first. */
export const keysOf = (names: readonly string[]): string => [...new Set(names.flatMap((name) => formsOf(name).map(keyOf)))].join(' ');

/** Returns the possible forms of a name in a query: as `formsOf`, and with neighbouring tokens joined. At most eight. */
export function queryForms(query: string): string[][] {
  const forms = formsOf(query);
  const kept = forms.some((form) => form.some((word) => !latin.test(word))) ? forms : [...forms, ...joinedForms(forms[0] ?? [])];
  return unlike(kept).slice(0, 8);
}
