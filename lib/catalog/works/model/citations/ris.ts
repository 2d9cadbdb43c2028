import { formatIsbn } from '#lib/catalog/bibliography/identifiers.ts';
import { tagOrWritten } from '#lib/catalog/bibliography/languages.ts';
import { writeRisName } from '#lib/catalog/bibliography/names.ts';
import { contributorRoleNames, contributorRoles } from '#lib/catalog/bibliography/record.ts';
import { toNote, toRisFields } from '#lib/catalog/bibliography/record-formats.ts';
import { writeType } from '#lib/catalog/bibliography/types.ts';
import {
  type CitedWork,
  citationKey,
  externalUrlOf,
  namesInRole,
  parsePageRange,
  toOneLine,
  unplacedNamesNote,
  wholeTitleOf,
} from './cited.ts';

/** Formats a date as YYYY/MM/DD/ with unknown parts left empty; null if the month is unknown. */
function risDate(date: string | null): string | null {
  const [year, month = '', day = ''] = date?.split('-') ?? [];
  return year && month ? `${year}/${month}/${day}/` : null;
}

/** A book that states no pages of a volume has their number in their place. */
const countOfBook = ({ type, details: { pageCount } }: CitedWork): string | null =>
  type === 'book' && /^\d{2,5}$/.test(pageCount ?? '') ? (pageCount ?? null) : null;

/** Formats a work as an RIS record. Each value is on one line, so that it cannot start a field. */
function risRecord(work: CitedWork): string {
  const pages = parsePageRange(work.details.pages ?? null);
  const contributors = contributorRoleNames.flatMap((role): [string, string][] => {
    // The second author of a part is the editor of what contains it.
    const ris = role === 'editor' && (work.type === 'chapter' || work.type === 'paper') ? 'A2' : contributorRoles[role].ris;
    return ris === undefined ? [] : namesInRole(work, role).map((name) => [ris, writeRisName(name)]);
  });
  const fields: [string, string | null][] = [
    ['TY', writeType('ris', work.type, work.details.genre)],
    ['ID', citationKey(work)],
    ['TI', wholeTitleOf(work)],
    ...work.authors.map((author): [string, string] => ['AU', writeRisName(author)]),
    ...contributors,
    ['T2', work.venue],
    // Zotero reads T2 of a conference paper as the conference, and cites the proceedings in C3.
    ['C3', work.type === 'paper' ? work.venue : null],
    ['PY', work.year === null ? null : `${work.year}`],
    ['DA', risDate(work.date)],
    ...toRisFields(work.details),
    ['SP', pages?.first ?? work.details.pages ?? countOfBook(work)],
    ['EP', pages?.last ?? null],
    ...work.isbn.map((isbn): [string, string] => ['SN', formatIsbn(isbn)]),
    ['LA', tagOrWritten(work.language)],
    ['DO', work.doi],
    // Zotero reads DB and AN as the archive and the location in it.
    ['DB', work.arxiv && 'arXiv'],
    ['AN', work.arxiv],
    ['UR', externalUrlOf(work)],
    ['N1', toNote(work.details.note, { retracted: work.retracted, incomplete: !work.authorsComplete })],
    ['N1', unplacedNamesNote(work)],
  ];
  const lines = fields.flatMap(([tag, value]) => (value ? [`${tag}  - ${toOneLine(value)}`] : []));
  return `${lines.join('\r\n')}\r\nER  - \r\n`;
}

export const risFile = (works: readonly CitedWork[]): string => works.map(risRecord).join('\r\n');
