import anyAscii from 'any-ascii';
import { searchTokens } from '#lib/platform/text/tokenizer.ts';
import { pinyinOf } from './palladius.ts';

const latinPattern = /\p{Script=Latin}/u;
const nonLatinPattern = /(?!\p{Script=Latin})\p{L}/u;
const eastAsianPattern = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Replacements of marked letters by two letters: Müller, Mueller; Bjørn, Bjoern. */
const letterExpansions: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' };
const expandableLetters = /[äöüøå]/g;

const removeHyphens = (text: string): string => text.replace(/['’‘ʼ`´‐‑-]/g, '');
const expandLetters = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(expandableLetters, (letter) => letterExpansions[letter] ?? letter);

/** Romanises letters of other scripts; the Greek pair ου becomes "ou" (ELOT 743): Παπαδόπουλος is Papadopoulos. */
const romanise = (text: string): string => anyAscii(text.normalize('NFC').replace(/ο[υύ]/giu, 'ou'));

/** Like `romanise`, but each Han character becomes a separate token. */
const romaniseByCharacter = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[^\s]+/gu, (run) => (eastAsianPattern.test(run) ? [...run].map((sign) => anyAscii(sign)).join(' ') : romanise(run)));

/** Returns a Han name with a family name of one character, and the rest as one token: Zhang Yunquan. */
function hanNameForms(text: string): string[][] {
  const characters = searchTokens(text);
  if (characters.length < 2 || !characters.every((sign) => eastAsianPattern.test(sign))) return [];
  const [family = '', ...given] = characters.map((sign) => searchTokens(anyAscii(sign)).join(''));
  return [[family, given.join('')]];
}

/** Returns the Pinyin of a Chinese name in Cyrillic: Чжан Юэ is Zhang Yue. */
function pinyinForms(text: string): string[][] {
  const words = (text.toLowerCase().match(/\p{L}+/gu) ?? []).map(pinyinOf);
  return words.length > 0 && !words.includes(null) ? [words.map((word) => word ?? '')] : [];
}

/** Removes duplicates, empty lists and lists with an empty token, which represents a character without romanisation. */
const distinctForms = (lists: readonly string[][]): string[][] => [
  ...new Map(lists.filter((list) => list.length > 0 && !list.includes('')).map((list) => [list.join(' '), list])).values(),
];

/**
 * Returns the forms of a name, each as folded tokens: as it is; without hyphens and apostrophes; with marked letters replaced by two; in
 * Latin letters. The first is the name as it is.
 */
export function nameFormsOf(name: string): string[][] {
  const forms = [searchTokens(name), searchTokens(removeHyphens(name))];
  const expanded = expandLetters(name);
  if (expanded !== name.normalize('NFC').toLowerCase()) forms.push(searchTokens(expanded), searchTokens(removeHyphens(expanded)));
  if (nonLatinPattern.test(name))
    forms.push(
      searchTokens(romaniseByCharacter(name)),
      searchTokens(removeHyphens(romanise(name))),
      ...hanNameForms(name),
      ...pinyinForms(name),
    );
  return distinctForms(forms);
}

const joinableToken = /^[a-z]{2,7}$/;

/** Joins neighbouring short tokens: "jian yun nie" also becomes "jianyun nie". */
export function joinedForms(form: readonly string[]): string[][] {
  if (form.length < 2 || form.length > 4) return [];
  return form.slice(1).flatMap((second, at) => {
    const first = form[at] ?? '';
    return joinableToken.test(first) && joinableToken.test(second) ? [[...form.slice(0, at), first + second, ...form.slice(at + 2)]] : [];
  });
}

/** Returns a token for a whole name, with its tokens in any order. A trailing 0 distinguishes it from names. */
export const wholeNameKey = (form: readonly string[]): string => `${form.toSorted().join('0')}0`;

const pinyinInitial = '(?:zh|ch|sh|[bpmfdtnlgkhjqxrzcsyw])';
const pinyinFinal = '(?:iang|iong|uang|ang|eng|ing|ong|ian|iao|uai|uan|ai|ei|ao|ou|an|en|er|ia|ie|iu|in|ua|uo|ui|un|ue|a|o|e|i|u)';
const pinyinSyllables = new RegExp(`^(${pinyinInitial}?${pinyinFinal})(${pinyinInitial}${pinyinFinal})(${pinyinInitial}${pinyinFinal})?$`);

const firstLettersOf = (list: readonly (string | undefined)[]): string => list.map((word) => word?.[0] ?? '').join('');
/** Returns a token for initials. A trailing 1 distinguishes it from names. */
export const initialsKey = (initials: string): string => `${initials}1`;

/** Returns initials that people write as one token: YQ for Yunquan (by Pinyin syllables), CD for Christopher D., JRR. */
function initialsOf(form: readonly string[]): string[] {
  const bySyllables = form.flatMap((word) => {
    const match = pinyinSyllables.exec(word);
    return match ? [firstLettersOf(match.slice(1))] : [];
  });
  return form.length > 2 ? [firstLettersOf(form.slice(0, -1)), ...bySyllables] : bySyllables;
}

/**
 * Returns additional search tokens of a person: other forms of the names, one key for each whole name, and initials.
 * @param names all known name variants of one person
 */
export function additionalTokens(names: readonly string[]): string {
  const plainTokens = new Set<string>();
  const tokens = new Set<string>();
  for (const name of names) {
    const forms = nameFormsOf(name);
    const [plain = []] = forms;
    for (const word of plain) plainTokens.add(word);
    for (const form of distinctForms([...forms, ...(plain.length > 2 ? joinedForms(plain) : [])])) {
      for (const word of form) tokens.add(word);
      tokens.add(wholeNameKey(form));
    }
    for (const initials of forms.flatMap(initialsOf)) if (/^[a-z]{2,4}$/.test(initials)) tokens.add(initialsKey(initials));
  }
  return [...tokens].filter((word) => !plainTokens.has(word)).join(' ');
}

/** Returns a key for each name of a topic, venue or institution, so that a query equal to a name ranks it first. */
export const wholeNameKeys = (names: readonly string[]): string =>
  [...new Set(names.flatMap((name) => nameFormsOf(name).map(wholeNameKey)))].join(' ');

/** Returns the possible forms of a name in a query: as `nameFormsOf`, and with neighbouring tokens joined. At most eight. */
export function queryForms(query: string): string[][] {
  const forms = nameFormsOf(query);
  const allForms = forms.some((form) => form.some((word) => !latinPattern.test(word))) ? forms : [...forms, ...joinedForms(forms[0] ?? [])];
  return distinctForms(allForms).slice(0, 8);
}
