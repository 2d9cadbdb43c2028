import type { ReactNode } from 'react';

export interface Row {
  key: string;
  cells: Record<string, ReactNode>;
}

interface Props {
  caption: ReactNode;
  /** Hides the caption visually, if a heading already shows it; screen readers still read it. */
  captionHidden?: boolean;
  /** Labels of the columns, in order. */
  columns: Readonly<Record<string, ReactNode>>;
  /** Columns of numbers, aligned right. */
  numeric?: readonly string[];
  rows: readonly Row[];
}

/** A table with hairlines. The first column is the row header. Cells have no classes of their own, because a page has hundreds of them. */
export function DataTable({ caption, captionHidden, columns, numeric = [], rows }: Props) {
  const keys = Object.keys(columns);
  const hasOnlyFigures = keys.slice(1).every((key) => numeric.includes(key));
  /** A column of figures among text columns is aligned by its own class. */
  const cellClassOf = (key: string) => (numeric.includes(key) && !hasOnlyFigures ? 'min-[24rem]:pl-(--cells-gap) text-right!' : undefined);
  return (
    <table className={`cells cells-apart w-full border-collapse text-sm ${hasOnlyFigures ? 'cells-figures' : ''}`}>
      <caption className={captionHidden ? 'sr-only' : 'pb-2 text-left font-semibold'}>{caption}</caption>
      <thead className="border-line border-b text-soft">
        <tr>
          {keys.map((key) => (
            <th key={key} scope="col" className={cellClassOf(key)}>
              {columns[key]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {rows.map((row) => (
          <tr key={row.key}>
            {keys.map((key, index) =>
              index === 0 ? (
                <th key={key} scope="row">
                  {row.cells[key]}
                </th>
              ) : (
                <td key={key} className={cellClassOf(key)}>
                  {row.cells[key]}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
