/** A field of a bibliographic record, and its name in each format; a format without a name cannot carry it. */
interface RecordField {
  label: string;
  /** A hint for the form of a correction. */
  hint?: string;
  /** `list`: several values. `date`: a partial date, YYYY[-MM[-DD]]. By default one line of text. */
  kind?: 'list' | 'date';
  maxCharacters: number;
  /** The variable of CSL 1.0.2. */
  csl?: string;
  /** The field of BibTeX or biblatex. `bibtexByType` has precedence. */
  bibtex?: string;
  ris?: string;
  /** The property of schema.org. */
  schema?: string;
  /** True if a work has the value of the volume that contains it, where it states none. */
  ofVolume?: true;
}

/**
 * The fields of a record besides title, names, dates, venue, identifiers and links: the variables of CSL 1.0.2 that scholarly works have.
 * Adapters fill them, `resolveWork` selects each by precedence, and pages, corrections, history and every citation format read this list.
 */
const recordFields = {
  subtitle: { label: 'Subtitle', maxCharacters: 1_000, bibtex: 'subtitle', schema: 'alternativeHeadline' },
  shortTitle: { label: 'Short title', maxCharacters: 400, csl: 'title-short', bibtex: 'shorttitle', ris: 'ST' },
  venueShort: {
    ...{ label: 'Abbreviated journal', hint: 'The abbreviation of the journal or volume.', maxCharacters: 400 },
    ...{ csl: 'container-title-short', bibtex: 'shortjournal', ris: 'J2' },
  },
  series: {
    ...{ label: 'Series', hint: 'The series that the book or volume belongs to.', maxCharacters: 1_000 },
    ...{ csl: 'collection-title', bibtex: 'series', ris: 'T3' },
    ofVolume: true,
  },
  seriesNumber: {
    label: 'Number in the series',
    maxCharacters: 100,
    csl: 'collection-number',
    bibtex: 'number',
    ris: 'SV',
    ofVolume: true,
  },
  volume: {
    ...{ label: 'Volume', hint: 'Of the journal or series, such as 12.', maxCharacters: 100 },
    ...{ csl: 'volume', bibtex: 'volume', ris: 'VL', schema: 'volumeNumber' },
  },
  volumes: { label: 'Number of volumes', maxCharacters: 100, csl: 'number-of-volumes', bibtex: 'volumes', ris: 'NV' },
  issue: {
    ...{ label: 'Issue', hint: 'Of the journal, such as 3 or 3–4.', maxCharacters: 100 },
    ...{ csl: 'issue', bibtex: 'number', ris: 'IS', schema: 'issueNumber' },
  },
  pages: { label: 'Pages', hint: 'Such as 101–112.', maxCharacters: 100, csl: 'page', bibtex: 'pages' },
  pageCount: { label: 'Number of pages', maxCharacters: 100, csl: 'number-of-pages', bibtex: 'pagetotal', schema: 'numberOfPages' },
  number: {
    ...{ label: 'Number', hint: 'Of an article in place of pages, or of a report.', maxCharacters: 100 },
    ...{ csl: 'number', bibtex: 'eid', ris: 'C7' },
  },
  chapter: {
    label: 'Chapter',
    hint: 'The number of the chapter.',
    maxCharacters: 100,
    csl: 'chapter-number',
    bibtex: 'chapter',
    ris: 'SE',
  },
  edition: { label: 'Edition', maxCharacters: 200, csl: 'edition', bibtex: 'edition', ris: 'ET', schema: 'bookEdition', ofVolume: true },
  version: { label: 'Version', hint: 'Of software or data.', maxCharacters: 100, csl: 'version', bibtex: 'version', schema: 'version' },
  genre: {
    ...{ label: 'Kind', hint: 'Such as PhD thesis, or white paper.', maxCharacters: 200 },
    ...{ csl: 'genre', bibtex: 'type', ris: 'M3', schema: 'genre' },
  },
  publisher: { label: 'Publisher', maxCharacters: 400, csl: 'publisher', bibtex: 'publisher', ris: 'PB', ofVolume: true },
  place: {
    ...{ label: 'Place', hint: 'Where it was published.', maxCharacters: 400 },
    ...{ csl: 'publisher-place', bibtex: 'address', ris: 'CY' },
    ofVolume: true,
  },
  event: {
    label: 'Event',
    hint: 'The conference or exhibition.',
    maxCharacters: 400,
    csl: 'event-title',
    bibtex: 'eventtitle',
    ofVolume: true,
  },
  eventPlace: { label: 'Place of the event', maxCharacters: 400, csl: 'event-place', bibtex: 'venue', ofVolume: true },
  eventDate: { label: 'Date of the event', kind: 'date', maxCharacters: 10, csl: 'event-date', bibtex: 'eventdate', ofVolume: true },
  issn: { label: 'ISSN', kind: 'list', maxCharacters: 20, csl: 'ISSN', bibtex: 'issn', ris: 'SN', ofVolume: true },
  status: {
    ...{ label: 'Status', hint: 'Such as forthcoming, or in press.', maxCharacters: 100 },
    ...{ csl: 'status', bibtex: 'pubstate' },
  },
  originalDate: {
    ...{ label: 'First published', hint: 'The year of the original, for a reprint or a translation.', kind: 'date', maxCharacters: 10 },
    ...{ csl: 'original-date', bibtex: 'origdate', ris: 'OP' },
  },
  pmid: { label: 'PubMed', hint: 'The number in PubMed.', maxCharacters: 20, csl: 'PMID', bibtex: 'pmid' },
  pmcid: { label: 'PubMed Central', hint: 'Such as PMC123456.', maxCharacters: 20, csl: 'PMCID', bibtex: 'pmcid', ris: 'C2' },
  keywords: { label: 'Keywords', kind: 'list', maxCharacters: 200, csl: 'keyword', bibtex: 'keywords', ris: 'KW', schema: 'keywords' },
  note: { label: 'Note', maxCharacters: 2_000, csl: 'note', bibtex: 'note', ris: 'N1' },
} as const satisfies Record<string, RecordField>;

export type RecordFieldName = keyof typeof recordFields;
export const recordFieldNames = Object.keys(recordFields) as RecordFieldName[];
/** The list without literal types, for code that treats all fields alike. */
export const recordFieldOf: Readonly<Record<RecordFieldName, RecordField>> = recordFields;

/** Maximum number of values of a field that is a list. */
export const maxListValues = 100;

export type FieldValue<Name extends RecordFieldName> = (typeof recordFields)[Name] extends { kind: 'list' } ? string[] : string;
/** Values of the fields; a field without a value is absent. */
export type RecordDetails = { [Name in RecordFieldName]?: FieldValue<Name> | undefined };

/** Returns a value as text; null for none. A list has one value a line, so that it can be corrected and compared. */
export const fieldText = (value: string | string[] | undefined): string | null =>
  (typeof value === 'string' ? value : value?.join('\n')) || null;

/** Returns the value of a text that has the form of `fieldText`. */
export const fieldValue = (name: RecordFieldName, text: string): string | string[] =>
  recordFieldOf[name].kind === 'list' ? text.split('\n') : text;

/** Selects the value of each field; fields without a value are absent. */
export const selectDetails = (select: (name: RecordFieldName) => string | string[] | null | undefined): RecordDetails =>
  Object.fromEntries(
    recordFieldNames.flatMap((name) => {
      const value = select(name);
      return value && value.length > 0 ? [[name, value]] : [];
    }),
  );

/**
 * The roles of contributors besides authors, by their names in CSL 1.0.2, with their fields in BibTeX or biblatex, and in RIS.
 */
const roles = {
  editor: { label: 'Editor', bibtex: 'editor', ris: 'ED', schema: 'editor' },
  'collection-editor': { label: 'Series editor', ris: 'A3' },
  translator: { label: 'Translator', bibtex: 'translator', ris: 'A4', schema: 'translator' },
  'container-author': { label: 'Author of the book', bibtex: 'bookauthor' },
  'editorial-director': { label: 'Editorial director' },
  compiler: { label: 'Compiler' },
  illustrator: { label: 'Illustrator', schema: 'illustrator' },
  contributor: { label: 'Contributor', schema: 'contributor' },
} satisfies Record<string, RoleNames>;

interface RoleNames {
  label: string;
  bibtex?: string;
  ris?: string;
  /** The property of schema.org. */
  schema?: string;
}

export type ContributorRole = keyof typeof roles;
export const contributorRoles: Readonly<Record<ContributorRole, RoleNames>> = roles;
export const contributorRoleNames = Object.keys(roles) as [ContributorRole, ...ContributorRole[]];
