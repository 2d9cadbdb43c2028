import { z } from 'zod';
import { joinNameParts } from '#lib/platform/names/written-names.ts';
import { parseTitle } from '#lib/platform/text/inline-markup.ts';
import { safeHref } from '#lib/platform/text/rich-text.ts';
import { dateOf, identifiersOf } from './bibtex/fields.ts';
import { type ImportedName, type ImportedWork, type WorkType, workTypesByName } from './model.ts';

const workTypesByCslType = workTypesByName({
  article: 'article-journal journal-article article-magazine article-newspaper',
  paper: 'paper-conference proceedings-article',
  book: 'book monograph edited-book',
  chapter: 'chapter book-chapter entry-encyclopedia',
  thesis: 'thesis dissertation',
  report: 'report',
  dataset: 'dataset',
  preprint: 'posted-content',
});

const typeOf = (name: string): WorkType => workTypesByCslType.get(name) ?? 'other';

const cslObject = z.record(z.string(), z.unknown());
const maxTextCharacters = 20_000;

/** Returns a field as one line of text without inline markup; for a list, its first value. */
export function lineOf(value: unknown): string | undefined {
  const firstValue = Array.isArray(value) ? value[0] : value;
  if (typeof firstValue !== 'string' && typeof firstValue !== 'number') return undefined;
  const text = String(firstValue)
    .slice(0, maxTextCharacters)
    .replace(/<\/?[a-z][^<>]{0,80}>/gi, '')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim();
  return text === '' ? undefined : text;
}

function nameOf(value: unknown): ImportedName[] {
  const parsed = cslObject.safeParse(value);
  if (!parsed.success) return [];
  const { literal, name, given, suffix, ORCID } = parsed.data;
  const particle = lineOf(parsed.data['non-dropping-particle']) ?? lineOf(parsed.data['dropping-particle']);
  const family = [particle, lineOf(parsed.data.family)].filter(Boolean).join(' ');
  const personName = joinNameParts({ given: lineOf(given) ?? '', family });
  const orcid = /\d{4}-\d{4}-\d{4}-\d{3}[\dX]/.exec(lineOf(ORCID) ?? '')?.[0];
  const organisation = personName ? undefined : (lineOf(literal) ?? lineOf(name));
  const displayName = personName ? [personName, lineOf(suffix)].filter(Boolean).join(' ') : organisation;
  return displayName ? [{ name: displayName, ...(family && given ? { family } : {}), ...(orcid && { orcid }) }] : [];
}

function issuedOf(value: unknown): Pick<ImportedWork, 'year' | 'date'> {
  const parsed = cslObject.safeParse(value);
  if (!parsed.success) return {};
  const [parts] = Array.isArray(parsed.data['date-parts']) ? parsed.data['date-parts'] : [];
  const [year, month, day] = Array.isArray(parts) ? parts.map(Number) : [];
  if (!year) return dateOf({ date: lineOf(parsed.data.raw) ?? lineOf(parsed.data.literal) });
  const padTwo = (part: number | undefined) => (part && part > 0 ? String(part).padStart(2, '0') : undefined);
  const date = [String(year), padTwo(month), month ? padTwo(day) : undefined].filter(Boolean).join('-');
  return dateOf({ date });
}

/** Parses an item of CSL-JSON 1.0.2; null if it is not an item, or has neither title nor author. Invalid fields are omitted. */
export function parseCslWork(value: unknown): ImportedWork | null {
  const parsed = cslObject.safeParse(value);
  if (!parsed.success) return null;
  const fields = parsed.data;
  const title = lineOf(fields.title);
  const authorEntries = Array.isArray(fields.author) ? fields.author : [];
  const authors = authorEntries.flatMap(nameOf);
  if (!title && authors.length === 0) return null;
  const doi = lineOf(fields.DOI);
  const url = lineOf(fields.URL);
  const href = url ? safeHref(url) : null;
  const details = {
    venue: lineOf(fields['container-title']),
    volume: lineOf(fields.volume),
    pages: lineOf(fields.page),
    publisher: lineOf(fields.publisher),
    language: lineOf(fields.language),
    url: href ?? undefined,
  };
  // arXiv registers a DOI for each of its papers.
  const preprint = /^10\.48550\/arxiv\.(.+)$/i.exec(doi ?? '')?.[1];
  const archived = preprint
    ? { eprint: preprint, archiveprefix: 'arxiv' }
    : { eprint: lineOf(fields.archive_location), archiveprefix: lineOf(fields.archive) };
  return {
    source: 'owner',
    recordId: 'draft',
    title: title ? parseTitle(title) : null,
    type: preprint ? 'preprint' : typeOf(lineOf(fields.type) ?? ''),
    ...issuedOf(fields.issued),
    ...Object.fromEntries(Object.entries(details).filter(([, text]) => text !== undefined)),
    identifiers: identifiersOf({ doi, url, ...archived }),
    authors,
    authorsComplete: authors.length === authorEntries.length,
    indicators: [],
  };
}
