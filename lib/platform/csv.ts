type Cell = string | number | null;

/** The columns of a table by name, each with the function that takes its value from a row. */
export type CsvColumns<Row> = Record<string, (row: Row) => Cell>;

/** A cell that spreadsheets evaluate as a formula, including full-width forms of the first character, which input methods produce. */
const formulaPattern = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;
/** Text that needs quotes. Semicolons and tabs are included, because spreadsheets of some languages split at them. */
const quotedPattern = /[",;\t\r\n]|^\s|\s$/;

/**
 * Formats a cell by RFC 4180. Text that a spreadsheet would evaluate is prefixed with an apostrophe (OWASP, CSV injection); numbers are
 * not.
 */
function cellOf(value: Cell): string {
  const text = value === null ? '' : `${value}`;
  const safeText = typeof value === 'string' && formulaPattern.test(text) ? `'${text}` : text;
  return quotedPattern.test(safeText) ? `"${safeText.replaceAll('"', '""')}"` : safeText;
}

/** Spreadsheets read a file without it in the encoding of their country. */
const byteOrderMark = '\ufeff';

/** Returns a CSV file (RFC 4180) for spreadsheets: a byte order mark, a header line, then one line for each row. */
export const csvTable = <Row>(columns: CsvColumns<Row>, rows: readonly Row[]): string =>
  byteOrderMark +
  [Object.keys(columns), ...rows.map((row) => Object.values(columns).map((cellValue) => cellValue(row)))]
    .map((cells) => `${cells.map(cellOf).join(',')}\r\n`)
    .join('');
