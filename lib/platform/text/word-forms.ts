/** Endings that change the form of an English word and not what it is about. */
const endings = [/(?<=[iy][sz])ations?$/, /ions?$/, /ings?$/, /(?:er|or)s?$/, /ed$/, /ies$/, /[ei]s$/, /[ey]$/, /(?<!s)s$/];
/** A shorter beginning would be that of too many words. */
const minLetters = 4;

/** What forms of a word end with, after the stem that they share. */
const formEndings = ' s e es y ies ied ying is ed er ers or ors ing ings ion ions ation ations al able ive'.split(' ');
const knownEndings = new Set(formEndings);
/** Before such an ending, a last consonant may be doubled: labelled, planning. */
const vowelEndings = formEndings.filter((ending) => /^[aeio]/.test(ending));
const isDoubled = /[bdglmnprt]$/;

/** British and American spelling: s and z (tokenise, analyze), our and or (behaviour). */
const writtenForms = (stem: string): string[] => [
  stem,
  stem.replace(/(?<=[iy])[sz]$/, (letter) => (letter === 's' ? 'z' : 's')),
  stem.replace(/(?<=[a-z]{3})(?:our|or)/, (letters) => (letters === 'or' ? 'our' : 'or')),
];

/**
 * What other forms and spellings of a folded English word begin with: "quantisation" gives "quantis" and "quantiz". Short words, and
 * those of other alphabets, have none.
 */
export function stemsOf(word: string): string[] {
  if (!/^[a-z]+$/.test(word) || word.length <= minLetters) return [];
  const ending = endings.find((each) => each.test(word) && word.replace(each, '').length >= minLetters);
  const stem = ending ? word.replace(ending, '') : word;
  const single = /([bdglmnprt])\1$/.test(stem) && stem.length > minLetters ? stem.slice(0, -1) : stem;
  return [...new Set(writtenForms(single))];
}

/** A folded word with its forms. They are listed, because an index finds fifty words sooner than one beginning that thousands of texts have. */
export function formsOf(word: string): string[] {
  const forms = stemsOf(word).flatMap((stem) => [
    ...formEndings.map((ending) => stem + ending),
    ...(isDoubled.test(stem) ? vowelEndings.map((ending) => stem + stem.slice(-1) + ending) : []),
  ]);
  return [...new Set([word, ...forms])];
}

function isForm(stem: string, token: string): boolean {
  if (!token.startsWith(stem)) return false;
  const ending = token.slice(stem.length);
  return knownEndings.has(ending) || (isDoubled.test(stem) && ending[0] === stem.at(-1) && vowelEndings.includes(ending.slice(1)));
}

/** True of a word among those of a search, where "quantis*" has all that begins so, and "quantis~" its forms. */
export const hasWord = (words: readonly string[], token: string): boolean =>
  words.some((word) => {
    if (word.endsWith('*')) return token.startsWith(word.slice(0, -1));
    return word.endsWith('~') ? isForm(word.slice(0, -1), token) : token === word;
  });
