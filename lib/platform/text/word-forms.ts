/** Endings that change the form of an English word and not what it is about. */
const endings = [/(?<=[iy][sz])ations?$/, /ions?$/, /ings?$/, /(?:er|or)s?$/, /ed$/, /ies$/, /[ei]s$/, /[ey]$/, /(?<!s)s$/];
/** A shorter beginning would be that of too many words. */
const minLetters = 4;

/** British and American spelling: s and z (tokenise, analyze), our and or (behaviour). */
const spellings = (stem: string): string[] => [
  stem,
  stem.replace(/(?<=[iy])[sz]$/, (letter) => (letter === 's' ? 'z' : 's')),
  stem.replace(/(?<=[a-z]{3})(?:our|or)/, (letters) => (letters === 'or' ? 'our' : 'or')),
];

/**
 * What other forms and spellings of a folded English word begin with: "quantisation" gives "quantis" and "quantiz". Short words, and
 * those of other alphabets, have no others.
 */
export function formsOf(word: string): { any: string[]; begins: boolean } {
  if (!/^[a-z]+$/.test(word) || word.length <= minLetters) return { any: [word], begins: false };
  const ending = endings.find((each) => each.test(word) && word.replace(each, '').length >= minLetters);
  const stem = ending ? word.replace(ending, '') : word;
  const single = /([bdglmnprt])\1$/.test(stem) && stem.length > minLetters ? stem.slice(0, -1) : stem;
  return { any: [...new Set(spellings(single))], begins: true };
}

/** True of a word among those of a search, where "quantis*" stands for what begins so. */
export const hasWord = (words: readonly string[], token: string): boolean =>
  words.some((word) => (word.endsWith('*') ? token.startsWith(word.slice(0, -1)) : token === word));
