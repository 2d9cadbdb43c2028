import { joinNameParts } from '#lib/platform/names/written-names.ts';
import { parseTitle } from '#lib/platform/text/inline-markup.ts';
import { safeHref } from '#lib/platform/text/rich-text.ts';
import { dateOf, identifiersOf } from './bibtex/fields.ts';
import { type ImportedName, type ImportedWork, workTypesByName } from './model.ts';

const workTypesByTag = workTypesByName({
  article: 'JOUR JFULL EJOUR MGZN NEWS',
  paper: 'CONF CPAPER',
  book: 'BOOK EBOOK EDBOOK',
  chapter: 'CHAP ECHAP',
  thesis: 'THES',
  report: 'RPRT',
  dataset: 'DATA DBASE',
  preprint: 'UNPB',
});

type Fields = ReadonlyMap<string, readonly string[]>;

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
    const [, tag, value = ''] = /^([A-Z][A-Z0-9]) {1,2}- ?(.*)$/.exec(line) ?? [];
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

/** Parses `Family, Given, Suffix`, or a name as written. */
function nameOf(text: string): ImportedName[] {
  const [family = '', given = '', suffix = ''] = text.split(',').map((part) => part.trim());
  if (!given) return family ? [{ name: family }] : [];
  return [{ name: joinNameParts({ given, family, suffix }), family }];
}

function workOf(fields: Fields): ImportedWork | null {
  const firstValue = (...tags: string[]): string | undefined => tags.flatMap((tag) => fields.get(tag) ?? []).find((value) => value !== '');
  const title = firstValue('TI', 'T1', 'CT')?.replace(/\s+/g, ' ').slice(0, 20_000);
  const authors = ['AU', 'A1'].flatMap((tag) => fields.get(tag) ?? []).flatMap(nameOf);
  if (!title && authors.length === 0) return null;
  const [start, end] = [firstValue('SP'), firstValue('EP')];
  const url = firstValue('UR', 'L2');
  const details = {
    venue: firstValue('T2', 'JF', 'JO', 'BT', 'JA'),
    volume: firstValue('VL'),
    pages: start && end ? `${start}-${end}` : start,
    publisher: firstValue('PB'),
    language: firstValue('LA'),
    url: (url && safeHref(url)) || undefined,
  };
  const [, date = ''] = /^(\d{4}(?:\/\d{1,2}){0,2})/.exec(firstValue('DA', 'PY', 'Y1') ?? '') ?? [];
  const type = fields.get('TY')?.[0] ?? '';
  return {
    source: 'owner',
    recordId: 'draft',
    title: title ? parseTitle(title) : null,
    type: workTypesByTag.get(type) ?? 'other',
    ...dateOf({
      date: date
        .split('/')
        .map((part) => part.padStart(2, '0'))
        .join('-'),
    }),
    ...Object.fromEntries(Object.entries(details).filter(([, text]) => text !== undefined)),
    identifiers: identifiersOf({ doi: firstValue('DO'), url, eprint: firstValue('AN'), archiveprefix: firstValue('DB') }),
    authors,
    authorsComplete: true,
    indicators: [],
  };
}

/** Parses the records of an RIS text; null for each record without title and author. */
export const parseRisWorks = (text: string): (ImportedWork | null)[] => splitRecords(text).map(workOf);
