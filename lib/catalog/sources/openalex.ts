import { z } from 'zod';
import { readDates } from '#lib/catalog/bibliography/dates.ts';
import {
  identifiersInAddress,
  orcidIn,
  readIssns,
  readOpenAlexId,
  readPubmedIds,
  uniqueIdentifiers,
} from '#lib/catalog/bibliography/identifiers.ts';
import { readLine, readTitle } from '#lib/catalog/bibliography/markup.ts';
import { isOrganisationName, isStandIn } from '#lib/catalog/bibliography/name-words.ts';
import { type ReadNames, readGroupName, readNames } from '#lib/catalog/bibliography/names.ts';
import { readPageRange, readVolume } from '#lib/catalog/bibliography/pages.ts';
import { finding, inField, type Problem, unreadFields } from '#lib/catalog/bibliography/problems.ts';
import { isRetractedTitle, kindOfVenue, readGenre, readType, type WorkType } from '#lib/catalog/bibliography/types.ts';
import { formatSize } from '#lib/platform/limits.ts';
import { nameKey } from '#lib/platform/names/name-key.ts';
import { nameSimilarity } from '#lib/platform/names/similar.ts';
import { parseJson } from '#lib/platform/text/json.ts';
import { plainText, safeHref } from '#lib/platform/text/rich-text.ts';
import { extractAddresses } from './addresses.ts';
import type { ImportEvent, ImportedWork } from './model.ts';
import { type ReadEntry, type ReadWork, toPeople } from './people.ts';
import { InputError, type InputFile, readEach, readUnzippedText, readWholeText } from './reading.ts';

/** Upper bound on a line in bytes; a work with thousands of authors takes some megabytes. */
const maxLineBytes = 16 * 1024 * 1024;
const maxLocations = 20;
const maxAbstractWords = 5_000;

const optionalText = z.string().nullish().catch(undefined);
const lenientList = z.array(z.unknown()).catch([]);
const sourceSchema = z
  .looseObject({ display_name: optionalText, type: optionalText, host_organization_name: optionalText, issn: lenientList })
  .nullish()
  .catch(undefined);
const locationSchema = z.looseObject({ landing_page_url: optionalText, source: sourceSchema }).nullish().catch(undefined);
const entitySchema = z.looseObject({ id: optionalText, display_name: optionalText, orcid: optionalText }).nullish().catch(undefined);

/** The fields of a work that are read. Invalid values are ignored. */
const workSchema = z.looseObject({
  id: z.string().regex(/(?:^|\/)W\d{1,20}$/),
  title: optionalText,
  display_name: optionalText,
  type: optionalText,
  type_crossref: optionalText,
  publication_date: optionalText,
  publication_year: z.number().int().nullish().catch(undefined),
  language: optionalText,
  updated_date: optionalText,
  doi: optionalText,
  primary_location: locationSchema,
  locations: lenientList,
  biblio: z
    .looseObject({ volume: optionalText, issue: optionalText, first_page: optionalText, last_page: optionalText })
    .nullish()
    .catch(undefined),
  authorships: lenientList,
  is_authors_truncated: z.boolean().nullish().catch(undefined),
  is_paratext: z.boolean().nullish().catch(undefined),
  is_retracted: z.boolean().nullish().catch(undefined),
  cited_by_count: z.number().int().positive().nullish().catch(undefined),
  ids: z.looseObject({ pmid: optionalText, pmcid: optionalText }).nullish().catch(undefined),
  /** The form of records before 2023. */
  host_venue: z
    .looseObject({ display_name: optionalText, type: optionalText, publisher: optionalText, issn: lenientList })
    .nullish()
    .catch(undefined),
  topics: lenientList,
  abstract_inverted_index: z.record(z.string(), z.array(z.number().int().nonnegative())).nullish().catch(undefined),
});
type OpenAlexWork = z.infer<typeof workSchema>;

/**
 * Fields that are not read: what OpenAlex infers with its own models besides topics (concepts, keywords), counts and links between its
 * records, states of open access and of its own record, and who paid for the work.
 */
const notRead = new Set(
  `open_access best_oa_location content_urls has_content has_fulltext fulltext_origin any_repository_has_fulltext apc_list apc_paid alternate_host_venues
  concepts primary_topic keywords mesh sustainable_development_goals fwci citation_normalized_percentile cited_by_percentile_year
  countries_distinct_count institutions_distinct_count institution_assertions locations_count referenced_works referenced_works_count related_works
  counts_by_year cited_by_api_url ngrams_url abstract_inverted_index_v3 corresponding_author_ids corresponding_institution_ids indexed_in
  relevance_score created_date is_oa is_xpac datasets versions grants funders awards authors_count concepts_count topics_count summary_stats
  mag magid pubmed score`.split(/\s+/),
);

const authorshipSchema = z.looseObject({
  author: entitySchema,
  raw_author_name: optionalText,
  institutions: lenientList,
  raw_affiliation_strings: lenientList,
});

const responseSchema = z.looseObject({ results: z.array(z.unknown()) });

/**
 * Reads works of OpenAlex (https://docs.openalex.org/api-entities/works/work-object): files of its snapshot with one work per line, and
 * saved API responses. A line that is not a work is quarantined. Covers and tables of contents ("paratext") are skipped.
 */
export const openalex = (files: readonly InputFile[]): AsyncGenerator<ImportEvent> => readEach(files, eventsOf);

async function* eventsOf(file: InputFile): AsyncGenerator<ImportEvent> {
  const { name: input } = file;
  for await (const { at, value, written } of rawWorksIn(file)) {
    const read = workOf(value);
    if (read === 'paratext') continue;
    const excerpt = read ? '' : (written ?? toJson(value)).slice(0, 200);
    yield read
      ? { kind: 'work', input, place: at, ...read }
      : { kind: 'quarantined', input, record: { recordId: `${input}, ${at}`, reason: quarantineReason, excerpt } };
  }
}

const quarantineReason = 'Not an OpenAlex work: skipped. A work is a JSON object whose id ends in W and a number.';

interface RawWork {
  /** Its position in the file. */
  at: string;
  value: unknown;
  written?: string;
}

async function* rawWorksIn(file: InputFile): AsyncGenerator<RawWork> {
  const content = file.name.endsWith('.json') ? await readWholeText(file.path) : null;
  const json = content === null ? undefined : parseJson(content);
  if (content !== null && json !== undefined) return yield* rawWorksOf(json, 'the file', content);
  let number = 0;
  for await (const line of content === null ? linesOf(file.path) : content.split('\n')) {
    number += 1;
    if (line.trim() !== '') yield* rawWorksOf(parseJson(line), `line ${number}`, line);
  }
}

/** Yields a work, or the works of a list or an API response. */
function* rawWorksOf(value: unknown, at: string, written: string): Generator<RawWork> {
  const works = Array.isArray(value) ? value : responseSchema.safeParse(value).data?.results;
  if (!works) yield { at, value, written };
  else for (const [index, work] of works.entries()) yield { at: `${at}, work ${index + 1}`, value: work };
}

/** Returns a value as JSON; an empty string if it is nested too deeply. */
function toJson(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    return '';
  }
}

/** @throws InputError if a line is too long to be a work */
async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of readUnzippedText(path)) {
    const [first = '', ...more] = piece.split('\n');
    const lines = [rest + first, ...more];
    rest = lines.pop() ?? '';
    yield* lines;
    if (rest.length > maxLineBytes)
      throw new InputError(`A line is longer than ${formatSize(maxLineBytes)}. Name files with a work of OpenAlex in each line.`);
  }
  yield rest;
}

function workOf(value: unknown): ReadWork | 'paratext' | null {
  const parsed = workSchema.safeParse(value);
  if (!parsed.success) return null;
  const raw = parsed.data;
  if (raw.is_paratext || raw.type === 'paratext') return 'paratext';
  const recordId = raw.id.slice(raw.id.lastIndexOf('W'));
  const title = readTitle(raw.title ?? raw.display_name);
  const abstract = readTitle(abstractOf(raw));
  const { host_venue: earlier } = raw;
  const source = raw.primary_location?.source ?? (earlier && { ...earlier, host_organization_name: earlier.publisher });
  const venue = readLine(source?.display_name) ?? readLine(raw.primary_location?.raw_source_name);
  const isRepository = source?.type === 'repository' || (venue !== undefined && kindOfVenue(venue) !== 'venue');
  const people = toPeople('authorships', raw.authorships.map(nameOf));
  const date = readDates(
    { date: raw.publication_date ?? undefined },
    { year: raw.publication_year ? String(raw.publication_year) : undefined },
  );
  const pages = readPageRange(readLine(raw.biblio?.first_page), readLine(raw.biblio?.last_page));
  const issns = readIssns((source?.issn ?? []).filter((issn) => typeof issn === 'string').join(' '));
  const pubmed = readPubmedIds({ pmid: raw.ids?.pmid ?? undefined, pmcid: raw.ids?.pmcid ?? undefined });
  const details = {
    abstract,
    venue: isRepository ? undefined : venue,
    publisher: isRepository ? undefined : readLine(source?.host_organization_name),
    ...readVolume(readLine(raw.biblio?.volume)),
    ...(raw.biblio?.issue && { issue: readLine(raw.biblio.issue) }),
    ...pubmed.value,
    issn: !isRepository && issns.value.length > 0 ? issns.value : undefined,
    pages: pages.value,
    language: readLine(raw.language),
    retracted: raw.is_retracted || isRetractedTitle(plainText(title ?? [])) || undefined,
    topics: topicsOf(raw.topics),
    stateOf: stateOf(raw.updated_date),
  };
  const problems: Problem[] = [
    ...unreadFields(raw, (name) => name in workSchema.shape || notRead.has(name)),
    ...pubmed.problems,
    ...people.problems,
    ...inField('publication_date', date.problems),
    ...inField('biblio', pages.problems),
  ];
  const type = typeOf(raw);
  const genre = readGenre('openalex', raw.type ?? '', type, undefined);
  const work: ImportedWork = {
    source: 'openalex',
    recordId,
    title,
    type,
    ...date.value,
    ...Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined && value !== null)),
    ...(genre && { genre }),
    url: safeHref(raw.primary_location?.landing_page_url ?? '') ?? `https://openalex.org/${recordId}`,
    identifiers: allIdentifiers(raw),
    authors: people.names,
    authorsComplete: !raw.is_authors_truncated && people.complete,
    indicators: raw.cited_by_count ? [{ kind: 'citations', value: raw.cited_by_count }] : [],
  };
  return { work, problems, printed: people.printed };
}

const maxTopics = 5;

/** Reads the topics to which OpenAlex assigns a work. */
function topicsOf(topics: readonly unknown[]): ImportedWork['topics'] {
  const read = topics.slice(0, maxTopics).flatMap((topic) => {
    const { id, display_name } = entitySchema.safeParse(topic).data ?? {};
    const name = readLine(display_name);
    const topicId = /T\d{1,10}$/.exec(id ?? '')?.[0];
    return name ? [{ name, ...(topicId && { id: topicId }) }] : [];
  });
  return read.length > 0 ? read : undefined;
}

/** The moment of a state of a record, in a form that sorts: OpenAlex gives a day, or a time with or without an offset. */
const stateOf = (updated: string | null | undefined): string | undefined => /^\d{4}-\d\d-\d\d(?:T[\d:.]+)?/.exec(updated ?? '')?.[0];

function typeOf({ type, type_crossref, primary_location }: OpenAlexWork): WorkType {
  const workType = readType('openalex', type ?? '') ?? 'other';
  const isPaper = type_crossref === 'proceedings-article' || primary_location?.source?.type === 'conference';
  if (type_crossref === 'posted-content' && workType === 'article') return 'preprint';
  return workType === 'article' && isPaper ? 'paper' : workType;
}

/** The id that OpenAlex gives to every unknown author. */
const unknownAuthor = 'A9999999999';

/** Reads an authorship: the name is the one on the work (`raw_author_name`); `display_name` is that of OpenAlex's cluster of works. */
function nameOf(value: unknown): ReadEntry {
  const parsed = authorshipSchema.safeParse(value);
  if (!parsed.success) return { read: { names: [], complete: false, problems: [finding(value, 'It is no authorship.', 'without it')] } };
  const { author, raw_author_name, institutions, raw_affiliation_strings } = parsed.data;
  const [written, known] = [readLine(raw_author_name), readLine(author?.display_name)];
  const name = written && !isStandIn(written) ? written : known;
  const institution = readLine(entitySchema.safeParse(institutions[0]).data?.display_name);
  if (!name) return { read: { names: [], complete: written !== undefined, problems: [finding(value, 'It has no name.', 'without it')] } };
  const isGroup = [institution, readLine(raw_affiliation_strings)].some((place) => place !== undefined && nameKey(place) === nameKey(name));
  const read: ReadNames = isGroup || isOrganisationName(name) ? readGroupName(name) : readNames(name, extractAddresses);
  const personId = readOpenAlexId(author?.id ?? '');
  const orcid = orcidIn(author?.orcid ?? '');
  const affiliation = institution ?? readLine(raw_affiliation_strings);
  const problems = [...read.problems, ...orcid.problems];
  const [only] = read.names;
  if (known && only && read.names.length === 1 && !isStandIn(known) && !mayBeSameName(only.name, known))
    problems.push(
      finding(
        `${only.name} / ${known}`,
        'OpenAlex counts the work for a person with another name. Ask whether it is the same person.',
        'in part',
      ),
    );
  return {
    read: { ...read, problems },
    facts: {
      ...(personId && personId !== unknownAuthor && { personId }),
      ...(orcid.value && { orcid: orcid.value }),
      ...(affiliation && !isGroup && { affiliation }),
      ...(known && !isGroup && only && known !== only.name && !isStandIn(known) && { knownAs: known }),
    },
  };
}

const sortedLetters = (name: string): string => [...name.replace(/[\s,.]/g, '')].sort().join('');

/** True if two names may be of one person: equal or compatible keys, in either order of the words. */
function mayBeSameName(one: string, other: string): boolean {
  const [a, b] = [one, other].map((name) =>
    nameKey(name.replace(/(?<!\p{L})\p{Lu}{2,3}(?!\p{L})/gu, (initials) => [...initials].join(' '))),
  ) as [string, string];
  // In Han, kana and Hangul, sources differ in the order of the parts.
  if (sortedLetters(one) === sortedLetters(other)) return true;
  if (nameSimilarity(a, b) !== null) return true;
  const sorted = (key: string): string => key.split('-').sort().join('-');
  const [shorter = [], longer = []] = [a.split('-'), b.split('-')].sort((x, y) => x.length - y.length);
  const isInitialOf = (part: string): boolean => longer.some((word) => word.startsWith(part) || part.startsWith(word));
  return sorted(a) === sorted(b) || (shorter.every(isInitialOf) && shorter.some((part) => part.length > 1 && longer.includes(part)));
}

/** The identifiers of a work. Those of its other locations count if they are of the same work: of arXiv and the Anthology. */
function allIdentifiers({ doi, primary_location, locations }: OpenAlexWork): ImportedWork['identifiers'] {
  const workLocations = [primary_location, ...locations.slice(0, maxLocations).map((each) => locationSchema.parse(each))];
  const addresses = [doi, ...workLocations.map((each) => each?.landing_page_url)].filter((address) => typeof address === 'string');
  return uniqueIdentifiers(addresses.flatMap(identifiersInAddress));
}

/** Restores the abstract from OpenAlex's inverted index, which lists the positions of each word. */
function abstractOf({ abstract_inverted_index: positions }: OpenAlexWork): string | undefined {
  const words = Object.entries(positions ?? {}).flatMap(([word, wordPositions]) => wordPositions.map((at): [number, string] => [at, word]));
  if (words.length === 0 || words.length > maxAbstractWords) return undefined;
  return words
    .sort(([a], [b]) => a - b)
    .map(([, word]) => word)
    .join(' ');
}
