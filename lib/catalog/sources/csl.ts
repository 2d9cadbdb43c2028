import { z } from 'zod';
import { readCslDate } from '#lib/catalog/bibliography/dates.ts';
import {
  arxivIdOfDoi,
  firstOfEachScheme,
  identifiersInAddress,
  inScheme,
  orcidIn,
  readArxivId,
  readDoi,
  readIsbns,
  readIssns,
} from '#lib/catalog/bibliography/identifiers.ts';
import { readLine, readTitle } from '#lib/catalog/bibliography/markup.ts';
import { type ReadNames, readGroupName, readLiteralName, readNameParts } from '#lib/catalog/bibliography/names.ts';
import { readPages } from '#lib/catalog/bibliography/pages.ts';
import { type Finding, finding, inField, type Problem } from '#lib/catalog/bibliography/problems.ts';
import { contributorRoleNames } from '#lib/catalog/bibliography/record.ts';
import { fromCslVariables, fromNote } from '#lib/catalog/bibliography/record-formats.ts';
import {
  isRetractedTitle,
  kindOfVenue,
  readType,
  statesRetraction,
  typeOrPreprint,
  type WorkType,
} from '#lib/catalog/bibliography/types.ts';
import { plainText, safeHref } from '#lib/platform/text/rich-text.ts';
import { extractAddresses } from './addresses.ts';
import { type ImportedContributor, type ImportedWork, statedFieldsOf } from './model.ts';
import { type ReadEntry, type ReadWork, toPeople } from './people.ts';

const cslObject = z.record(z.string(), z.unknown());
/** Variables that say nothing of the work, or only of how it was found and is cited; and fields of Crossref beside those of CSL. */
const ignoredVariables = new Set(
  `id citation-key citation-label categories custom accessed submitted journalAbbreviation shortTitle locator first-reference-note-number source
  call-number dimensions indexed reference-count references-count is-referenced-by-count content-domain prefix score resource deposited member
  created published published-print published-online published-other issn-type isbn-type license link relation journal-issue alternative-id update-policy
  subject reference assertion funder original-title short-container-title container-title-short subtitle update-to updated-by copyright approved accepted
  posted content-created content-updated institution group-title clinical-trial-number special_numbering article-number archive-place archive_collection
  chapter-number publisher-location version aliases crossmark project abstract review part-title part-number author-affiliations`.split(
    /\s+/,
  ),
);

/** Reads a name of CSL-JSON. */
function readCslName(value: unknown): ReadEntry {
  const parsed = cslObject.safeParse(value);
  const nobody: ReadEntry = { read: { names: [], complete: false, problems: [finding(value, 'It is no name.', 'without it')] } };
  if (!parsed.success) return typeof value === 'string' ? { read: readLiteralName(value, extractAddresses) } : nobody;
  const text = (key: string): string | undefined => readLine(parsed.data[key]);
  const [literal, group] = [text('literal'), text('name')];
  const [given, family] = [text('given'), text('family')];
  const read: ReadNames =
    given || family
      ? readNameParts(
          {
            given,
            family,
            droppingParticle: text('dropping-particle'),
            nonDroppingParticle: text('non-dropping-particle'),
            suffix: text('suffix'),
          },
          extractAddresses,
        )
      : literal
        ? readLiteralName(literal, extractAddresses)
        : group
          ? readGroupName(group)
          : { ...nobody.read, problems: [] };
  const orcid = orcidIn(text('ORCID') ?? '');
  return { read: { ...read, problems: [...read.problems, ...orcid.problems] }, facts: { ...(orcid.value && { orcid: orcid.value }) } };
}

/** Reads an item of CSL-JSON 1.0.2; null if it is not an item, or has neither title nor name. */
export function readCslWork(value: unknown): ReadWork | null {
  const parsed = cslObject.safeParse(value);
  if (!parsed.success) return null;
  const fields = parsed.data;
  const problems: Problem[] = [];
  const taken = new Set<string>();
  const take = (variable: string): unknown => {
    taken.add(variable);
    return fields[variable];
  };
  const report = (variable: string, findings: readonly Finding[]): void => {
    problems.push(...inField(variable, findings));
  };
  const line = (variable: string): string | undefined => readLine(take(variable));
  const title = readTitle(take('title'));
  const peopleOf = (variable: string) => {
    const written = take(variable);
    const people = toPeople(variable, (Array.isArray(written) ? written : []).map(readCslName));
    problems.push(...people.problems);
    return people;
  };
  const authors = peopleOf('author');
  const contributors = contributorRoleNames.flatMap((role): ImportedContributor[] =>
    peopleOf(role).names.map((name) => ({ ...name, role })),
  );
  if (!title && authors.names.length === 0 && contributors.length === 0) return null;
  const doiText = line('DOI');
  const doi = (doiText && readDoi(doiText)) || null;
  if (doiText && !doi) report('DOI', [finding(doiText, 'It is no DOI.', 'without it')]);
  const urlText = line('URL');
  const url = urlText ? safeHref(urlText) : null;
  if (urlText && !url) report('URL', [finding(urlText, 'It is no web address.', 'without it')]);
  const container = line('container-title');
  const venueKind = container === undefined ? 'venue' : kindOfVenue(container);
  const venue = venueKind === 'venue' ? container : undefined;
  const date = datesOf(take, report);
  const details = fromCslVariables((variable, kind) => (kind === 'date' ? readCslDate(take(variable)).value.date : lineOf(take(variable))));
  const pages = readPages(details.pages ?? '');
  report('page', pages.problems);
  const issns = readIssns(textsOf(take('ISSN')));
  report('ISSN', issns.problems);
  const isbns = readIsbns(textsOf(take('ISBN')));
  report('ISBN', isbns.problems);
  const archive = `${line('archive') ?? ''} ${line('publisher') ?? ''}`;
  const isArchived = /\barxiv\b/i.test(archive) || venueKind === 'preprints';
  const location = line('archive_location') ?? line('archive-location') ?? line('number');
  const archived = [isArchived ? location : undefined, venueKind === 'preprints' ? container : undefined].map((text) =>
    text ? readArxivId(text) : null,
  );
  const { note, retracted: isRetractedByNote, incomplete } = fromNote(details.note ?? '');
  const abstract = readTitle(take('abstract'));
  const language = line('language');
  const typeName = line('type') ?? '';
  const retracted = isRetractedByNote || isRetracted(fields, title ? plainText(title) : '', [note, details.status]);
  for (const name of Object.keys(fields))
    if (!taken.has(name) && !ignoredVariables.has(name))
      report(name, hasContent(fields[name]) ? [finding(fields[name], 'This field is not read.', 'without it')] : []);
  const { note: _, pages: __, issn: ___, ...rest } = details;
  const work: ImportedWork = {
    source: 'owner',
    recordId: 'draft',
    title,
    type: typeOf(typeName, {
      isPreprint: venueKind === 'preprints' || arxivIdOfDoi(doi) !== null,
      hasVenue: venue !== undefined,
    }),
    ...date,
    ...rest,
    ...statedFieldsOf({ pages: pages.value, issn: issns.value, note, venue, language, abstract, url, retracted, contributors }),
    identifiers: firstOfEachScheme([
      ...inScheme('doi', doi),
      ...inScheme('arxiv', arxivIdOfDoi(doi) ?? archived.find((id) => id !== null)),
      ...(url ? identifiersInAddress(url) : []),
      ...isbns.value.flatMap((isbn) => inScheme('isbn', isbn)),
    ]),
    authors: authors.names,
    authorsComplete: authors.complete && !incomplete,
    indicators: [],
  };
  return { work, problems, printed: authors.printed };
}

const lineOf = (value: unknown): string | undefined =>
  Array.isArray(value) ? value.map(readLine).filter(Boolean).join('; ') || undefined : readLine(value);
const textsOf = (value: unknown): string =>
  Array.isArray(value) ? value.map((each) => readLine(each) ?? '').join(' ') : (readLine(value) ?? '');
const hasContent = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);

/** Reads the date of issue; that of Crossref's other dates if there is none. */
function datesOf(
  take: (variable: string) => unknown,
  report: (variable: string, findings: readonly Finding[]) => void,
): { year?: number; date?: string } {
  for (const variable of ['issued', 'published-print', 'published-online', 'published', 'posted', 'created']) {
    const { value, problems } = readCslDate(take(variable));
    report(variable, problems);
    if (value.year !== undefined) return value;
  }
  return {};
}

function typeOf(name: string, { isPreprint, hasVenue }: { isPreprint: boolean; hasVenue: boolean }): WorkType {
  const type = readType('csl', name);
  // `article` is a preprint in CSL 1.0.2. Before, it was any article.
  if (name === 'article' && hasVenue) return 'article';
  return typeOrPreprint(type, isPreprint);
}

/** Whether an item says that the work is retracted: by its title, a note, its status, or an update of Crossref. */
function isRetracted(fields: Record<string, unknown>, title: string, texts: readonly (string | undefined)[]): boolean {
  const updates = Array.isArray(fields['updated-by']) ? fields['updated-by'] : [];
  return (
    isRetractedTitle(title) ||
    texts.some((text) => text !== undefined && statesRetraction(text)) ||
    updates.some((update) => /^(?:retraction|withdrawal|removal)$/i.test(readLine(cslObject.safeParse(update).data?.type) ?? ''))
  );
}
