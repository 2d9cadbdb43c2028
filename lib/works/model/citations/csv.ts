import { type CitedWork, lineOf, oneLine, outwardAddress } from './cited.ts';

const columns: Record<string, (work: CitedWork) => string | number | null> = {
  id: ({ id }) => id,
  title: ({ title }) => title && lineOf(title),
  authors: ({ authors }) => authors.map(({ name }) => oneLine(name)).join('; '),
  authors_complete: ({ authorsComplete }) => (authorsComplete ? 'yes' : 'no'),
  year: ({ year }) => year,
  date: ({ date }) => date,
  type: ({ type }) => type,
  venue: ({ venue }) => venue,
  volume: ({ volume }) => volume,
  pages: ({ pages }) => pages,
  publisher: ({ publisher }) => publisher,
  doi: ({ doi }) => doi,
  arxiv: ({ arxiv }) => arxiv,
  url: (work) => outwardAddress(work),
  retracted: ({ retracted }) => (retracted ? 'yes' : 'no'),
};

/**
 * A cell as RFC 4180 has it. Spreadsheets run a cell that begins with one of = + - @ as a formula, so such a text gets an
 * apostrophe before it (OWASP, CSV injection).
 */
export function csvCell(value: string | number | null): string {
  const text = value === null ? '' : `${value}`;
  const safe = typeof value === 'string' && /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A CSV file with a line of column names. */
export const csvFile = (works: readonly CitedWork[]): string =>
  [
    Object.keys(columns).join(','),
    ...works.map((work) =>
      Object.values(columns)
        .map((of) => csvCell(of(work)))
        .join(','),
    ),
    '',
  ].join('\r\n');
