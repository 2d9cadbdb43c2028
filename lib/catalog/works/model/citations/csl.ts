import { tagOrWritten } from '../languages.ts';
import { type CitedName, type CitedWork, externalUrlOf, splitCitedName, titleLineOf, toOneLine, unplacedNamesNote } from './cited.ts';
import { typeNames } from './type-names.ts';

function cslName(citedName: CitedName): Record<string, string> {
  const parts = splitCitedName(citedName);
  if ('literal' in parts) return { literal: parts.literal };
  return {
    family: parts.family,
    given: parts.given,
    ...(parts.particle && { 'non-dropping-particle': parts.particle }),
    ...(parts.suffix && { suffix: parts.suffix }),
  };
}

const dateParts = ({ date, year }: CitedWork): number[] | null =>
  date && /^\d{4}(-\d{2}){0,2}$/.test(date) ? date.split('-').map(Number) : year === null ? null : [year];

/** Formats a work as an item of CSL-JSON, 1.0.2. */
export function cslItem(work: CitedWork): Record<string, unknown> {
  const issued = dateParts(work);
  const truncationNote = !work.authorsComplete && 'The list of authors is not complete.';
  const notes = [work.retracted && 'Retracted.', truncationNote, unplacedNamesNote(work)].filter((note) => note);
  const fields: Record<string, unknown> = {
    id: work.id,
    type: typeNames[work.type].csl,
    title: work.title && titleLineOf(work.title),
    author: work.authors.length > 0 ? work.authors.map(cslName) : null,
    'container-title': work.venue && toOneLine(work.venue),
    issued: issued && { 'date-parts': [issued] },
    volume: work.volume,
    page: work.pages,
    publisher: work.publisher,
    language: tagOrWritten(work.language),
    DOI: work.doi,
    archive: work.arxiv && 'arXiv',
    archive_location: work.arxiv,
    URL: externalUrlOf(work),
    note: notes.join(' ') || null,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

export const cslFile = (works: readonly CitedWork[]): string => `[${works.map((work) => JSON.stringify(cslItem(work))).join(',\n')}]\n`;
