import { tokenize } from '#lib/platform/text/tokenizer.ts';

const stopWords = new Set(
  `a an and are as at be between by can de der des die do does for from fur has have how in into is it its la le les no non not of on or
  our over some that the their this to toward towards und under using via we what when where which who why with without`.split(/\s+/),
);

const venueWords = new Set(
  `acm annual conf conference for ieee in int international intl journal lecture national notes of on part proc proceedings symposium
  the trans transactions volume workshop and j l i ii iii iv`.split(/\s+/),
);

// Frequent words in affiliations, which do not identify an institution.
const institutionWords = new Set(
  `and at center centre college comput computer computing de department dept di division eng engineering faculty for group in
  information inst institut institute institution la lab laboratory labs of research sch school sci science sciences tech technical
  technology the u univ universidad universita universitat universite university`.split(/\s+/),
);

const isNumber = (word: string): boolean => /^\d+(st|nd|rd|th)?$/.test(word);

/** Removes the most common English endings, so that "networks" matches "networking". */
const stemOf = (word: string): string =>
  word.length > 4
    ? word
        .replace(/ies$/, 'y')
        .replace(/(?<=[^s])s$/, '')
        .replace(/(?:ing|ed|ation|ations)$/, '') || word
    : word;

/** Returns words of a title that may indicate its topic, as folded words and as stems for comparison. */
export const titleTerms = (title: string): { word: string; stem: string }[] =>
  tokenize(title)
    .filter((word) => word.length > 1 && !stopWords.has(word) && !isNumber(word))
    .map((word) => ({ word, stem: stemOf(word) }));

/** Returns a venue without years and numbers, so that ACL 2026 equals ACL 2025. */
export const venueKey = (venue: string): string =>
  tokenize(venue)
    .filter((word) => !isNumber(word))
    .join(' ');

/** Returns words of a venue's name that may indicate its field. */
export const venueTerms = (venue: string): string[] =>
  tokenize(venue)
    .filter((word) => !venueWords.has(word) && !isNumber(word))
    .map(stemOf);

/** Returns the weight of a word: frequent words in affiliations weigh less than the name of the institution. */
export const affiliationWeight = (word: string): number => (institutionWords.has(word) ? 0.15 : 1);
