/**
 * Converts Chinese names from Cyrillic by the Palladius system (Kafarov 1888; as in GOST R 7.0.34): Чжан is Zhang, not Chzhan. A token is
 * converted only if it consists of syllables of the system, which excludes other Cyrillic names.
 */
const initials: [string, plain: string, beforeSoft: string][] = [
  ['чж', 'zh', 'zh'],
  ['цз', 'z', 'j'],
  ['ч', 'ch', 'ch'],
  ['ш', 'sh', 'sh'],
  ['ж', 'r', 'r'],
  ['ц', 'c', 'q'],
  ['с', 's', 'x'],
  ['х', 'h', 'h'],
  ['б', 'b', 'b'],
  ['п', 'p', 'p'],
  ['м', 'm', 'm'],
  ['ф', 'f', 'f'],
  ['д', 'd', 'd'],
  ['т', 't', 't'],
  ['н', 'n', 'n'],
  ['л', 'l', 'l'],
  ['г', 'g', 'g'],
  ['к', 'k', 'k'],
  ['в', 'w', 'w'],
];

/** Finals after a consonant and, if possible, as a separate syllable. */
const hard: Record<string, string> = {
  а: 'a',
  ай: 'ai',
  ань: 'an',
  ан: 'ang',
  ао: 'ao',
  о: 'o',
  оу: 'ou',
  э: 'e',
  эй: 'ei',
  энь: 'en',
  эн: 'eng',
  у: 'u',
  уа: 'ua',
  уай: 'uai',
  уань: 'uan',
  уан: 'uang',
  уй: 'ui',
  унь: 'un',
  ун: 'ong',
  ы: 'i',
};
const soft: Record<string, [after: string, alone: string]> = {
  и: ['i', 'yi'],
  инь: ['in', 'yin'],
  ин: ['ing', 'ying'],
  я: ['ia', 'ya'],
  янь: ['ian', 'yan'],
  ян: ['iang', 'yang'],
  яо: ['iao', 'yao'],
  е: ['ie', 'ye'],
  ю: ['iu', 'you'],
  юй: ['u', 'yu'],
  юань: ['uan', 'yuan'],
  юэ: ['ue', 'yue'],
  юнь: ['un', 'yun'],
  юн: ['iong', 'yong'],
};
/** Initials after which "о" is "uo" in Pinyin: до is duo, and го guo, but бо is bo. */
const roundO = /^(?:zh|ch|sh|[dtnlgkhrzcs])$/;

function syllables(): Map<string, string> {
  const found = new Map<string, string>();
  for (const [final, latin] of Object.entries(hard)) if (!/^[уы]/.test(final)) found.set(final, latin);
  found.set('у', 'wu');
  for (const [final, [, alone]] of Object.entries(soft)) found.set(final, alone);
  for (const [initial, plain, palatal] of initials) {
    for (const [final, latin] of Object.entries(hard))
      found.set(initial + final, plain + (latin === 'o' && roundO.test(plain) ? 'uo' : latin));
    for (const [final, [after]] of Object.entries(soft)) found.set(initial + final, palatal + after);
  }
  return found;
}

const known = syllables();
const longest = 6;

/** Converts a token to Pinyin; null if it is not made of syllables of the system. @param word in lower case */
export function pinyinOf(word: string): string | null {
  if (!/^[а-яъ]+$/.test(word)) return null;
  // Dynamic programming from the end: `rest[at]` is the conversion of the remaining letters, with the longest syllables first.
  const rest: (string | null)[] = Array<string | null>(word.length + 1).fill(null);
  rest[word.length] = '';
  for (let at = word.length - 1; at >= 0; at -= 1) {
    for (let size = Math.min(longest, word.length - at); size > 0 && rest[at] === null; size -= 1) {
      const [syllable, after] = [known.get(word.slice(at, at + size)), rest[at + size]];
      if (syllable !== undefined && after !== null && after !== undefined) rest[at] = syllable + after;
    }
  }
  return rest[0] ?? null;
}
