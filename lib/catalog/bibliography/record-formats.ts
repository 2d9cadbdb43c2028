import { type RecordDetails, type RecordFieldName, recordFieldNames, recordFieldOf, selectDetails } from './record.ts';

/** The part of a record that decides the names of its fields in BibTeX. */
interface FieldOwner {
  type: string;
  details: RecordDetails;
}

/** Joins the values of a list for a format that has one value. A value with a comma needs semicolons. */
function joinList(values: readonly string[]): string {
  const parts = values.map((value) => value.replaceAll(';', ','));
  const text = parts.join(parts.some((part) => part.includes(',')) ? '; ' : ', ');
  return parts.length === 1 && text.includes(',') ? `${text};` : text;
}

/** Splits the text of a list at semicolons, or at commas if it has none. */
export const splitList = (text: string): string[] => text.split(text.includes(';') ? ';' : ',').flatMap((part) => part.trim() || []);

const valueText = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? joinList(value) : value);

/** The fields whose name in BibTeX depends on the type of the work, and on its other fields. */
const bibtexNames: Partial<Record<RecordFieldName, (work: FieldOwner) => string>> = {
  publisher: ({ type }) => (type === 'thesis' ? 'school' : type === 'report' ? 'institution' : 'publisher'),
  // "The number of a journal, magazine, technical report, or of a work in a series" (btxdoc).
  issue: ({ type, details }) => (type === 'article' || !(details.series || hasOwnNumber(type)) ? 'number' : 'issue'),
  seriesNumber: ({ type, details }) => (type !== 'article' && details.series && !hasOwnNumber(type) ? 'number' : 'seriesnumber'),
  number: ({ type }) => (hasOwnNumber(type) ? 'number' : 'eid'),
};
const hasOwnNumber = (type: string): boolean => /^(?:report|thesis|dataset|other)$/.test(type);

const bibtexNameOf = (name: RecordFieldName, work: FieldOwner): string | undefined =>
  bibtexNames[name]?.(work) ?? recordFieldOf[name].bibtex;

/** Returns the fields of a BibTeX entry as plain text, in the order of the list. */
export const toBibtexFields = (work: FieldOwner): [string, string][] =>
  recordFieldNames.flatMap((name): [string, string][] => {
    const [field, text] = [bibtexNameOf(name, work), valueText(work.details[name])];
    return field && text ? [[field, text]] : [];
  });

/** Names that biblatex and reference managers use for the same fields. */
const bibtexAliases: Partial<Record<RecordFieldName, readonly string[]>> = {
  publisher: ['publisher', 'school', 'institution', 'organization'],
  place: ['address', 'location'],
  keywords: ['keywords', 'keyword'],
  venueShort: ['shortjournal', 'journalabbr', 'journal-iso', 'abbrev_source_title'],
  number: ['eid', 'articleno', 'article-number'],
  pageCount: ['pagetotal', 'numpages'],
  issue: ['issue'],
};

/** Reads the fields of a BibTeX entry. `textOf` returns a field as plain text. */
export function fromBibtexFields(type: string, textOf: (field: string) => string | undefined): RecordDetails {
  const details: RecordDetails = { ...(textOf('series') && { series: textOf('series') }) };
  const work = { type, details };
  return selectDetails((name) => {
    const names = [...new Set([bibtexNameOf(name, work) ?? '', ...(bibtexAliases[name] ?? [])])];
    // The ACM gives papers two places: that of the publisher as `address`, and that of the conference as `location`.
    const [address, location] = name === 'eventPlace' && type === 'paper' ? [textOf('address'), textOf('location')] : [];
    if (address && location !== address) names.push('location');
    // Other fields of the same meaning stay unread, and are reported.
    let text: string | undefined;
    for (const field of names) text ||= field === '' ? undefined : textOf(field);
    return text && recordFieldOf[name].kind === 'list' ? splitList(text) : text;
  });
}

const toDateParts = (date: string): object => ({ 'date-parts': [date.split('-').map(Number)] });

/** Returns the variables of an item of CSL-JSON. */
export const toCslVariables = (details: RecordDetails): Record<string, unknown> =>
  Object.fromEntries(
    recordFieldNames.flatMap((name): [string, unknown][] => {
      const { csl, kind } = recordFieldOf[name];
      const text = valueText(details[name]);
      return csl && text ? [[csl, kind === 'date' ? toDateParts(text) : text]] : [];
    }),
  );

/** Reads the variables of an item of CSL-JSON. `textOf` returns a variable as text; of a date, YYYY[-MM[-DD]]. */
export const fromCslVariables = (textOf: (variable: string, kind: 'date' | 'text') => string | undefined): RecordDetails =>
  selectDetails((name) => {
    const { csl, kind } = recordFieldOf[name];
    const text = csl && textOf(csl, kind === 'date' ? 'date' : 'text');
    return text && kind === 'list' ? splitList(text) : text;
  });

/** The fields that an RIS record writes in another way. */
const notInRis: ReadonlySet<RecordFieldName> = new Set(['note', 'pages']);

/** Returns the fields of an RIS record: a list has a line for each value. */
export const toRisFields = (details: RecordDetails): [string, string][] =>
  recordFieldNames.flatMap((name): [string, string][] => {
    const { ris } = recordFieldOf[name];
    const value = details[name];
    if (!ris || value === undefined || notInRis.has(name)) return [];
    return (Array.isArray(value) ? value : [value]).map((text) => [ris, text]);
  });

/** Reads the fields of an RIS record. `valuesOf` returns the values of a tag. */
export const fromRisFields = (valuesOf: (tag: string) => readonly string[]): RecordDetails =>
  selectDetails((name) => {
    const { ris, kind } = recordFieldOf[name];
    if (!ris || notInRis.has(name)) return undefined;
    const values = valuesOf(ris);
    return kind === 'list' ? [...values] : values[0];
  });

/** Returns the name of the property of linked data: that of schema.org, or our own term. */
export const propertyOf = (name: RecordFieldName): string => recordFieldOf[name].schema ?? name;

/** Returns the fields as properties of linked data. */
export const toProperties = (details: RecordDetails): Record<string, string | string[]> =>
  Object.fromEntries(recordFieldNames.flatMap((name) => (details[name] === undefined ? [] : [[propertyOf(name), details[name]]])));

/** Reads the fields from properties of linked data. */
export const fromProperties = (valuesOf: (property: string) => readonly string[]): RecordDetails =>
  selectDetails((name) => {
    const values = valuesOf(propertyOf(name));
    return recordFieldOf[name].kind === 'list' ? [...values] : values[0];
  });

const retractedNote = 'Retracted.';
const incompleteNote = 'The list of authors is not complete.';

/** Joins the note of a work with what a format has no field for; null for none. */
export const toNote = (note: string | undefined, { retracted, incomplete }: { retracted: boolean; incomplete: boolean }): string | null =>
  [retracted && retractedNote, incomplete && incompleteNote, note].filter(Boolean).join(' ') || null;

/** Reads a note that `toNote` has written. */
export function fromNote(text: string): { note?: string; retracted?: true; incomplete?: true } {
  const marks = { retracted: /^Retracted(?:\.|$)\s*/i, incomplete: /^The list of authors is not complete\.\s*/ };
  let rest = text.trim();
  const read: { retracted?: true; incomplete?: true } = {};
  for (const name of ['retracted', 'incomplete'] as const) {
    if (marks[name].test(rest)) read[name] = true;
    rest = rest.replace(marks[name], '');
  }
  return { ...read, ...(rest && { note: rest }) };
}
