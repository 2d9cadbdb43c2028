import { contributorRoleNames, fieldText, recordFieldNames } from '#lib/catalog/bibliography/record.ts';
import { type CsvColumns, csvTable } from '#lib/platform/csv.ts';
import { type CitedWork, externalUrlOf, namesInRole, titleLineOf, toOneLine } from './cited.ts';

const columns: CsvColumns<CitedWork> = {
  id: ({ id }) => id,
  title: ({ title }) => title && titleLineOf(title),
  authors: ({ authors }) => authors.map(({ name }) => toOneLine(name)).join('; '),
  authors_complete: ({ authorsComplete }) => (authorsComplete ? 'yes' : 'no'),
  authors_without_place: ({ unplaced }) => unplaced.map(toOneLine).join('; '),
  year: ({ year }) => year,
  date: ({ date }) => date,
  type: ({ type }) => type,
  venue: ({ venue }) => venue,
  ...Object.fromEntries(
    contributorRoleNames.map((role) => [
      role.replaceAll('-', '_'),
      (work: CitedWork) =>
        namesInRole(work, role)
          .map(({ name }) => toOneLine(name))
          .join('; '),
    ]),
  ),
  ...Object.fromEntries(
    recordFieldNames.map((name) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      ({ details }: CitedWork) => fieldText(details[name])?.replaceAll('\n', '; ') ?? null,
    ]),
  ),
  isbn: ({ isbn }) => isbn.join('; '),
  language: ({ language }) => language,
  doi: ({ doi }) => doi,
  arxiv: ({ arxiv }) => arxiv,
  url: (work) => externalUrlOf(work),
  retracted: ({ retracted }) => (retracted ? 'yes' : 'no'),
};

/** Formats works as a CSV table, one row per work. */
export const csvFile = (works: readonly CitedWork[]): string => csvTable(columns, works);
