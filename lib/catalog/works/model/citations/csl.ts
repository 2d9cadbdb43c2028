import { formatIsbn } from '#lib/catalog/bibliography/identifiers.ts';
import { tagOrWritten } from '#lib/catalog/bibliography/languages.ts';
import { writeCslName } from '#lib/catalog/bibliography/names.ts';
import { contributorRoleNames } from '#lib/catalog/bibliography/record.ts';
import { toCslVariables, toNote } from '#lib/catalog/bibliography/record-formats.ts';
import { writeType } from '#lib/catalog/bibliography/types.ts';
import { type CitedName, type CitedWork, externalUrlOf, namesInRole, toOneLine, unplacedNamesNote } from './cited.ts';
import { markedUpText } from './marked-up-text.ts';

const dateParts = ({ date, year }: CitedWork): number[] | null =>
  date && /^\d{4}(-\d{2}){0,2}$/.test(date) ? date.split('-').map(Number) : year === null ? null : [year];

const namesOf = (names: readonly CitedName[]): Record<string, string>[] | null => (names.length > 0 ? names.map(writeCslName) : null);

/** Formats a work as an item of CSL-JSON, 1.0.2. */
export function cslItem(work: CitedWork): Record<string, unknown> {
  const issued = dateParts(work);
  const { note, ...details } = work.details;
  const marks = toNote(note, { retracted: work.retracted, incomplete: !work.authorsComplete });
  const title = work.title && markedUpText(work.title);
  const fields: Record<string, unknown> = {
    id: work.id,
    type: writeType('csl', work.type, work.details.genre),
    title: title && details.subtitle ? `${title}: ${details.subtitle}` : title,
    author: namesOf(work.authors),
    ...Object.fromEntries(contributorRoleNames.map((role) => [role, namesOf(namesInRole(work, role))])),
    'container-title': work.venue && toOneLine(work.venue),
    issued: issued && { 'date-parts': [issued] },
    ...toCslVariables(details),
    ISBN: work.isbn.map(formatIsbn).join(' ') || null,
    language: tagOrWritten(work.language),
    DOI: work.doi,
    archive: work.arxiv && 'arXiv',
    archive_location: work.arxiv,
    URL: externalUrlOf(work),
    note: [marks, unplacedNamesNote(work)].filter(Boolean).join(' ') || null,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

export const cslFile = (works: readonly CitedWork[]): string => `[${works.map((work) => JSON.stringify(cslItem(work))).join(',\n')}]\n`;
