import type { ReactNode } from 'react';

interface Column {
  key: string;
  label: ReactNode;
  /** Numbers are aligned right. */
  numeric?: boolean;
}
export interface Row {
  key: string;
  cells: Record<string, ReactNode>;
}

interface Props {
  caption: ReactNode;
  /** The caption is always there; where a heading says the same to the eye, it can be for listeners only. */
  captionHidden?: boolean;
  columns: readonly Column[];
  rows: readonly Row[];
  dense?: boolean;
}

/**
 * A table with hairlines. The first column heads its row. Its cells bear no look of their own: a page has hundreds of them.
 */
export function DataTable({ caption, captionHidden, columns, rows, dense }: Props) {
  const figures = columns.slice(1).every(({ numeric }) => numeric);
  return (
    <table className={`cells w-full border-collapse text-sm ${dense ? '' : 'cells-apart'} ${figures ? 'cells-figures' : ''}`}>
      <caption className={captionHidden ? 'sr-only' : 'pb-2 text-left font-semibold'}>{caption}</caption>
      <thead className={dense ? 'sr-only' : 'border-line border-b text-soft'}>
        <tr>
          {columns.map((column) => (
            <th key={column.key} scope="col" className={alone(column, figures)}>
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className={dense ? undefined : 'divide-y divide-line'}>
        {rows.map((row) => (
          <tr key={row.key}>
            {columns.map((column, index) =>
              index === 0 ? (
                <th key={column.key} scope="row">
                  {row.cells[column.key]}
                </th>
              ) : (
                <td key={column.key} className={alone(column, figures)}>
                  {row.cells[column.key]}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A column of figures among columns of words says so itself. */
const alone = ({ numeric }: Column, figures: boolean): string | undefined =>
  numeric && !figures ? 'pl-(--cells-gap) text-right' : undefined;
