import anyAscii from 'any-ascii';
import { searchTokens } from '#lib/platform/text/tokenizer.ts';
import { pinyinOf } from './palladius.ts';

const latin = /\p{Script=Latin}/u;
const foreign = /(?!\p{Script=Latin})\p{L}/u;
const han = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Two letters that stand for one with a mark, as names are written where the mark is missing: Müller, Mueller; Bjørn, Bjoern. */
const spelledOut: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' };
const marked = /[äöüøå]/g;

const apart = (text: string): string => text.replace(/['’‘ʼ`´‐‑-]/g, '');
const spelt = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(marked, (letter) => spelledOut[letter] ?? letter);

/** Letters of other scripts in Latin ones; the Greek pair that is one sound goes as one (ELOT 743): Παπαδόπουλος is Papadopoulos. */
const romanised = (text: string): string => anyAscii(text.normalize('NFC').replace(/ο[υύ]/giu, 'ou'));

/** As `romanised`; of scripts without spaces each sign is a word. */
const inLatin = (text: string): string =>
  text.normalize('NFC').replace(/[^\s]+/gu, (run) => (han.test(run) ? [...run].map((sign) => anyAscii(sign)).join(' ') : romanised(run)));

/** A family name of one sign and the rest as one word: Zhang Yunquan. */
function familyFirst(text: string): string[][] {
  const signs = searchTokens(text);
  if (signs.length < 2 || !signs.every((sign) => han.test(sign))) return [];
  const [family = '', ...given] = signs.map((sign) => searchTokens(anyAscii(sign)).join(''));
  return [[family, given.join('')]];
}

/** A name that is Chinese in Russian letters: Чжан Юэ is Zhang Yue. */
function inPinyin(text: string): string[][] {
  const read = (text.toLowerCase().match(/\p{L}+/gu) ?? []).map(pinyinOf);
  return read.length > 0 && !read.includes(null) ? [read.map((word) => word ?? '')] : [];
}

/** Each list once. A sign that has no Latin letters leaves an empty word: that way of writing is none. */
const unlike = (lists: readonly string[][]): string[][] => [
  ...new Map(lists.filter((list) => list.length > 0 && !list.includes('')).map((list) => [list.join(' '), list])).values(),
];

/**
 * The ways to write one name, each as folded words: as it is; without hyphens and apostrophes; with marked letters spelt out; in
 * Latin letters. The first is the plain one.
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

/** Neighbouring short words as one: "jian yun nie" is "jianyun nie" too. */
export function joinedForms(form: readonly string[]): string[][] {
  if (form.length < 2 || form.length > 4) return [];
  return form.slice(1).flatMap((second, at) => {
    const first = form[at] ?? '';
    return joinable.test(first) && joinable.test(second) ? [[...form.slice(0, at), first + second, ...form.slice(at + 2)]] : [];
  });
}

/** One word for all the words of a name in any order. A 0 keeps it apart from names. */
export const keyOf = (form: readonly string[]): string => `${form.toSorted().join('0')}0`;

const initial = '(?:zh|ch|sh|[bpmfdtnlgkhjqxrzcsyw])';
const final = '(?:iang|iong|uang|ang|eng|ing|ong|ian|iao|uai|uan|ai|ei|ao|ou|an|en|er|ia|ie|iu|in|ua|uo|ui|un|ue|a|o|e|i|u)';
const twoSyllables = new RegExp(`^(${initial}?${final})(${initial}${final})(${initial}${final})?$`);

const firstLetters = (list: readonly (string | undefined)[]): string => list.map((word) => word?.[0] ?? '').join('');
/** Initials written as one word. A 1 keeps them apart from names. */
export const initialsKey = (initials: string): string => `${initials}1`;

/** Initials that people write as one word: YQ for Yunquan (by the syllables of Pinyin), CD for Christopher D., JRR. */
function initialsOf(form: readonly string[]): string[] {
  const bySyllables = form.flatMap((word) => {
    const match = twoSyllables.exec(word);
    return match ? [firstLetters(match.slice(1))] : [];
  });
  return form.length > 2 ? [firstLetters(form.slice(0, -1)), ...bySyllables] : bySyllables;
}

/**
 * What finds a person besides the names as written: other ways to write them, one key for each whole name, initials.
 * @param names every spelling known of one person
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

/** One key for each of the names of a topic, a venue or an institution, so that a query that is one finds it before others. */
export const keysOf = (names: readonly string[]): string => [...new Set(names.flatMap((name) => formsOf(name).map(keyOf)))].join(' ');

/** The ways that a query may mean a name: as `formsOf`, and with neighbouring words joined. At most eight. */
export function queryForms(query: string): string[][] {
  const forms = formsOf(query);
  const kept = forms.some((form) => form.some((word) => !latin.test(word))) ? forms : [...forms, ...joinedForms(forms[0] ?? [])];
  return unlike(kept).slice(0, 8);
}
