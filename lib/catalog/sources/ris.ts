import { readDates, statusInDate } from '#lib/catalog/bibliography/dates.ts';
import {
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
import { tagOrWritten } from '#lib/catalog/bibliography/languages.ts';
import { readLine, readTitle } from '#lib/catalog/bibliography/markup.ts';
import { readNames } from '#lib/catalog/bibliography/names.ts';
import { readIssue, readPageRange, readPagesField, readVolume } from '#lib/catalog/bibliography/pages.ts';
import { finding, inField, type Problem } from '#lib/catalog/bibliography/problems.ts';
import { contributorRoleNames, contributorRoles } from '#lib/catalog/bibliography/record.ts';
import { fromNote, fromRisFields } from '#lib/catalog/bibliography/record-formats.ts';
import {
  isRetractedMark,
  isRetractedTitle,
  kindOfVenue,
  readGenre,
  readType,
  statesRetraction,
  typeOrPreprint,
} from '#lib/catalog/bibliography/types.ts';
import { plainText } from '#lib/platform/text/rich-text.ts';
import { extractAddresses } from './addresses.ts';
import { type ImportedContributor, type ImportedWork, statedFieldsOf } from './model.ts';
import { type ReadWork, toPeople } from './people.ts';

type Fields = ReadonlyMap<string, readonly string[]>;

/** Tags that say nothing of the work: keys, files, notes and dates of a reference manager, and the authors' addresses. */
const ignoredTags = new Set('TY ER ID L1 L4 LK CN AD RP RN CA DP Y2 AV LB DB'.split(' '));

/** Splits an RIS text into the fields of each record. A line without a tag continues the previous field. */
function splitRecords(text: string): Fields[] {
  const records: Fields[] = [];
  let fields = new Map<string, string[]>();
  let lastValues: string[] | undefined;
  const finish = () => {
    if (fields.size > 0) records.push(fields);
    fields = new Map();
    lastValues = undefined;
  };
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [, tag, value = ''] = /^\ufeff?([A-Z][A-Z0-9]) {1,2}- ?(.*)$/.exec(line) ?? [];
    if (tag === 'TY' || tag === 'ER') finish();
    if (tag === 'ER') continue;
    if (tag) {
      lastValues = fields.get(tag) ?? [];
      lastValues.push(value.trim());
      fields.set(tag, lastValues);
    } else if (lastValues && line.trim()) lastValues[lastValues.length - 1] = `${lastValues.at(-1)} ${line.trim()}`;
  }
  finish();
  return records;
}

/** Types of which BT is the title of the work, not of a volume. */
const bookTypes = new Set(['BOOK', 'EBOOK', 'EDBOOK', 'WHOLE', 'UNPB', 'CLSWK', 'SER', 'DICT', 'ENCYC', 'RPRT', 'THES', 'MANSCPT', 'PAMP']);

function workOf(fields: Fields): ReadWork | null {
  const problems: Problem[] = [];
  const taken = new Set<string>();
  const valuesOf = (tag: string): readonly string[] => {
    taken.add(tag);
    return (fields.get(tag) ?? []).filter((value) => value !== '');
  };
  const firstOf = (...tags: string[]): string | undefined => tags.flatMap(valuesOf)[0];
  const lineOf = (...tags: string[]): string | undefined => readLine(firstOf(...tags));
  const typeName = fields.get('TY')?.[0]?.toUpperCase() ?? '';
  const isBook = bookTypes.has(typeName);
  const titleText = firstOf('TI', 'T1', 'CT', ...(isBook ? ['BT'] : []));
  const title = readTitle(titleText);
  const peopleOf = (field: string, texts: readonly string[]) => {
    const people = toPeople(
      field,
      texts.map((text) => ({ read: readNames(text, extractAddresses) })),
    );
    problems.push(...people.problems);
    return people;
  };
  // The "authors" of an edited book are its editors.
  const listed = peopleOf(typeName === 'EDBOOK' ? 'editor' : 'AU', ['AU', 'A1'].flatMap(valuesOf));
  const authors = typeName === 'EDBOOK' ? { ...listed, names: [] } : listed;
  const firstEditors = typeName === 'EDBOOK' ? listed.names.map((name) => ({ ...name, role: 'editor' as const })) : [];
  const others = contributorRoleNames.flatMap((role): ImportedContributor[] => {
    const { ris } = contributorRoles[role] as { ris?: string };
    const tags = ris === undefined ? [] : role === 'editor' ? [ris, 'A2'] : [ris];
    const names = peopleOf(role, tags.flatMap(valuesOf)).names;
    // The third author of a thesis is who supervised it.
    return names.map((name) => ({ ...name, role: typeName === 'THES' && role === 'collection-editor' ? 'contributor' : role }));
  });
  const contributors = [...firstEditors, ...listed.contributors, ...others];
  if (!title && authors.names.length === 0 && contributors.length === 0) return null;
  const report = (field: string, given: string, message: string, kept: Problem['kept']): void => {
    problems.push({ field, ...finding(given, message, kept) });
  };
  const statedPages = statedPagesOf(lineOf('SP'), lineOf('EP'), isBook && typeName !== 'RPRT');
  problems.push(...inField('SP', statedPages.problems));
  const addresses = ['UR', 'L2'].flatMap(valuesOf);
  const url = addresses.map(readAddress).find((each) => each !== null) ?? null;
  if (addresses.length > 0 && !url) report('UR', addresses.join(' '), 'It is no web address.', 'without it');
  else if (new Set(addresses).size > 1) report('UR', addresses.join(' '), 'Only the first address is read.', 'in part');
  const doiText = firstOf('DO', 'DI');
  const doi =
    (doiText && readDoi(doiText)) ||
    (url && readDoi(url)) ||
    valuesOf('L3')
      .map(readDoi)
      .find((each) => each !== null) ||
    ['M3', 'N1', 'M1']
      .flatMap(valuesOf)
      .map(readLabelledDoi)
      .find((each) => each !== null) ||
    null;
  if (doiText && !readDoi(doiText)) report('DO', doiText, 'It is no DOI.', 'without it');
  else if (doiText && hasSeveralDois(doiText)) report('DO', doiText, 'Only the first DOI is read.', 'in part');
  const date = readDates({ date: firstOf('DA') }, { date: firstOf('PY') }, { date: firstOf('Y1') });
  problems.push(...inField('DA', date.problems));
  const proceedings = typeName === 'CONF' || typeName === 'CPAPER' ? lineOf('C3') : undefined;
  const container = proceedings ?? lineOf('T2', 'JF', 'JO', 'C3', ...(isBook ? [] : ['BT']), 'JA', 'J2');
  const event = proceedings === undefined || lineOf('T2') === proceedings ? undefined : lineOf('T2');
  const short = lineOf('J2', 'JA', 'JO');
  const venueKind = container === undefined ? 'venue' : kindOfVenue(container);
  const venue = venueKind === 'venue' ? container : undefined;
  const database = firstOf('DB') ?? '';
  const isArchived = /arxiv/i.test(database) || venueKind === 'preprints';
  const archived = [...(isArchived ? ['AN', 'SP', 'VL', 'IS', 'C7'].map((tag) => firstOf(tag)) : []), venue ? undefined : container].map(
    (text) => (text ? readArxivId(text) : null),
  );
  const accession = isArchived ? undefined : firstOf('AN');
  const isPubmed = /pubmed|medline/i.test(database);
  if (accession && !isPubmed) report('AN', accession, 'This field is not read.', 'without it');
  const isReport = typeName === 'RPRT' || typeName === 'GOVDOC' || typeName === 'STAND' || typeName === 'PAT';
  const reportNumber = isReport ? valuesOf('SN').find((text) => readSerials(text).problems[0]?.given === text) : undefined;
  const serials = valuesOf('SN').flatMap((text) => (text === reportNumber ? [] : [readSerials(text)]));
  problems.push(
    ...inField(
      'SN',
      serials.flatMap((each) => each.problems),
    ),
  );
  const issns = [...new Set(serials.flatMap(({ value }) => value.issns))];
  const isbns = [...new Set(serials.flatMap(({ value }) => value.isbns))];
  const details = fromRisFields((tag) =>
    tag === 'SN'
      ? issns
      : valuesOf(tag).flatMap((value) => (tag === 'KW' ? value.split(/\s*;\s*/) : [value]).flatMap((part) => readLine(part) ?? [])),
  );
  const pubmed = readPubmedIds({ pmcid: details.pmcid, ...(isPubmed && { pmid: accession }) });
  problems.push(...pubmed.problems);
  const number = details.number ?? readLine(reportNumber) ?? (isReport ? lineOf('M1') : undefined);
  const issue = details.issue ?? (isReport || readLabelledDoi(firstOf('M1') ?? '') ? undefined : lineOf('M1'));
  const type = typeOrPreprint(readType('ris', typeName), venueKind === 'preprints');
  const statedGenre = details.genre && readLabelledDoi(details.genre) ? undefined : details.genre;
  const notes = valuesOf('N1')
    .filter((text) => !databaseNote.test(text))
    .map((text) => fromNote(readLine(text) ?? ''));
  const note = notes.flatMap((each) => each.note ?? []).join(' ');
  const status = [venueKind === 'none' ? container : undefined, ...['DA', 'PY', 'Y1'].map((tag) => firstOf(tag))]
    .map((text) => statusInDate(text ?? ''))
    .find((each) => each !== null);
  const abstract = readTitle(firstOf('AB', 'N2'));
  const language = tagOrWritten(lineOf('LA') ?? null);
  const retracted =
    notes.some((each) => each.retracted) ||
    isRetractedTitle(plainText(title ?? [])) ||
    statesRetraction(note) ||
    [details.genre, ...(details.keywords ?? [])].some((text) => text !== undefined && isRetractedMark(text));
  for (const [tag, values] of fields)
    if (!taken.has(tag) && !ignoredTags.has(tag) && values.some((value) => value !== ''))
      problems.push({ field: tag, ...finding(values.join('; '), 'This field is not read.', 'without it') });
  const identifiers = firstOfEachScheme([
    ...inScheme('doi', doi),
    ...inScheme('arxiv', arxivIdOfDoi(doi) ?? archived.find((id) => id !== null)),
    ...(url ? identifiersInAddress(url) : []),
    ...isbns.flatMap((value) => inScheme('isbn', value)),
  ]);
  const work: ImportedWork = {
    source: 'owner',
    recordId: 'draft',
    title,
    type,
    ...date.value,
    ...details,
    genre: readGenre('ris', typeName, type, statedGenre),
    ...readVolume(details.volume),
    ...statedPages.value,
    ...statedFieldsOf({
      ...{ place: withoutPunctuation(details.place), publisher: withoutPunctuation(details.publisher) },
      ...{ number, issue: issue && readIssue(issue), event, status },
      ...{
        venueShort: short === container ? undefined : short,
        note,
        venue,
        language,
        abstract,
        url: ownAddress(url, identifiers),
        retracted,
        contributors,
      },
    }),
    ...pubmed.value,
    identifiers,
    authors: authors.names,
    authorsComplete: authors.complete && !notes.some((each) => each.incomplete),
    indicators: [],
  };
  return { work, problems, printed: authors.printed };
}

/** Notes of Scopus about its own record. */
const databaseNote = /^(?:cited by|export date|correspondence address|references?|tradenames|manufacturers)\s*:/i;

/** Removes the punctuation that library catalogues write between the place, the publisher and the year. */
const withoutPunctuation = (text: string | undefined): string | undefined => text?.replace(/\s*[:;,/]$/, '');

/** Reads the pages. The first page of a book, without a last one, is the number of its pages. */
function statedPagesOf(first: string | undefined, last: string | undefined, isBook: boolean): ReturnType<typeof readPagesField> {
  if (isBook && !last && /^\d{2,5}$/.test(first ?? '')) return { value: { pageCount: first ?? '' }, problems: [] };
  if (!last) return readPagesField(first);
  const { value, problems } = readPageRange(first, last);
  return { value: value === undefined ? {} : { pages: value }, problems };
}

/** Reads the records of an RIS text; null for each record without title and name. */
export const readRisWorks = (text: string): (ReadWork | null)[] => splitRecords(text).map(workOf);
