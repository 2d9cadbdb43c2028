import type { ReactNode } from 'react';

export interface Row {
  key: string;
  cells: Record<string, ReactNode>;
}

interface Props {
  caption: ReactNode;
  /** The caption is always there; where a heading says the same to the eye, it can be for listeners only. */
  captionHidden?: boolean;
  /** Their labels, in order. */
  columns: Readonly<Record<string, ReactNode>>;
  /** The columns of numbers, which are aligned right. */
  numeric?: readonly string[];
  rows: readonly Row[];
}

/**
 * A table with hairlines. The first column heads its row. Its cells have no look of their own: a page has hundreds of them.
 */
export function DataTable({ caption, captionHidden, columns, numeric = [], rows }: Props) {
  const keys = Object.keys(columns);
  const figures = keys.slice(1).every((key) => numeric.includes(key));
  /** A column of figures among columns of words says so itself. */
  const alone = (key: string) => (numeric.includes(key) && !figures ? 'min-[24rem]:pl-(--cells-gap) text-right!' : undefined);
  return (
    <table className={`cells cells-apart w-full border-collapse text-sm ${figures ? 'cells-figures' : ''}`}>
      <caption className={captionHidden ? 'sr-only' : 'pb-2 text-left font-semibold'}>{caption}</caption>
      <thead className="border-line border-b text-soft">
        <tr>
          {keys.map((key) => (
            <th key={key} scope="col" className={alone(key)}>
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
                <td key={key} className={alone(key)}>
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
