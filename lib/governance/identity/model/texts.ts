import { tokenize } from '#lib/platform/text/tokenizer.ts';

const smallWords = new Set(
  `a an and are as at be between by can de der des die do does for from fur has have how in into is it its la le les no non not of on or
  our over some that the their this to toward towards und under using via we what when where which who why with without`.split(/\s+/),
);

const venueWords = new Set(
  `acm annual conf conference for ieee in int international intl journal lecture national notes of on part proc proceedings symposium
  the trans transactions volume workshop and j l i ii iii iv`.split(/\s+/),
);

// Words that every second affiliation has: they name no place.
const placeWords = new Set(
  `and at center centre college comput computer computing de department dept di division eng engineering faculty for group in
  information inst institut institute institution la lab laboratory labs of research sch school sci science sciences tech technical
  technology the u univ universidad universita universitat universite university`.split(/\s+/),
);

const isNumber = (word: string): boolean => /^\d+(st|nd|rd|th)?$/.test(word);

/** A word without its commonest English endings, so that "networks" meets "networking". */
const stemOf = (word: string): string =>
  word.length > 4
    ? word
        .replace(/ies$/, 'y')
        .replace(/(?<=[^s])s$/, '')
        .replace(/(?:ing|ed|ation|ations)$/, '') || word
    : word;

/** Words of a title that may tell its topic, as they are there (folded) and as they are compared. */
export const titleTerms = (title: string): { word: string; stem: string }[] =>
  tokenize(title)
    .filter((word) => word.length > 1 && !smallWords.has(word) && !isNumber(word))
    .map((word) => ({ word, stem: stemOf(word) }));

/** A venue without its years and numbers: ACL 2026 and ACL 2025 are one. */
export const venueKey = (venue: string): string =>
  tokenize(venue)
    .filter((word) => !isNumber(word))
    .join(' ');

/** Words of a venue's name that may tell its field. */
export const venueTerms = (venue: string): string[] =>
  tokenize(venue)
    .filter((word) => !venueWords.has(word) && !isNumber(word))
    .map(stemOf);

/** Words that every second affiliation has weigh little beside the name of the place. */
export const affiliationWeight = (word: string): number => (placeWords.has(word) ? 0.15 : 1);
