/**
 * Converts Chinese names from Cyrillic by the Palladius system (Kafarov 1888; as in GOST R 7.0.34): Чжан is Zhang, not Chzhan. A token is
 * converted only if it consists of syllables of the system, which excludes other Cyrillic names.
 */
const rowsOf = (table: string): string[][] => table.split('|').map((row) => row.trim().split(' '));

/** Initials: in Cyrillic, in Pinyin, and in Pinyin before a soft final. */
const initialSyllables = rowsOf(
  'чж zh zh|цз z j|ч ch ch|ш sh sh|ж r r|ц c q|с s x|х h h|б b b|п p p|м m m|ф f f|д d d|т t t|н n n|л l l|г g g|к k k|в w w',
);
/** Finals after a consonant. */
const hardFinals = rowsOf(
  'а a|ай ai|ань an|ан ang|ао ao|о o|оу ou|э e|эй ei|энь en|эн eng|у u|уа ua|уай uai|уань uan|уан uang|уй ui|унь un|ун ong|ы i',
);
/** Finals after a consonant, and as a separate syllable. */
const softFinals = rowsOf(
  'и i yi|инь in yin|ин ing ying|я ia ya|янь ian yan|ян iang yang|яо iao yao|е ie ye|ю iu you|юй u yu|юань uan yuan|юэ ue yue|' +
    'юнь un yun|юн iong yong',
);
/** Initials after which "о" is "uo" in Pinyin: до is duo, and го guo, but бо is bo. */
const initialsBeforeUo = /^(?:zh|ch|sh|[dtnlgkhrzcs])$/;

function buildSyllables(): Map<string, string> {
  const pinyin = new Map<string, string>();
  for (const [final = '', latin = ''] of hardFinals) if (!/^[уы]/.test(final)) pinyin.set(final, latin);
  pinyin.set('у', 'wu');
  for (const [final = '', , alone = ''] of softFinals) pinyin.set(final, alone);
  for (const [initial = '', plain = '', palatal = ''] of initialSyllables) {
    for (const [final = '', latin = ''] of hardFinals)
      pinyin.set(initial + final, plain + (latin === 'o' && initialsBeforeUo.test(plain) ? 'uo' : latin));
    for (const [final = '', after = ''] of softFinals) pinyin.set(initial + final, palatal + after);
  }
  return pinyin;
}

const pinyinBySyllable = buildSyllables();
const maxSyllableLetters = 6;

/** Converts a token to Pinyin; null if it is not made of syllables of the system. @param word in lower case */
export function pinyinOf(word: string): string | null {
  if (!/^[а-яъ]+$/.test(word)) return null;
  // Dynamic programming from the end: `rest[at]` is the conversion of the remaining letters, with the longest syllables first.
  const rest: (string | null)[] = Array<string | null>(word.length + 1).fill(null);
  rest[word.length] = '';
  for (let at = word.length - 1; at >= 0; at -= 1) {
    for (let size = Math.min(maxSyllableLetters, word.length - at); size > 0 && rest[at] === null; size -= 1) {
      const [syllable, after] = [pinyinBySyllable.get(word.slice(at, at + size)), rest[at + size]];
      if (syllable !== undefined && after !== null && after !== undefined) rest[at] = syllable + after;
    }
  }
  return rest[0] ?? null;
}
