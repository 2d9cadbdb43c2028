import { tokenize } from '#lib/platform/text/tokenizer.ts';

/** A work that prints an address beside the author's name. */
export interface Printing {
  work: string;
  title: string | null;
  type: string;
  venue: string | null;
  doi: string | null;
  /** Whether a co-author who owns a profile at L3 has confirmed the work. */
  isConfirmed: boolean;
}

/** Types of works that somebody other than the author accepts for publication. */
const publishedTypes = new Set(['article', 'paper', 'book', 'chapter']);

/** DOI prefixes of repositories in which authors publish what they like: arXiv, Zenodo, figshare, OSF, SSRN and their kind. */
const depositPrefixes = new Set(
  (
    '10.48550 10.5281 10.6084 10.17605 10.31219 10.31234 10.2139 10.1101 10.64898 10.21203 10.20944 10.36227 10.22541 10.26434 10.31235 10.31222 ' +
    '10.13140 10.5061 10.7910 10.17632 10.57967 10.70792 10.12688 10.51094'
  ).split(' '),
);
const depositVenue =
  /\b(arxiv|zenodo|figshare|ssrn|research ?square|biorxiv|medrxiv|chemrxiv|engrxiv|psyarxiv|socarxiv|osf|preprints?|techrxiv|authorea|researchgate|academia\.edu|hal|repec|repository|dataverse|dryad|openreview|e-?prints?)\b/i;

/** Whether anybody can publish a work of this kind without a decision of somebody else: a preprint or a deposit. */
export const isDeposit = ({ type, venue, doi }: Pick<Printing, 'type' | 'venue' | 'doi'>): boolean =>
  !publishedTypes.has(type) || depositPrefixes.has(doi?.split('/')[0] ?? '') || depositVenue.test(venue ?? '');

const ordinals =
  /^(\d+(st|nd|rd|th)?|[ivxlc]+|first|second|third|(four|fif|six|seven|eigh|nin|ten|eleven|twelf|(thir|four|fif|six|seven|eigh|nine)teen|twentie|thirtie|fortie|fiftie)th)$/;

/** Returns the key of a venue: equal for its years, volumes and parts. */
const venueKey = (venue: string): string =>
  tokenize(venue)
    .filter((word) => !ordinals.test(word) && !/^(vol|volume|part|series|annual|proceedings|proc|the|of|on|and|in|for)$/.test(word))
    .join(' ');

/**
 * Whether printings tie an address to the author: in two works of different venues, or in one that a co-author has confirmed. Two records of
 * one work, such as a paper and its journal version, count once. Preprints and
 * deposits do not count, because their author chooses what they print.
 */
export function isFirmlyPrinted(printings: readonly Printing[]): boolean {
  const published = printings.filter((each) => each.venue !== null && venueKey(each.venue) !== '' && !isDeposit(each));
  const titleOf = ({ title, work }: Printing): string => tokenize(title ?? '').join(' ') || work;
  const isFurther = (one: Printing, other: Printing): boolean =>
    titleOf(one) !== titleOf(other) && venueKey(one.venue ?? '') !== venueKey(other.venue ?? '');
  return published.some((one) => one.isConfirmed || published.some((other) => isFurther(one, other)));
}
