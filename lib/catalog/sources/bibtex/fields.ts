import { type DateFields, readDate, readDates, statusInDate } from '#lib/catalog/bibliography/dates.ts';
import {
  addressInNote,
  arxivIdOfDoi,
  firstOfEachScheme,
  hasSeveralDois,
  identifiersInAddress,
  inScheme,
  ownAddress,
  readAddress,
  readArxivId,
  readDoi,
  readLabelledDoi,
  readPubmedIds,
  readSerials,
} from '#lib/catalog/bibliography/identifiers.ts';
import { journalOfMacro } from '#lib/catalog/bibliography/journal-macros.ts';
import { tagOrWritten } from '#lib/catalog/bibliography/languages.ts';
import { readLatexLine, readLatexText, readLatexTitle } from '#lib/catalog/bibliography/markup.ts';
import { readBibtexNames } from '#lib/catalog/bibliography/names.ts';
import { readIssue, readPagesField, readVolume } from '#lib/catalog/bibliography/pages.ts';
import { finding, inField, type Problem } from '#lib/catalog/bibliography/problems.ts';
import { contributorRoleNames, contributorRoles, recordFieldOf } from '#lib/catalog/bibliography/record.ts';
import { fromBibtexFields, fromNote } from '#lib/catalog/bibliography/record-formats.ts';
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
import { extractAddresses } from '../addresses.ts';
import { type ImportedContributor, type ImportedWork, type PrintedAddress, statedFieldsOf } from '../model.ts';
import { toPeople } from '../people.ts';
import { isAddressField, printedAddressesIn } from './addresses.ts';

type Fields = Readonly<Record<string, string | undefined>>;

/** Fields of reference managers and styles that say nothing of the work. */
const ignoredField =
  /^(?:file|files|groups?|timestamp|owner|read|priority|ranking|qualityassured|creationdate|modificationdate|bibsource|biburl|bdsk-.*|date-(?:added|modified)|mendeley-.*|citeulike-.*|posted-at|added-at|username|__markedentry|_.*|keys?|label|shorthand|sortkey|sorttitle|sortname|presort|options|ids|execute|crossref|xdata|xref|related.*|entrysubtype|hyphenation|gender|indextitle|indexsorttitle|nameaddon|authortype|editor[abc]?type|adsurl|adsnote|primaryclass|eprintclass|archiveprefix|eprinttype|urldate|lastchecked|accessed|annotation|annote|comment|review|abstractnote|publisher-url|unique-id|web-of-science.*|research-areas|da|doc-delivery-number|number-of-cited-references|times-cited|usage-count.*|funding-.*|author-email|affiliations?|researcherid-numbers|orcid-numbers|oa|esi-.*|source|cited-references|type-of-article|coden|document_?type|publication_stage|mrnumber|mrclass|mrreviewer|zblnumber|lccn|copyright|contents|price|rating|language_?code|date_?added|internal-.*|bibkey|interhash|intrahash|shorteditor|issue_date|acmid|location_?code|slaccitation|inspire.*|biburl|video|code|slides|pdf|poster|supp|archive)$/;

/** An entry that is read field by field; fields that nobody reads are problems. */
class EntryReader {
  readonly problems: Problem[] = [];
  private readonly fields: Fields;
  private readonly taken = new Set<string>();

  constructor(fields: Fields) {
    this.fields = fields;
  }

  /** Returns a field as written. */
  raw(...names: string[]): string | undefined {
    let first: string | undefined;
    for (const name of names) {
      const value = this.fields[name];
      if (!value?.trim()) continue;
      this.taken.add(name);
      first ??= value;
    }
    return first;
  }

  /** Returns a field as one line of text. */
  line(name: string): string | undefined {
    const value = this.raw(name);
    if (value === undefined) return undefined;
    const unknown = new Set<string>();
    const text = readLatexLine(value, unknown);
    this.reportUnknown(name, unknown);
    return text.replace(/\s*[,;]$/, '') || undefined;
  }

  /** Returns all values of fields of one meaning. */
  all(...names: string[]): string[] {
    return names.flatMap((name) => this.raw(name) ?? []);
  }

  reportUnknown(field: string, commands: ReadonlySet<string>): void {
    if (commands.size > 0)
      this.report(
        field,
        [...commands].map((name) => `\\${name}`).join(' '),
        'This command of TeX is not known, and was left out.',
        'in part',
      );
  }

  report(field: string, given: string, message: string, kept: Problem['kept']): void {
    this.problems.push({ field, ...finding(given, message, kept) });
  }

  reportUnread(): void {
    for (const [name, value] of Object.entries(this.fields))
      if (value?.trim() && !this.taken.has(name) && !ignoredField.test(name) && !isAddressField(name))
        this.report(name, value, 'This field is not read.', 'without it');
  }
}

const addressIn = (written: string | undefined): string | undefined => readAddress(written ?? '') ?? undefined;

/** Archives besides arXiv, by their names in `eprinttype`, and the address of an item in each. */
const archives: Readonly<Record<string, string>> = {
  ...{ jstor: 'https://www.jstor.org/stable/', pubmed: 'https://pubmed.ncbi.nlm.nih.gov/', hdl: 'https://hdl.handle.net/' },
  ...{ hal: 'https://hal.science/', googlebooks: 'https://books.google.com/books?id=', ssrn: 'https://ssrn.com/abstract=' },
};

/** The address that a field for an archive states; reported if it states none. */
function archivedAddress(reader: EntryReader): string | undefined {
  const eprint = reader.raw('eprint');
  const archive = `${reader.raw('archiveprefix') ?? ''}${reader.raw('eprinttype') ?? ''}`.toLowerCase();
  if (!eprint || archive.includes('arxiv') || archive.includes('doi') || readArxivId(eprint)) return undefined;
  const base = archives[archive.replace(/[^a-z]/g, '')];
  const address = addressIn(eprint) ?? (base && addressIn(`${base}${readLatexLine(eprint)}`));
  if (!address) reader.report('eprint', `${archive} ${eprint}`.trim(), 'This field is not read.', 'without it');
  return address;
}

/** Returns the identifiers of an entry. */
function identifiersOf(
  reader: EntryReader,
  venue: string | undefined,
  url: string | undefined,
  isbns: readonly string[],
): ImportedWork['identifiers'] {
  const written = reader.raw('doi');
  const doi = written ? readDoi(written) : null;
  if (written && !doi) reader.report('doi', written, 'It is no DOI.', 'without it');
  else if (written && hasSeveralDois(written)) reader.report('doi', written, 'Only the first DOI is read.', 'in part');
  const addressed = [url, reader.raw('ee')].flatMap((address) => (address ? identifiersInAddress(address) : []));
  const archive = `${reader.raw('archiveprefix') ?? ''}${reader.raw('eprinttype') ?? ''}`.toLowerCase();
  const eprint = reader.raw('eprint', 'arxivid', 'arxiv');
  const isArxiv = archive === '' || archive.includes('arxiv') || readArxivId(eprint ?? '') !== null;
  if (eprint && archive.includes('arxiv') && !readArxivId(eprint)) reader.report('eprint', eprint, 'It is no arXiv id.', 'without it');
  const isDoi = archive.includes('doi') && eprint !== undefined;
  const note = reader.raw('note') ?? '';
  const archived = venue && kindOfVenue(venue) === 'preprints' ? reader.all('volume', 'number', 'pages', 'eid') : [];
  const stated = [note, reader.raw('number') ?? ''].filter((text) => /^\W*arxiv\b/i.test(text));
  const arxiv = [isArxiv ? eprint : undefined, venue, ...archived, ...stated]
    .map((text) => (text ? readArxivId(text) : null))
    .find((id) => id !== null);
  return firstOfEachScheme([
    ...inScheme('doi', doi ?? (isDoi ? readDoi(eprint) : null) ?? readLabelledDoi(note)),
    ...inScheme('arxiv', arxiv),
    ...addressed,
    ...inScheme('arxiv', arxivIdOfDoi(doi)),
    ...isbns.flatMap((value) => inScheme('isbn', value)),
  ]);
}

/** Returns the venue, unless its field names a web address, a server of preprints or a repository. */
function venueOf(reader: EntryReader): { venue?: string; venueShort?: string; address?: string; isPreprint: boolean; archive?: string } {
  // Of two names of the journal, `journal` is the abbreviation.
  const full = ['fjournal', 'journaltitle', 'journalfull'].map((name) => reader.line(name)).find((text) => text !== undefined);
  const written = journalOfMacro(reader.raw('journal') ?? '') ?? reader.line('journal');
  const journal = full ?? written;
  const venueShort = full !== undefined && written !== full ? written : undefined;
  const bookTitle = reader.line('booktitle') ?? reader.line('maintitle');
  const bookSubtitle = bookTitle && reader.line('booksubtitle');
  const book = bookSubtitle ? `${bookTitle}: ${bookSubtitle}` : bookTitle;
  const howpublished = reader.raw('howpublished');
  const address = addressIn(howpublished) ?? addressIn(reader.raw('journal'));
  for (const text of [journal, book, howpublished === undefined || addressIn(howpublished) ? undefined : readLatexLine(howpublished)]) {
    if (!text) continue;
    const kind = kindOfVenue(text);
    if (kind === 'none') continue;
    if (kind === 'venue')
      return {
        venue: text.replace(/^in:\s+/i, ''),
        isPreprint: false,
        ...(address && { address }),
        ...(venueShort && text === full && { venueShort }),
      };
    return { isPreprint: kind === 'preprints', archive: text, ...(address && { address }) };
  }
  return { isPreprint: false, ...(address && { address }) };
}

function typeOf(
  entryType: string,
  { isPreprint, hasVenue, isOnArxiv }: { isPreprint: boolean; hasVenue: boolean; isOnArxiv: boolean },
): WorkType {
  const type = readType('bibtex', entryType.toLowerCase());
  // INSPIRE and ADS write @article for preprints too, without a journal.
  const isKnown = type !== undefined && type !== 'other' && type !== 'article';
  return typeOrPreprint(type, isPreprint || (isOnArxiv && !hasVenue && !isKnown));
}

/** The kind of thesis that an entry type states. */
const theses: ReadonlyMap<string, string> = new Map([
  ['phdthesis', 'PhD thesis'],
  ['mathesis', 'Master’s thesis'],
  ['mastersthesis', 'Master’s thesis'],
  ['bathesis', 'Bachelor’s thesis'],
  ['candthesis', 'Candidate thesis'],
]);
/** The kind of a thesis: as stated in words or by a key of biblatex, or by the type of the entry. */
const genreOf = (entryType: string, stated: string | undefined): string | undefined =>
  theses.get(stated?.toLowerCase() ?? '') ?? stated ?? (entryType === 'phdthesis' ? undefined : theses.get(entryType));
const maxAbstractCharacters = 50_000;

/** The dates of an entry, in order of preference. */
const datesOf = (reader: EntryReader): DateFields[] => [
  { date: reader.raw('date')?.replace(/\\noopsort\s*\{[^{}]*\}/gi, '') },
  { year: dateText(reader.raw('year')), month: reader.raw('month'), day: reader.raw('day') },
];

/** A year with TeX around it, such as a key for sorting. */
const dateText = (written: string | undefined): string | undefined => (written && /[\\{]/.test(written) ? readLatexLine(written) : written);

const dateFieldNames: ReadonlySet<string> = new Set(
  Object.values(recordFieldOf).flatMap(({ kind, bibtex }) => (kind === 'date' && bibtex ? bibtex : [])),
);

/** Reads the fields of an entry of BibTeX or biblatex. */
export function readEntry(
  entryType: string,
  fields: Fields,
): { work: Omit<ImportedWork, 'source' | 'recordId'>; printed: PrintedAddress[]; problems: Problem[] } {
  const reader = new EntryReader(fields);
  const unknown = new Set<string>();
  const title = readLatexTitle(reader.raw('title') ?? '', unknown);
  const people = toPeople('author', [{ read: readBibtexNames(reader.raw('author') ?? '', extractAddresses) }]);
  const contributors = contributorRoleNames.flatMap((role): ImportedContributor[] => {
    const { bibtex } = contributorRoles[role] as { bibtex?: string };
    const list = bibtex && reader.raw(bibtex);
    if (!list) return [];
    const { names, problems } = toPeople(bibtex, [{ read: readBibtexNames(list, extractAddresses) }]);
    reader.problems.push(...problems);
    const type = contributorRoleNames.find((each) => each === fields[`${bibtex}type`]);
    return names.map((name) => ({ ...name, role: type ?? role }));
  });
  const { venue: stated, venueShort, address, isPreprint, archive } = venueOf(reader);
  // The booktitle of proceedings is for the entries of their papers.
  const venue = /^(?:mv)?(?:proceedings|collection|reference)$/i.test(entryType) && title && !fields.journal ? undefined : stated;
  const writtenUrl = reader.raw('url', 'ee', 'link');
  const url = addressIn(writtenUrl) ?? address ?? archivedAddress(reader) ?? addressInNote(reader.raw('note') ?? '') ?? undefined;
  if (writtenUrl && !addressIn(writtenUrl)) reader.report('url', writtenUrl, 'It is no web address.', 'without it');
  else if (writtenUrl && /https?:.*\s\S*https?:/.test(writtenUrl))
    reader.report('url', writtenUrl, 'Only the first address is read.', 'in part');
  const serials = serialsOf(reader);
  const identifiers = identifiersOf(reader, venue ?? archive, url, serials.isbns);
  const isPublished = identifiers.some(({ scheme, value }) => scheme === 'doi' && arxivIdOfDoi(value) === null);
  const isOnArxiv = identifiers.some(({ scheme }) => scheme === 'arxiv') && !isPublished;
  const type = typeOf(entryType, {
    isPreprint: isPreprint || (isOnArxiv && /^arxiv$/i.test(reader.line('publisher') ?? '')),
    hasVenue: venue !== undefined,
    isOnArxiv,
  });
  const dates = datesOf(reader);
  const date = readDates(...dates);
  reader.problems.push(...people.problems, ...inField('date', date.problems));
  const details = { ...(venueShort && { venueShort }), ...detailsOf(reader, entryType, type, { isPreprint, dates, issn: serials.issns }) };
  const abstract = reader.raw('abstract');
  if (abstract && abstract.length >= maxAbstractCharacters) reader.report('abstract', abstract, 'It is too long.', 'without it');
  const abstractTree = abstract && abstract.length < maxAbstractCharacters ? readLatexText(abstract, { unknown }) : null;
  const { note, retracted: isRetractedByNote, incomplete } = fromNote(details.note ?? '');
  const retracted =
    isRetractedByNote ||
    isRetractedTitle(plainText(title ?? [])) ||
    [note, details.status].some((text) => text !== undefined && statesRetraction(text)) ||
    [details.genre, ...(details.keywords ?? [])].some((text) => text !== undefined && isRetractedMark(text));
  const language = tagOrWritten(reader.line('language') ?? reader.line('langid') ?? null);
  const printed = printedAddressesIn(fields);
  reader.reportUnknown('title', unknown);
  reader.reportUnread();
  const { note: _, ...otherDetails } = details;
  return {
    work: {
      title,
      type,
      ...date.value,
      ...otherDetails,
      ...statedFieldsOf({
        note,
        abstract: abstractTree,
        venue,
        language,
        url: ownAddress(url, identifiers),
        retracted,
        contributors: [...contributors, ...people.contributors],
      }),
      identifiers,
      authors: people.names,
      authorsComplete: people.complete && !incomplete,
      indicators: [],
    },
    printed: [...people.printed, ...printed],
    problems: reader.problems,
  };
}

/** Reads the fields for ISBN and ISSN, either of which may hold both. */
function serialsOf(reader: EntryReader): { isbns: string[]; issns: string[] } {
  const read = { isbns: new Set<string>(), issns: new Set<string>() };
  for (const [field, names] of [
    ['isbn', ['isbn', 'isbn-13', 'isbn13', 'isbn-10', 'isbn10', 'eisbn', 'isbn-print', 'isbn-online']],
    ['issn', ['issn', 'eissn', 'issn-l', 'issn-print', 'issn-online', 'pissn']],
  ] as const)
    for (const written of reader.all(...names)) {
      const { value, problems } = readSerials(written);
      for (const isbn of value.isbns) read.isbns.add(isbn);
      for (const issn of value.issns) read.issns.add(issn);
      reader.problems.push(...inField(field, problems));
    }
  return { isbns: [...read.isbns], issns: [...read.issns] };
}

interface DetailContext {
  isPreprint: boolean;
  dates: readonly DateFields[];
  issn: string[];
}

/** Returns the other fields of the record. */
function detailsOf(
  reader: EntryReader,
  entryType: string,
  type: WorkType,
  { isPreprint, dates, issn }: DetailContext,
): ReturnType<typeof fromBibtexFields> {
  const details = fromBibtexFields(type, (field) => {
    if (field === 'issn' || field === 'pages') return undefined;
    const text = field.startsWith('keyword') ? keywordsOf(reader.raw(field)) : reader.line(field);
    if (text && isPreprint && archiveFields.has(field) && (readArxivId(text) || field === 'volume' || field === 'number')) return undefined;
    return text && dateFieldNames.has(field) ? readDate(text).value.date : text;
  });
  const { value: stated, problems } = readPagesField(reader.raw('pages'));
  reader.problems.push(...inField('pages', problems));
  const volume = readVolume(details.volume);
  const pubmed = readPubmedIds(details);
  reader.problems.push(...pubmed.problems);
  const status =
    publicationStates[details.status ?? ''] ??
    details.status ??
    statusInVenue(reader) ??
    dates.map(({ date, year }) => statusInDate(date ?? '') ?? statusInDate(year ?? '')).find((each) => each !== null);
  const name = entryType.toLowerCase();
  return {
    ...stated,
    ...details,
    ...volume,
    ...(details.issue !== undefined && { issue: readIssue(details.issue) }),
    ...statedFieldsOf({ issn, status, genre: readGenre('bibtex', name, type, genreOf(name, details.genre)) }),
    ...pubmed.value,
  };
}

/** Keywords as one line; some classes separate them by commands. */
const keywordsOf = (written: string | undefined): string | undefined =>
  readLatexLine(written?.replace(/\\(?:sep|and|newline|\\)(?![a-z])/g, ';')) || undefined;

/** Returns the status that a work has in the place of a journal: "to appear". */
const statusInVenue = (reader: EntryReader): string | undefined =>
  reader.all('journal', 'booktitle').flatMap((text) => (kindOfVenue(text) === 'none' ? (statusInDate(text) ?? []) : []))[0];

/** States of publication in biblatex. */
const publicationStates: Readonly<Record<string, string>> = { inpress: 'in press', inpreparation: 'in preparation' };

/** Fields that may have the archive's own number. */
const archiveFields: ReadonlySet<string> = new Set(['volume', 'number', 'eid', 'articleno', 'article-number']);
