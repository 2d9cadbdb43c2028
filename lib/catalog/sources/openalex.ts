import { z } from 'zod';
import { titleTree } from '#lib/platform/text/inline-markup.ts';
import { jsonIn } from '#lib/platform/text/json.ts';
import { safeHref } from '#lib/platform/text/rich-text.ts';
import { dateOf, identifiersOf } from './bibtex/fields.ts';
import { lineOf } from './csl.ts';
import type { ImportEvent, ImportedName, ImportedWork, WorkType } from './model.ts';
import { InputFault, type InputFile, textOf, unzippedText } from './reading.ts';

/** Upper bound on a line in bytes; a work with thousands of authors takes some megabytes. */
const maxLine = 16 * 1024 * 1024;
const maxLocations = 20;
const maxAbstractWords = 5_000;

const types = new Map<string, WorkType>(
  Object.entries({
    ...{ article: 'article', review: 'article', letter: 'article', editorial: 'article', preprint: 'preprint', book: 'book' },
    ...{ 'book-chapter': 'chapter', 'reference-entry': 'chapter', dissertation: 'thesis', report: 'report', dataset: 'dataset' },
  } as const),
);

const text = z.string().nullish().catch(undefined);
const list = z.array(z.unknown()).catch([]);
const place = z.looseObject({ display_name: text, type: text, host_organization_name: text }).nullish().catch(undefined);
const location = z.looseObject({ landing_page_url: text, source: place }).nullish().catch(undefined);
const named = z.looseObject({ id: text, display_name: text, orcid: text }).nullish().catch(undefined);

/** The fields of a work that are read. Invalid values are ignored. */
const record = z.looseObject({
  id: z.string().regex(/(?:^|\/)W\d{1,20}$/),
  title: text,
  display_name: text,
  type: text,
  type_crossref: text,
  publication_date: text,
  publication_year: z.number().int().nullish().catch(undefined),
  language: text,
  doi: text,
  primary_location: location,
  locations: list,
  biblio: z.looseObject({ volume: text, first_page: text, last_page: text }).nullish().catch(undefined),
  authorships: list,
  is_authors_truncated: z.boolean().nullish().catch(undefined),
  is_paratext: z.boolean().nullish().catch(undefined),
  is_retracted: z.boolean().nullish().catch(undefined),
  cited_by_count: z.number().int().positive().nullish().catch(undefined),
  abstract_inverted_index: z.record(z.string(), z.array(z.number().int().nonnegative())).nullish().catch(undefined),
});
type OpenAlexWork = z.infer<typeof record>;

const authorship = z.looseObject({ author: named, raw_author_name: text, institutions: list, raw_affiliation_strings: list });

const answer = z.looseObject({ results: z.array(z.unknown()) });

/**
 * Reads works of OpenAlex (https://docs.openalex.org/api-entities/works/work-object): files of its snapshot with one work per line, and
 * saved API responses. A line that is not a work is quarantined. Covers and tables of contents ("paratext") are skipped.
 */
export async function* openalex(files: readonly InputFile[]): AsyncGenerator<ImportEvent> {
  for (const file of files) {
    const { name: input } = file;
    try {
      for await (const { at, value, written } of valuesIn(file)) {
        const work = workOf(value);
        if (work === 'paratext') continue;
        yield work
          ? { kind: 'work', input, work }
          : {
              kind: 'quarantined',
              input,
              record: { recordId: `${input}, ${at}`, reason, excerpt: (written ?? asJson(value)).slice(0, 200) },
            };
      }
    } catch (fault) {
      if (!(fault instanceof InputFault)) throw fault;
      yield { kind: 'quarantined', input, record: { recordId: input, reason: fault.message, excerpt: fault.excerpt } };
    }
    yield { kind: 'read', input, bytes: file.bytes };
  }
}

const reason = 'It is no work of OpenAlex: a JSON object whose id ends in W and a number. Get it again and import the file again.';

interface Found {
  /** Its position in the file. */
  at: string;
  value: unknown;
  written?: string;
}

async function* valuesIn(file: InputFile): AsyncGenerator<Found> {
  if (!file.name.endsWith('.json')) {
    let number = 0;
    for await (const line of linesOf(file.path)) {
      number += 1;
      if (line.trim() !== '') yield* worksIn(jsonIn(line), `line ${number}`, line);
    }
    return;
  }
  let whole = '';
  for await (const piece of textOf(file.path)) whole += piece;
  const json = jsonIn(whole);
  if (json !== undefined) return yield* worksIn(json, 'the file', whole);
  for (const [index, line] of whole.split('\n').entries()) if (line.trim() !== '') yield* worksIn(jsonIn(line), `line ${index + 1}`, line);
}

/** Yields a work, or the works of a list or an API response. */
function* worksIn(value: unknown, at: string, written: string): Generator<Found> {
  const several = Array.isArray(value) ? value : answer.safeParse(value).data?.results;
  if (!several) yield { at, value, written };
  else for (const [index, one] of several.entries()) yield { at: `${at}, work ${index + 1}`, value: one };
}

/** Returns a value as JSON; an empty string if it is nested too deeply. */
function asJson(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    return '';
  }
}

/** @throws InputFault if a line is too long to be a work */
async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of unzippedText(path)) {
    const [first = '', ...more] = piece.split('\n');
    const lines = [rest + first, ...more];
    rest = lines.pop() ?? '';
    yield* lines;
    if (rest.length > maxLine) throw new InputFault('A line is longer than 16 MB. Name files with a work of OpenAlex in each line.');
  }
  yield rest;
}

function workOf(value: unknown): ImportedWork | 'paratext' | null {
  const read = record.safeParse(value);
  if (!read.success) return null;
  const raw = read.data;
  if (raw.is_paratext || raw.type === 'paratext') return 'paratext';
  const recordId = raw.id.slice(raw.id.lastIndexOf('W'));
  const title = lineOf(raw.title ?? raw.display_name);
  const abstract = abstractOf(raw);
  const published = raw.primary_location?.source;
  const isStored = published?.type === 'repository';
  const authors = raw.authorships.flatMap(nameOf);
  const pages = [raw.biblio?.first_page, raw.biblio?.last_page].flatMap((page) => lineOf(page) ?? []);
  const details = {
    abstract: abstract && [abstract],
    venue: isStored ? undefined : lineOf(published?.display_name),
    publisher: isStored ? undefined : lineOf(published?.host_organization_name),
    volume: lineOf(raw.biblio?.volume),
    pages: pages.length > 0 ? [...new Set(pages)].join('-') : undefined,
    language: lineOf(raw.language),
    retracted: raw.is_retracted || undefined,
  };
  return {
    source: 'openalex',
    recordId,
    title: title ? titleTree(title) : null,
    type: typeOf(raw),
    ...dateOf({ date: raw.publication_date ?? undefined, year: raw.publication_year ? String(raw.publication_year) : undefined }),
    ...Object.fromEntries(Object.entries(details).filter(([, given]) => given !== undefined)),
    url: safeHref(raw.primary_location?.landing_page_url ?? '') ?? `https://openalex.org/${recordId}`,
    identifiers: allIdentifiers(raw),
    authors,
    authorsComplete: !raw.is_authors_truncated && authors.length === raw.authorships.length,
    indicators: raw.cited_by_count ? [{ kind: 'citations', value: raw.cited_by_count }] : [],
  };
}

function typeOf({ type, type_crossref, primary_location }: OpenAlexWork): WorkType {
  const known = types.get(type ?? '') ?? 'other';
  const isPaper = type_crossref === 'proceedings-article' || primary_location?.source?.type === 'conference';
  return known === 'article' && isPaper ? 'paper' : known;
}

/** The id that OpenAlex gives to every unknown author. */
const unknownAuthor = 'A9999999999';

function nameOf(value: unknown): ImportedName[] {
  const read = authorship.safeParse(value);
  if (!read.success) return [];
  const { author, raw_author_name, institutions, raw_affiliation_strings } = read.data;
  const name = lineOf(author?.display_name) ?? lineOf(raw_author_name);
  if (!name) return [];
  const personId = /(?:^|\/)(A\d{1,20})$/.exec(author?.id ?? '')?.[1];
  const orcid = /\d{4}-\d{4}-\d{4}-\d{3}[\dX]$/.exec(author?.orcid ?? '')?.[0];
  const affiliation = lineOf(named.safeParse(institutions[0]).data?.display_name) ?? lineOf(raw_affiliation_strings);
  return [
    {
      name,
      ...(personId && personId !== unknownAuthor && { personId }),
      ...(orcid && { orcid }),
      ...(affiliation && { affiliation }),
    },
  ];
}

function allIdentifiers({ doi, primary_location, locations }: OpenAlexWork): ImportedWork['identifiers'] {
  const places = [primary_location, ...locations.slice(0, maxLocations).map((each) => location.parse(each))];
  const addresses = [doi, ...places.map((each) => each?.landing_page_url)];
  const found = addresses.flatMap((address) => {
    // arXiv registers a DOI for each of its papers.
    const preprint = /\/10\.48550\/arxiv\.(.+)$/i.exec(address ?? '')?.[1];
    return address ? identifiersOf({ url: address, ...(preprint && { eprint: preprint, archiveprefix: 'arxiv' }) }) : [];
  });
  return [...new Map(found.map((one) => [`${one.scheme} ${one.value}`, one])).values()];
}

/** Restores the abstract from OpenAlex's inverted index, which lists the positions of each word. */
function abstractOf({ abstract_inverted_index: places }: OpenAlexWork): string | undefined {
  const words = Object.entries(places ?? {}).flatMap(([word, all]) => all.map((at): [number, string] => [at, word]));
  if (words.length === 0 || words.length > maxAbstractWords) return undefined;
  return lineOf(
    words
      .sort(([a], [b]) => a - b)
      .map(([, word]) => word)
      .join(' '),
  );
}
