type Cell = string | number | null;

/** The columns of a table, by their names: what each takes from a row. */
export type Columns<Row> = Record<string, (row: Row) => Cell>;

/** What spreadsheets run as a formula: a cell that begins with one of these, also in the wide forms that an input method types. */
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;
/** Also cut at a semicolon or a tab, as spreadsheets of some languages do, a quoted cell stays whole. */
const quoted = /[",;\t\r\n]|^\s|\s$/;

/** A cell as RFC 4180 has it. A text that a spreadsheet would run gets an apostrophe before it (OWASP, CSV injection); numbers do not. */
function cellOf(value: Cell): string {
  const text = value === null ? '' : `${value}`;
  const safe = typeof value === 'string' && formula.test(text) ? `'${text}` : text;
  return quoted.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A CSV file (RFC 4180): a line of column names, then one for each row. */
export const csvTable = <Row>(columns: Columns<Row>, rows: readonly Row[]): string =>
  [Object.keys(columns), ...rows.map((row) => Object.values(columns).map((of) => of(row)))]
    .map((cells) => `${cells.map(cellOf).join(',')}\r\n`)
    .join('');
