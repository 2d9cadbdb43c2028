import { readDates } from '#lib/catalog/bibliography/dates.ts';
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
import { readLine, readTitle } from '#lib/catalog/bibliography/markup.ts';
import { readNames } from '#lib/catalog/bibliography/names.ts';
import { readPageRange } from '#lib/catalog/bibliography/pages.ts';
import { finding, inField, type Problem } from '#lib/catalog/bibliography/problems.ts';
import { contributorRoleNames, contributorRoles } from '#lib/catalog/bibliography/record.ts';
import { fromNote, fromRisFields } from '#lib/catalog/bibliography/record-formats.ts';
import { isRetractedTitle, kindOfVenue, readType, statesRetraction, typeOrPreprint } from '#lib/catalog/bibliography/types.ts';
import { plainText, safeHref } from '#lib/platform/text/rich-text.ts';
import { extractAddresses } from './addresses.ts';
import { type ImportedContributor, type ImportedWork, statedFieldsOf } from './model.ts';
import { type ReadWork, toPeople } from './people.ts';

type Fields = ReadonlyMap<string, readonly string[]>;

/** Tags of reference managers that say nothing of the work. */
const ignoredTags = new Set(
  'TY ER ID L1 L3 L4 LK CN AD RP RN CA DP Y2 U1 U2 U3 U4 U5 AV C1 C2 C4 C5 C6 C8 M1 M2 TT RI OP LB TA WP ZZ JP FI M4'.split(' '),
);

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
  const authors = peopleOf('AU', ['AU', 'A1'].flatMap(valuesOf));
  const contributors = contributorRoleNames.flatMap((role): ImportedContributor[] => {
    const { ris } = contributorRoles[role] as { ris?: string };
    const tags = ris === undefined ? [] : role === 'editor' ? [ris, 'A2'] : [ris];
    return peopleOf(role, tags.flatMap(valuesOf)).names.map((name) => ({ ...name, role }));
  });
  if (!title && authors.names.length === 0 && contributors.length === 0) return null;
  const pages = readPageRange(lineOf('SP'), lineOf('EP'));
  problems.push(...inField('SP', pages.problems));
  const urlText = firstOf('UR', 'L2');
  const url = urlText ? safeHref(urlText) : null;
  if (urlText && !url) problems.push({ field: 'UR', ...finding(urlText, 'It is no web address.', 'without it') });
  const doiText = firstOf('DO', 'DI');
  const doi =
    (doiText && readDoi(doiText)) ||
    (url && readDoi(url)) ||
    [...valuesOf('M3'), ...valuesOf('N1')].map(readLabelledDoi).find((each) => each !== null) ||
    null;
  if (doiText && !readDoi(doiText)) problems.push({ field: 'DO', ...finding(doiText, 'It is no DOI.', 'without it') });
  const date = readDates({ date: firstOf('DA') }, { date: firstOf('PY') }, { date: firstOf('Y1') });
  problems.push(...inField('DA', date.problems));
  const container = lineOf('T2', 'JF', 'JO', 'C3', ...(isBook ? [] : ['BT']), 'JA', 'J2');
  const venueKind = container === undefined ? 'venue' : kindOfVenue(container);
  const venue = venueKind === 'venue' ? container : undefined;
  const isArchived = /arxiv/i.test(firstOf('DB') ?? '') || venueKind === 'preprints';
  const archived = [isArchived ? firstOf('AN') : undefined, venueKind === 'preprints' ? container : undefined].map((text) =>
    text ? readArxivId(text) : null,
  );
  const numbers = valuesOf('SN').map((text) => ({ issns: readIssns(text).value, isbns: readIsbns(text) }));
  const issns = [...new Set(numbers.flatMap((each) => each.issns))];
  const isbns = [...new Set(numbers.flatMap((each) => each.isbns.value))];
  for (const each of numbers) if (each.issns.length + each.isbns.value.length === 0) problems.push(...inField('SN', each.isbns.problems));
  const details = fromRisFields((tag) => (tag === 'SN' ? issns : valuesOf(tag).flatMap((value) => readLine(value) ?? [])));
  const notes = valuesOf('N1').map((text) => fromNote(readLine(text) ?? ''));
  const note = notes.flatMap((each) => each.note ?? []).join(' ');
  const abstract = readTitle(firstOf('AB', 'N2'));
  const language = lineOf('LA');
  const retracted = notes.some((each) => each.retracted) || isRetractedTitle(plainText(title ?? [])) || statesRetraction(note);
  for (const [tag, values] of fields)
    if (!taken.has(tag) && !ignoredTags.has(tag) && values.some((value) => value !== ''))
      problems.push({ field: tag, ...finding(values.join('; '), 'This field is not read.', 'without it') });
  const work: ImportedWork = {
    source: 'owner',
    recordId: 'draft',
    title,
    type: typeOrPreprint(readType('ris', typeName), venueKind === 'preprints'),
    ...date.value,
    ...details,
    ...statedFieldsOf({ pages: pages.value, note, venue, language, abstract, url, retracted, contributors }),
    identifiers: firstOfEachScheme([
      ...inScheme('doi', doi),
      ...inScheme('arxiv', arxivIdOfDoi(doi) ?? archived.find((id) => id !== null)),
      ...(url ? identifiersInAddress(url) : []),
      ...isbns.flatMap((value) => inScheme('isbn', value)),
    ]),
    authors: authors.names,
    authorsComplete: authors.complete && !notes.some((each) => each.incomplete),
    indicators: [],
  };
  return { work, problems, printed: authors.printed };
}

/** Reads the records of an RIS text; null for each record without title and name. */
export const readRisWorks = (text: string): (ReadWork | null)[] => splitRecords(text).map(workOf);
