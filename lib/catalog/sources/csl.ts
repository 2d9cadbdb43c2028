import { z } from 'zod';
import { readCslDate, statusInDate } from '#lib/catalog/bibliography/dates.ts';
import {
  arxivIdOfDoi,
  firstOfEachScheme,
  hasSeveralDois,
  identifiersInAddress,
  inScheme,
  orcidIn,
  ownAddress,
  readAddress,
  readArxivId,
  readDoi,
  readLabelledDoi,
  readPubmedIds,
  readSerials,
} from '#lib/catalog/bibliography/identifiers.ts';
import { tagOrWritten } from '#lib/catalog/bibliography/languages.ts';
import { readLine, readTitle } from '#lib/catalog/bibliography/markup.ts';
import { type ReadNames, readGroupName, readLiteralName, readNameParts } from '#lib/catalog/bibliography/names.ts';
import { readIssue, readPagesField, readVolume } from '#lib/catalog/bibliography/pages.ts';
import { type Finding, finding, inField, type Problem, unreadFields } from '#lib/catalog/bibliography/problems.ts';
import { contributorRoleNames } from '#lib/catalog/bibliography/record.ts';
import { fromCslVariables, fromNote } from '#lib/catalog/bibliography/record-formats.ts';
import {
  isRetractedMark,
  isRetractedTitle,
  kindOfVenue,
  readGenre,
  readType,
  statesRetraction,
  typeOrPreprint,
  type WorkType,
} from '#lib/catalog/bibliography/types.ts';
import { plainText } from '#lib/platform/text/rich-text.ts';
import { extractAddresses } from './addresses.ts';
import { type ImportedContributor, type ImportedWork, statedFieldsOf } from './model.ts';
import { type ReadEntry, type ReadWork, toPeople } from './people.ts';

const cslObject = z.record(z.string(), z.unknown());
/**
 * Variables that are not read: keys and states of a reference manager; how the work was found and is cited; of Crossref, the state of its
 * own record, lists of other works, and dates of steps before publication.
 */
const ignoredVariables = new Set(
  `id citation-key citation-label categories custom accessed submitted locator first-reference-note-number source
  indexed reference-count references-count is-referenced-by-count content-domain prefix score resource deposited member
  created published published-print published-online published-other posted issn-type isbn-type license link relation journal-issue alternative-id update-policy
  subject reference assertion funder update-to updated-by copyright approved accepted content-created content-updated aliases crossmark
  project author-affiliations publisher institution status`.split(/\s+/),
);

/** Other names of variables: of earlier versions of CSL, and of Crossref. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  'container-title-short': ['short-container-title', 'journalAbbreviation'],
  'title-short': ['shortTitle'],
  number: ['article-number'],
  'publisher-place': ['publisher-location'],
  edition: ['edition-number'],
  genre: ['degree'],
  'event-title': ['event'],
};

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
  const doi =
    (doiText && readDoi(doiText)) ||
    String(fields.note ?? '')
      .split('\n')
      .map(readLabelledDoi)
      .find((each) => each !== null) ||
    null;
  if (doiText && !readDoi(doiText)) report('DOI', [finding(doiText, 'It is no DOI.', 'without it')]);
  else if (doiText && hasSeveralDois(doiText)) report('DOI', [finding(doiText, 'Only the first DOI is read.', 'in part')]);
  const urlText = line('URL');
  const url = urlText ? readAddress(urlText) : null;
  if (urlText && !url) report('URL', [finding(urlText, 'It is no web address.', 'without it')]);
  const [container, series] = containersOf(take('container-title'));
  const venueKind = container === undefined ? 'venue' : kindOfVenue(container);
  const venue = venueKind === 'venue' ? container : undefined;
  const date = datesOf(take, report);
  const event = cslObject.safeParse(fields.event).data;
  const namedValue = (name: string): unknown => (name === 'event' && event ? take(name) && event.name : take(name));
  const details = fromCslVariables((variable, kind) => {
    if (kind === 'date') {
      const read = readCslDate(take(variable) ?? (variable === 'event-date' ? event?.start : undefined));
      report(variable, read.problems);
      return read.value.date;
    }
    if (variable === 'event-place' && event) return lineOf(take(variable) ?? event.location);
    const names = [variable, ...(otherNames[variable] ?? [])];
    const values = names.map((name) => ({ name, value: namedValue(name) }));
    for (const { name, value } of values)
      if (hasContent(value) && lineOf(value) === undefined) report(name, [finding(value, 'It is no text.', 'without it')]);
    return values.map(({ value }) => lineOf(value)).find((text) => text !== undefined);
  });
  const pages = readPagesField(details.pages ?? line('page-first'));
  report('page', pages.problems);
  const serials = { ISSN: readSerials(textsOf(take('ISSN'))), ISBN: readSerials(textsOf(take('ISBN'))) };
  for (const name of ['ISSN', 'ISBN'] as const) if (hasContent(fields[name])) report(name, serials[name].problems);
  const issns = [...serials.ISSN.value.issns, ...serials.ISBN.value.issns];
  const isbns = [...serials.ISBN.value.isbns, ...serials.ISSN.value.isbns];
  const archive = `${line('archive') ?? ''} ${line('publisher') ?? ''}`;
  const isArchived = /\barxiv\b/i.test(archive) || venueKind === 'preprints';
  const location = line('archive_location') ?? line('archive-location') ?? line('number') ?? details.pages;
  const archived = [isArchived ? location : undefined, venueKind === 'preprints' ? container : undefined].map((text) =>
    text ? readArxivId(text) : null,
  );
  const noteLines = String(fields.note ?? '').split(/\n+/);
  const { note, retracted: isRetractedByNote, incomplete } = fromNote(details.note ?? '');
  const abstract = readTitle(take('abstract'));
  const subtitle = line('subtitle');
  const pubmed = readPubmedIds(details);
  problems.push(...pubmed.problems);
  const language = tagOrWritten(line('language') ?? null);
  const typeName = line('type') ?? '';
  const retracted =
    isRetractedByNote ||
    isRetracted(fields, title ? plainText(title) : '', [...noteLines, details.status], [details.genre, ...(details.keywords ?? [])]);
  problems.push(...unreadFields(fields, (name) => taken.has(name) || ignoredVariables.has(name)));
  const { note: _, pages: __, issn: ___, ...rest } = details;
  if (rest.number !== undefined && isArchived && readArxivId(rest.number)) delete rest.number;
  const issuedTexts = cslObject.safeParse(fields.issued).data;
  const issuedStatus = [venueKind === 'none' ? container : undefined, fields.issued, issuedTexts?.literal, issuedTexts?.raw].map((each) =>
    typeof each === 'string' ? statusInDate(each) : null,
  );
  const identifiers = firstOfEachScheme([
    ...inScheme('doi', doi),
    ...inScheme('arxiv', arxivIdOfDoi(doi) ?? archived.find((id) => id !== null)),
    ...(url ? identifiersInAddress(url) : []),
    ...isbns.flatMap((isbn) => inScheme('isbn', isbn)),
  ]);
  const type = typeOf(typeName, {
    isPreprint: venueKind === 'preprints' || arxivIdOfDoi(doi) !== null,
    hasVenue: venue !== undefined,
  });
  const work: ImportedWork = {
    source: 'owner',
    recordId: 'draft',
    title,
    type,
    ...date,
    ...rest,
    ...readVolume(details.volume),
    ...pages.value,
    ...statedFieldsOf({
      ...{
        issn: issns,
        genre: readGenre('csl', typeName, type, details.genre),
        note,
        venue,
        language,
        abstract,
        url: ownAddress(url, identifiers),
        retracted,
        contributors: [...contributors, ...authors.contributors],
      },
      ...{ issue: details.issue && readIssue(details.issue), series: details.series ?? series },
      ...{ subtitle, publisher: details.publisher ?? institutionOf(fields.institution) },
      status: details.status ?? issuedStatus.find((each) => each !== null),
    }),
    ...pubmed.value,
    identifiers,
    authors: authors.names,
    authorsComplete: authors.complete && !incomplete,
    indicators: [],
  };
  return { work, problems, printed: authors.printed };
}

/** The title of the volume or journal, and of its series if a list names both. */
function containersOf(value: unknown): [string | undefined, string | undefined] {
  const titles = (Array.isArray(value) ? value : [value]).flatMap((each) => readLine(each) ?? []);
  const seriesAt = titles.length === 2 ? titles.findIndex((title) => seriesTitle.test(title)) : -1;
  return seriesAt === 0 ? [titles[1], titles[0]] : [titles[0], titles[1]];
}
const seriesTitle =
  /^(?:lecture notes in|ifip |communications in computer|advances in (?:intelligent|neural)|studies in|springer proceedings|synthesis lectures|texts in|undergraduate texts|graduate texts|methods in|smart innovation|acs symposium|iop conference series|ceur workshop)|\bseries\b/i;

/** The name of an institution of Crossref, which is the publisher of a thesis or a report. */
const institutionOf = (value: unknown): string | undefined => lineOf(Array.isArray(value) ? value[0] : value);

/** Reads a text, a list of texts, or an object with a name, which some catalogues give instead of a text. */
const lineOf = (value: unknown): string | undefined =>
  Array.isArray(value) ? value.map(lineOf).filter(Boolean).join('; ') || undefined : readLine(readName(value) ?? value);
const readName = (value: unknown): unknown => (value !== null && typeof value === 'object' && 'name' in value ? value.name : undefined);
const textsOf = (value: unknown): string =>
  Array.isArray(value) ? value.map((each) => readLine(each) ?? '').join(' ') : (readLine(value) ?? '');
const hasContent = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);

/** Reads the date of issue; that of Crossref's other dates if there is none. */
function datesOf(
  take: (variable: string) => unknown,
  report: (variable: string, findings: readonly Finding[]) => void,
): { year?: number; date?: string } {
  // `created` is the day on which the DOI was registered, which says nothing of an older work.
  for (const variable of ['issued', 'published-print', 'published-online', 'published', 'posted']) {
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
function isRetracted(
  fields: Record<string, unknown>,
  title: string,
  texts: readonly (string | undefined)[],
  marks: readonly (string | undefined)[],
): boolean {
  const updates = Array.isArray(fields['updated-by']) ? fields['updated-by'] : [];
  return (
    isRetractedTitle(title) ||
    texts.some((text) => text !== undefined && statesRetraction(text)) ||
    marks.some((text) => text !== undefined && isRetractedMark(text)) ||
    updates.some((update) => /^(?:retraction|withdrawal|removal)$/i.test(readLine(cslObject.safeParse(update).data?.type) ?? ''))
  );
}
