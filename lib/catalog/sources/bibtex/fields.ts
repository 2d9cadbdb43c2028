import { type DateFields, readDate, readDates, statusInDate } from '#lib/catalog/bibliography/dates.ts';
import {
  arxivIdOfDoi,
  firstOfEachScheme,
  identifiersInAddress,
  inScheme,
  readArxivId,
  readDoi,
  readIsbns,
  readIssns,
  readLabelledDoi,
} from '#lib/catalog/bibliography/identifiers.ts';
import { readLatexLine, readLatexText, readLatexTitle } from '#lib/catalog/bibliography/markup.ts';
import { readBibtexNames } from '#lib/catalog/bibliography/names.ts';
import { readPages } from '#lib/catalog/bibliography/pages.ts';
import { finding, inField, type Problem } from '#lib/catalog/bibliography/problems.ts';
import { contributorRoleNames, contributorRoles, recordFieldOf } from '#lib/catalog/bibliography/record.ts';
import { fromBibtexFields, fromNote } from '#lib/catalog/bibliography/record-formats.ts';
import {
  isRetractedTitle,
  kindOfVenue,
  readType,
  statesRetraction,
  typeOrPreprint,
  type WorkType,
} from '#lib/catalog/bibliography/types.ts';
import { plainText, safeHref } from '#lib/platform/text/rich-text.ts';
import { extractAddresses } from '../addresses.ts';
import { type ImportedContributor, type ImportedWork, type PrintedAddress, statedFieldsOf } from '../model.ts';
import { toPeople } from '../people.ts';
import { isAddressField, printedAddressesIn } from './addresses.ts';

type Fields = Readonly<Record<string, string | undefined>>;

/** Fields of reference managers and styles that say nothing of the work. */
const ignoredField =
  /^(?:file|files|groups?|timestamp|owner|read|priority|ranking|qualityassured|creationdate|modificationdate|bibsource|biburl|bdsk-.*|date-(?:added|modified)|mendeley-.*|citeulike-.*|posted-at|added-at|username|__markedentry|_.*|keys?|label|shorthand|sortkey|sorttitle|sortname|presort|options|ids|execute|crossref|xdata|xref|related.*|entrysubtype|hyphenation|gender|indextitle|indexsorttitle|nameaddon|authortype|editor[abc]?type|adsurl|adsnote|primaryclass|eprintclass|archiveprefix|eprinttype|urldate|lastchecked|accessed|annotation|annote|comment|review|abstractnote|publisher-url|unique-id|web-of-science.*|research-areas|da|doc-delivery-number|journal-iso|number-of-cited-references|times-cited|usage-count.*|funding-.*|author-email|affiliations?|researcherid-numbers|orcid-numbers|oa|esi-.*|source|cited-references|type-of-article|coden|document_?type|publication_stage|pmid|pmcid|mrnumber|mrclass|mrreviewer|zblnumber|fjournal|size|lccn|copyright|contents|price|rating|language_?code|date_?added|internal-.*|bibkey|interhash|intrahash|shortauthor|shorteditor|titleaddon|issue_date|acmid|location_?code|slaccitation|reportnumber|collaboration|inspire.*|numpages|biburl|video|code|slides|pdf|poster|supp|archive)$/;

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
    return value === undefined ? undefined : readLatexLine(value) || undefined;
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

/** Returns the address in a field: bare, or in `\url`. TeX in it is removed. */
function addressIn(written: string | undefined): string | undefined {
  const inCommand = /\\(?:url|href|path)\s*\{([^{}]*(?:\{[^{}]*\}[^{}]*)*)\}/.exec(written ?? '')?.[1];
  const text = (inCommand ?? written ?? '')
    .replace(/\\textasciitilde\s*(?:\{\})?|\\~\{\}|\{\\~\}|\$\\sim\$|\{\\textasciitilde\}/g, '~')
    .replace(/\\([_&%#~$])/g, '$1')
    .replace(/[{}<>]/g, '')
    .trim();
  const href = /^(?:https?:\/\/|www\.)\S+$/i.test(text) ? safeHref(text.startsWith('www.') ? `https://${text}` : text) : null;
  return href && href.length <= 2000 ? href : undefined;
}

/** Returns the identifiers of an entry. */
function identifiersOf(reader: EntryReader, venue: string | undefined, url: string | undefined): ImportedWork['identifiers'] {
  const written = reader.raw('doi');
  const doi = written ? readDoi(written) : null;
  if (written && !doi) reader.report('doi', written, 'It is no DOI.', 'without it');
  const addressed = [url, reader.raw('ee')].flatMap((address) => (address ? identifiersInAddress(address) : []));
  const archive = `${reader.raw('archiveprefix') ?? ''}${reader.raw('eprinttype') ?? ''}`.toLowerCase();
  const eprint = reader.raw('eprint', 'arxivid', 'arxiv');
  const isArxiv = archive === '' || archive.includes('arxiv') || readArxivId(eprint ?? '') !== null;
  if (eprint && archive.includes('arxiv') && !readArxivId(eprint)) reader.report('eprint', eprint, 'It is no arXiv id.', 'without it');
  const isDoi = archive.includes('doi') && eprint !== undefined;
  const note = reader.raw('note') ?? '';
  const archived = venue && kindOfVenue(venue) === 'preprints' ? [reader.raw('volume'), reader.raw('number')] : [];
  const stated = [note, reader.raw('number') ?? ''].filter((text) => /^\W*arxiv\b/i.test(text));
  const arxiv = [isArxiv ? eprint : undefined, venue, ...archived, ...stated]
    .map((text) => (text ? readArxivId(text) : null))
    .find((id) => id !== null);
  const isbns = readIsbns(reader.raw('isbn', 'isbn-13', 'isbn13', 'isbn-10', 'eisbn') ?? '');
  reader.problems.push(...inField('isbn', isbns.problems));
  return firstOfEachScheme([
    ...inScheme('doi', doi ?? (isDoi ? readDoi(eprint) : null) ?? readLabelledDoi(note)),
    ...inScheme('arxiv', arxiv),
    ...addressed,
    ...inScheme('arxiv', arxivIdOfDoi(doi)),
    ...isbns.value.flatMap((value) => inScheme('isbn', value)),
  ]);
}

/** Returns the venue, unless its field names a web address, a server of preprints or a repository. */
function venueOf(reader: EntryReader): { venue?: string; address?: string; isPreprint: boolean; archive?: string } {
  const journal = reader.line('journal') ?? reader.line('journaltitle') ?? reader.line('journalfull');
  const book = reader.line('booktitle') ?? reader.line('maintitle');
  const howpublished = reader.raw('howpublished');
  const address = addressIn(howpublished) ?? addressIn(reader.raw('journal'));
  for (const text of [journal, book, howpublished === undefined || addressIn(howpublished) ? undefined : readLatexLine(howpublished)]) {
    if (!text) continue;
    const kind = kindOfVenue(text);
    if (kind === 'venue') return { venue: text, isPreprint: false, ...(address && { address }) };
    return { isPreprint: kind === 'preprints', archive: text, ...(address && { address }) };
  }
  return { isPreprint: false, ...(address && { address }) };
}

function typeOf(
  entryType: string,
  { isPreprint, hasVenue, isOnArxiv }: { isPreprint: boolean; hasVenue: boolean; isOnArxiv: boolean },
): WorkType {
  const type = readType('bibtex', entryType.toLowerCase());
  const isKnown = type !== undefined && type !== 'other';
  return typeOrPreprint(type, isPreprint || (isOnArxiv && !hasVenue && !isKnown));
}

/** The kind of thesis that an entry type states. */
const theses: ReadonlyMap<string, string> = new Map([
  ['mastersthesis', 'Master’s thesis'],
  ['bathesis', 'Bachelor’s thesis'],
  ['candthesis', 'Candidate thesis'],
]);
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
    return names.map((name) => ({ ...name, role }));
  });
  const { venue, address, isPreprint, archive } = venueOf(reader);
  const writtenUrl = reader.raw('url', 'ee', 'link');
  const url = addressIn(writtenUrl) ?? address ?? addressIn(reader.raw('note'));
  if (writtenUrl && !url) reader.report('url', writtenUrl, 'It is no web address.', 'without it');
  const identifiers = identifiersOf(reader, venue ?? archive, url);
  const isOnArxiv = identifiers.some(({ scheme }) => scheme === 'arxiv');
  const type = typeOf(entryType, {
    isPreprint: isPreprint || (isOnArxiv && /^arxiv$/i.test(reader.line('publisher') ?? '')),
    hasVenue: venue !== undefined,
    isOnArxiv,
  });
  const dates = datesOf(reader);
  const date = readDates(...dates);
  reader.problems.push(...people.problems, ...inField('date', date.problems));
  const details = detailsOf(reader, entryType, type, { isPreprint, dates });
  const abstract = reader.raw('abstract');
  if (abstract && abstract.length >= maxAbstractCharacters) reader.report('abstract', abstract, 'It is too long.', 'without it');
  const abstractTree = abstract && abstract.length < maxAbstractCharacters ? readLatexText(abstract, { unknown }) : null;
  const { note, retracted: isRetractedByNote, incomplete } = fromNote(details.note ?? '');
  const retracted =
    isRetractedByNote ||
    isRetractedTitle(plainText(title ?? [])) ||
    [note, details.status, reader.line('pubstate')].some((text) => text !== undefined && statesRetraction(text));
  const language = reader.line('language') ?? reader.line('langid');
  const printed = printedAddressesIn(fields);
  if (unknown.size > 0)
    reader.report(
      'title',
      [...unknown].map((name) => `\\${name}`).join(' '),
      'This command of TeX is not known, and was left out.',
      'in part',
    );
  reader.reportUnread();
  const { note: _, ...otherDetails } = details;
  return {
    work: {
      title,
      type,
      ...date.value,
      ...otherDetails,
      ...statedFieldsOf({ note, abstract: abstractTree, venue, language, url, retracted, contributors }),
      identifiers,
      authors: people.names,
      authorsComplete: people.complete && !incomplete,
      indicators: [],
    },
    printed: [...people.printed, ...printed],
    problems: reader.problems,
  };
}

/** Returns the other fields of the record. */
function detailsOf(
  reader: EntryReader,
  entryType: string,
  type: WorkType,
  { isPreprint, dates }: { isPreprint: boolean; dates: readonly DateFields[] },
): ReturnType<typeof fromBibtexFields> {
  const details = fromBibtexFields(type, (field) => {
    if (isPreprint && (field === 'volume' || field === 'number')) return undefined;
    const text = reader.line(field);
    return text && dateFieldNames.has(field) ? readDate(text).value.date : text;
  });
  const pages = readPages(details.pages ?? '');
  reader.problems.push(...inField('pages', pages.problems));
  const issns = readIssns(reader.raw('issn', 'eissn') ?? '');
  reader.problems.push(...inField('issn', issns.problems));
  const status = details.status ?? dates.map(({ date, year }) => statusInDate(date ?? year ?? '')).find((each) => each !== null);
  const { pages: _, issn: __, ...rest } = details;
  const genre = details.genre ?? theses.get(entryType.toLowerCase());
  return {
    ...rest,
    ...statedFieldsOf({ pages: pages.value, issn: issns.value, status, genre }),
  };
}
