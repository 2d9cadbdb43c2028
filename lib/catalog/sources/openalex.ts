import { z } from 'zod';
import { formatSize } from '#lib/platform/limits.ts';
import { parseTitle } from '#lib/platform/text/inline-markup.ts';
import { parseJson } from '#lib/platform/text/json.ts';
import { safeHref } from '#lib/platform/text/rich-text.ts';
import { dateOf, identifiersOf } from './bibtex/fields.ts';
import { lineOf } from './csl.ts';
import { uniqueIdentifiers } from './identifiers.ts';
import { type ImportEvent, type ImportedName, type ImportedWork, type WorkType, workTypesByName } from './model.ts';
import { InputError, type InputFile, readEach, readUnzippedText, readWholeText } from './reading.ts';

/** Upper bound on a line in bytes; a work with thousands of authors takes some megabytes. */
const maxLineBytes = 16 * 1024 * 1024;
const maxLocations = 20;
const maxAbstractWords = 5_000;

const workTypesByType = workTypesByName({
  article: 'article review letter editorial',
  preprint: 'preprint',
  book: 'book',
  chapter: 'book-chapter reference-entry',
  thesis: 'dissertation',
  report: 'report',
  dataset: 'dataset',
});

const optionalText = z.string().nullish().catch(undefined);
const lenientList = z.array(z.unknown()).catch([]);
const sourceSchema = z
  .looseObject({ display_name: optionalText, type: optionalText, host_organization_name: optionalText })
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
  doi: optionalText,
  primary_location: locationSchema,
  locations: lenientList,
  biblio: z.looseObject({ volume: optionalText, first_page: optionalText, last_page: optionalText }).nullish().catch(undefined),
  authorships: lenientList,
  is_authors_truncated: z.boolean().nullish().catch(undefined),
  is_paratext: z.boolean().nullish().catch(undefined),
  is_retracted: z.boolean().nullish().catch(undefined),
  cited_by_count: z.number().int().positive().nullish().catch(undefined),
  abstract_inverted_index: z.record(z.string(), z.array(z.number().int().nonnegative())).nullish().catch(undefined),
});
type OpenAlexWork = z.infer<typeof workSchema>;

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
    const work = workOf(value);
    if (work === 'paratext') continue;
    const excerpt = work ? '' : (written ?? toJson(value)).slice(0, 200);
    yield work
      ? { kind: 'work', input, work }
      : { kind: 'quarantined', input, record: { recordId: `${input}, ${at}`, reason: quarantineReason, excerpt } };
  }
}

const quarantineReason =
  'It is no work of OpenAlex: a JSON object whose id ends in W and a number. Get it again and import the file again.';

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

function workOf(value: unknown): ImportedWork | 'paratext' | null {
  const parsed = workSchema.safeParse(value);
  if (!parsed.success) return null;
  const raw = parsed.data;
  if (raw.is_paratext || raw.type === 'paratext') return 'paratext';
  const recordId = raw.id.slice(raw.id.lastIndexOf('W'));
  const title = lineOf(raw.title ?? raw.display_name);
  const abstract = abstractOf(raw);
  const source = raw.primary_location?.source;
  const isRepository = source?.type === 'repository';
  const authors = raw.authorships.flatMap(nameOf);
  const pages = [raw.biblio?.first_page, raw.biblio?.last_page].flatMap((page) => lineOf(page) ?? []);
  const details = {
    abstract: abstract && [abstract],
    venue: isRepository ? undefined : lineOf(source?.display_name),
    publisher: isRepository ? undefined : lineOf(source?.host_organization_name),
    volume: lineOf(raw.biblio?.volume),
    pages: pages.length > 0 ? [...new Set(pages)].join('-') : undefined,
    language: lineOf(raw.language),
    retracted: raw.is_retracted || undefined,
  };
  return {
    source: 'openalex',
    recordId,
    title: title ? parseTitle(title) : null,
    type: typeOf(raw),
    ...dateOf({ date: raw.publication_date ?? undefined, year: raw.publication_year ? String(raw.publication_year) : undefined }),
    ...Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined)),
    url: safeHref(raw.primary_location?.landing_page_url ?? '') ?? `https://openalex.org/${recordId}`,
    identifiers: allIdentifiers(raw),
    authors,
    authorsComplete: !raw.is_authors_truncated && authors.length === raw.authorships.length,
    indicators: raw.cited_by_count ? [{ kind: 'citations', value: raw.cited_by_count }] : [],
  };
}

function typeOf({ type, type_crossref, primary_location }: OpenAlexWork): WorkType {
  const workType = workTypesByType.get(type ?? '') ?? 'other';
  const isPaper = type_crossref === 'proceedings-article' || primary_location?.source?.type === 'conference';
  return workType === 'article' && isPaper ? 'paper' : workType;
}

/** The id that OpenAlex gives to every unknown author. */
const unknownAuthor = 'A9999999999';

function nameOf(value: unknown): ImportedName[] {
  const parsed = authorshipSchema.safeParse(value);
  if (!parsed.success) return [];
  const { author, raw_author_name, institutions, raw_affiliation_strings } = parsed.data;
  const name = lineOf(author?.display_name) ?? lineOf(raw_author_name);
  if (!name) return [];
  const personId = /(?:^|\/)(A\d{1,20})$/.exec(author?.id ?? '')?.[1];
  const orcid = /\d{4}-\d{4}-\d{4}-\d{3}[\dX]$/.exec(author?.orcid ?? '')?.[0];
  const affiliation = lineOf(entitySchema.safeParse(institutions[0]).data?.display_name) ?? lineOf(raw_affiliation_strings);
  return [
    { name, ...(personId && personId !== unknownAuthor && { personId }), ...(orcid && { orcid }), ...(affiliation && { affiliation }) },
  ];
}

function allIdentifiers({ doi, primary_location, locations }: OpenAlexWork): ImportedWork['identifiers'] {
  const workLocations = [primary_location, ...locations.slice(0, maxLocations).map((each) => locationSchema.parse(each))];
  const addresses = [doi, ...workLocations.map((each) => each?.landing_page_url)];
  const identifiers = addresses.flatMap((address) => {
    // arXiv registers a DOI for each of its papers.
    const preprint = /\/10\.48550\/arxiv\.(.+)$/i.exec(address ?? '')?.[1];
    return address ? identifiersOf({ url: address, ...(preprint && { eprint: preprint, archiveprefix: 'arxiv' }) }) : [];
  });
  return uniqueIdentifiers(identifiers);
}

/** Restores the abstract from OpenAlex's inverted index, which lists the positions of each word. */
function abstractOf({ abstract_inverted_index: positions }: OpenAlexWork): string | undefined {
  const words = Object.entries(positions ?? {}).flatMap(([word, wordPositions]) => wordPositions.map((at): [number, string] => [at, word]));
  if (words.length === 0 || words.length > maxAbstractWords) return undefined;
  return lineOf(
    words
      .sort(([a], [b]) => a - b)
      .map(([, word]) => word)
      .join(' '),
  );
}
