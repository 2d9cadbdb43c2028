/** Endings that change the form of an English word, but not its meaning. */
const inflectionEndings = [/(?<=[iy][sz])ations?$/, /ions?$/, /ings?$/, /(?:er|or)s?$/, /ed$/, /ies$/, /[ei]s$/, /[ey]$/, /(?<!s)s$/];
/** Minimum length of a stem; shorter ones match too many words. */
const minStemLetters = 4;

/** Endings of the forms of a word, after their common stem. */
const formEndings = ' s e es y ies ied ying is ed er ers or ors ing ings ion ions ation ations al able ive'.split(' ');
const knownEndings = new Set(formEndings);
/** Endings before which a final consonant may be doubled: labelled, planning. */
const vowelEndings = formEndings.filter((ending) => /^[aeio]/.test(ending));
const doubledConsonant = /[bdglmnprt]$/;

/** Returns British and American forms: s and z (tokenise, analyze), our and or (behaviour). */
const regionalForms = (stem: string): string[] => [
  stem,
  stem.replace(/(?<=[iy])[sz]$/, (letter) => (letter === 's' ? 'z' : 's')),
  stem.replace(/(?<=[a-z]{3})(?:our|or)/, (letters) => (letters === 'or' ? 'our' : 'or')),
];

/**
 * Returns the stems of other forms of a folded English word: "quantisation" gives "quantis" and "quantiz". Empty for short words and other
 * alphabets.
 */
export function stemsOf(word: string): string[] {
  if (!/^[a-z]+$/.test(word) || word.length <= minStemLetters) return [];
  const ending = inflectionEndings.find((each) => each.test(word) && word.replace(each, '').length >= minStemLetters);
  const stem = ending ? word.replace(ending, '') : word;
  const single = /([bdglmnprt])\1$/.test(stem) && stem.length > minStemLetters ? stem.slice(0, -1) : stem;
  return [...new Set(regionalForms(single))];
}

/**
 * Returns a folded word with all its forms. They are listed, because an index finds fifty words faster than one prefix that occurs in
 * thousands of texts.
 */
export function wordFormsOf(word: string): string[] {
  const forms = stemsOf(word).flatMap((stem) => [
    ...formEndings.map((ending) => stem + ending),
    ...(doubledConsonant.test(stem) ? vowelEndings.map((ending) => stem + stem.slice(-1) + ending) : []),
  ]);
  return [...new Set([word, ...forms])];
}

function isForm(stem: string, token: string): boolean {
  if (!token.startsWith(stem)) return false;
  const ending = token.slice(stem.length);
  return knownEndings.has(ending) || (doubledConsonant.test(stem) && ending[0] === stem.at(-1) && vowelEndings.includes(ending.slice(1)));
}

/** Returns true if search words match a token: "quantis*" matches by prefix, and "quantis~" by form. */
export const matchesToken = (words: readonly string[], token: string): boolean =>
  words.some((word) => {
    if (word.endsWith('*')) return token.startsWith(word.slice(0, -1));
    return word.endsWith('~') ? isForm(word.slice(0, -1), token) : token === word;
  });
