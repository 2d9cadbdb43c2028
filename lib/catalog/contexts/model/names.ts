import type { ImportedWork } from '#lib/catalog/sources/model.ts';
import { categoryName } from '#lib/catalog/works/model/categories.ts';
import { effectiveRecords, isDescribing } from '#lib/catalog/works/model/source-precedence.ts';
import { slugBase } from '#lib/platform/names/name-key.ts';
import { tokenize } from '#lib/platform/text/tokenizer.ts';
import type { ContextKind } from './context.ts';
import { toComparedWord, toSingular } from './phrases.ts';

/** A topic, venue or institution as a record names it, before it is stored. */
export interface NamedContext {
  kind: ContextKind;
  nameKey: string;
  name: string;
  /** The base of its slug, if shorter than the name. */
  acronym?: string;
  facts: Record<string, string>;
}

const smallWords = new Set('a an the of on in at for and'.split(' '));
const significantWords = (text: string): string =>
  tokenize(text.replace(/&/g, ' and '))
    .filter((word) => !smallWords.has(word))
    .join(' ');

const topicWord = (word: string): string => toComparedWord(toSingular(word));

/**
 * Returns the key under which names of one kind are the same context, across sources. Case, diacritics and punctuation are ignored. For a
 * topic, singular and plural, spellings (`toComparedWord`), and words written apart, together or with a hyphen are equal. For a venue, years, ordinals, volumes (see `venueName`) and small words are ignored. For an
 * institution, small words are ignored ("University of Illinois at Urbana-Champaign" is "University of Illinois Urbana-Champaign"). A name
 * that consists only of small words or punctuation is its own key.
 */
export function contextKey(kind: ContextKind, name: string): string {
  if (kind === 'topic') return tokenize(name).map(topicWord).join('') || name.trim().toLowerCase();
  return significantWords(kind === 'venue' ? venueName(name) : name) || name.trim().toLowerCase();
}

const tensPattern = 'twent|thirt|fort|fift|sixt|sevent|eight|ninet';
const onesPattern = 'first|second|third|fourth|fifth|sixth|seventh|eighth|ninth';
const ordinalPattern = new RegExp(
  `\\b(\\d+(st|nd|rd|th|e|er|ère|ème|eme)|${onesPattern}|tenth|eleventh|twelfth|(thir|four|fif|six|seven|eigh|nine)teenth|(${tensPattern})ieth|(${tensPattern})y[ -](${onesPattern}))\\b`,
  'gi',
);
const volumePattern =
  /[,:]?\s*\(?\b(volume|vol\.?|part|pt\.?|issue|number|no\.?|tome)\s*(\d+|[ivx]+\b)(\s*:[^)]*|\s*\([^)]*\))?\)?(?=$|[\s,.;:)])/gi;
const yearPattern = /[’']?\b(1[89]|20)\d\d\b([-–/](\d{4}|\d\d)\b)?|[’']\d\d\b/g;
const proceedingsPrefix =
  /^(in\s*:?\s+)?((companion\s+)?proceedings\s+of\s+(the\s+)?|proc\.?\s+(of\s+(the\s+)?)?|actes\s+de\s+(la\s+|l[’'])?)/i;
const acronymSuffix = /\s*\(([^()]{2,24})\)\s*$/;

/**
 * Returns a container title without the parts that change each year: "proceedings of", ordinal, year, volume, and a final acronym in
 * brackets.
 */
export function venueName(title: string): string {
  const stripped = title
    .replace(yearPattern, ' ')
    .replace(volumePattern, ' ')
    .replace(proceedingsPrefix, '')
    .replace(ordinalPattern, ' ')
    .replace(/\(\s*\)/g, ' ');
  const name = tidyName(tidyName(stripped).replace(acronymSuffix, ''));
  return name === '' ? title.trim() : name;
}

const tidyName = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/\s+([,.;:])/g, '$1')
    .replace(/^(the\s+)/i, '')
    .replace(/^[\s,.;:–-]+|[\s,;:–-]+$/g, '')
    .trim();

const preprintServer =
  /^(arxiv|corr|biorxiv|medrxiv|chemrxiv|psyarxiv|socarxiv|techrxiv|ssrn|research square|preprints?|osf|hal|zenodo)\b/i;

/** Returns the venue of a container title; null for a preprint server, which is not a venue. */
export function venueOf(title: string): NamedContext | null {
  const name = venueName(title);
  if (preprintServer.test(name)) return null;
  return { kind: 'venue', nameKey: contextKey('venue', title), name, facts: {} };
}

type ListedVenue = NonNullable<ImportedWork['venues']>[number];

/** Returns the context of a venue that a source lists with its own id. */
const toVenueContext = ({ id, name, acronym }: ListedVenue, source: string): NamedContext => ({
  kind: 'venue',
  nameKey: contextKey('venue', name),
  name,
  ...(acronym && { acronym }),
  facts: { source, ...(id && { id }), ...(acronym && { acronym }) },
});

const maxStatedTopics = 20;
const maxTopicCharacters = 60;

/** Sources whose topics and keywords become topics. Anybody could name a topic in an entry of their own, or in a file from elsewhere. */
const namesTopics = (source: ImportedWork['source']): boolean => isDescribing(source) && source !== 'research-object';

/** Returns the topics that a record states: topics of its source, and keywords. */
function statedTopicsOf({ source, topics = [], keywords = [] }: Pick<ImportedWork, 'source' | 'topics' | 'keywords'>): NamedContext[] {
  if (!namesTopics(source)) return [];
  return [...topics, ...keywords.map((name) => ({ name, id: undefined }))]
    .filter(({ name }) => name.length <= maxTopicCharacters && /\p{L}{2}/u.test(name))
    .slice(0, maxStatedTopics)
    .map(({ name, id }) => ({
      ...{ kind: 'topic', nameKey: contextKey('topic', name), name: name.slice(0, 1).toUpperCase() + name.slice(1) },
      facts: { [`${statedPrefix}${source}`]: id ?? 'keyword' },
    }));
}

/** Returns the topics of the keywords of a stored work, by the first of its sources that may name topics. */
export function topicsOfKeywords(keywords: readonly string[], sources: readonly ImportedWork['source'][]): NamedContext[] {
  const source = sources.find(namesTopics);
  return source ? statedTopicsOf({ source, keywords: [...keywords] }) : [];
}

/** Begins the names of the facts that say which sources state a topic. */
const statedPrefix = 'stated ';

/** Returns the sources that state a topic. */
export const sourcesStating = (facts: Record<string, string>): string[] =>
  Object.keys(facts).flatMap((fact) => (fact.startsWith(statedPrefix) ? fact.slice(statedPrefix.length) : []));

function topicOfCategory(code: string): NamedContext {
  const name = categoryName(code);
  return { kind: 'topic', nameKey: contextKey('topic', name), name, facts: { code } };
}

/**
 * Returns the venues and topics that the records of a work name. The venue is a corrected one; otherwise the venues of the first record
 * that lists any; otherwise the first container title that is a venue. The topics are the categories, topics and keywords of all records.
 * @param records the records in order of precedence
 */
export function contextsOfRecords(records: readonly ImportedWork[]): NamedContext[] {
  const ranked = effectiveRecords(records);
  const isCorrected = ranked.some(({ source, venue }) => source === 'correction' && venue);
  const listingRecord = isCorrected ? undefined : ranked.find(({ venues }) => venues && venues.length > 0);
  const venues = listingRecord
    ? (listingRecord.venues ?? []).map((venue) => toVenueContext(venue, listingRecord.source))
    : ranked.flatMap(({ venue }) => (venue ? (venueOf(venue) ?? []) : [])).slice(0, 1);
  const topics = ranked.flatMap((record) => [...(record.category ? [topicOfCategory(record.category)] : []), ...statedTopicsOf(record)]);
  const named = new Map<string, NamedContext>();
  for (const context of [...venues, ...topics]) {
    const place = `${context.kind} ${context.nameKey}`;
    const known = named.get(place);
    named.set(place, known ? { ...known, facts: { ...context.facts, ...known.facts } } : context);
  }
  return [...named.values()];
}

/** Returns the slug base of a context. */
export const contextSlug = ({ name, acronym }: Pick<NamedContext, 'name' | 'acronym'>): string => slugBase(acronym ?? name, 'unnamed');
