import type { ReactNode } from 'react';

export interface Column {
  key: string;
  label: ReactNode;
  /** Figures stand on the right, under each other. */
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

/** A table with hairlines. The first column heads its row. */
export function DataTable({ caption, captionHidden, columns, rows, dense }: Props) {
  const pad = dense ? '' : 'py-2';
  const align = (column: Column) => (column.numeric ? 'text-right pl-4' : 'text-left pr-4 last:pr-0');
  return (
    <table className="w-full border-collapse text-sm">
      <caption className={captionHidden ? 'sr-only' : 'pb-2 text-left font-semibold'}>{caption}</caption>
      <thead className={dense ? 'sr-only' : 'border-line border-b text-soft'}>
        <tr>
          {columns.map((column) => (
            <th key={column.key} scope="col" className={`${pad} font-normal ${align(column)}`}>
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className={dense ? '' : 'divide-y divide-line'}>
        {rows.map((row) => (
          <tr key={row.key}>
            {columns.map((column, index) =>
              index === 0 ? (
                <th key={column.key} scope="row" className={`${pad} align-baseline font-normal ${align(column)}`}>
                  {row.cells[column.key]}
                </th>
              ) : (
                <td key={column.key} className={`${pad} align-baseline ${align(column)}`}>
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
