import type { ReactNode } from 'react';

export interface Definition {
  term: ReactNode;
  /** One value, or several under one term. */
  is: ReactNode | readonly ReactNode[];
}

/** Terms and values in two columns, one below the other on a phone. */
export function DefinitionList({ items }: { items: readonly Definition[] }) {
  return (
    <dl className="divide-y divide-line border-line border-y">
      {items.map((item, index) => (
        <div key={typeof item.term === 'string' ? item.term : index} className="grid gap-x-6 py-2.5 sm:grid-cols-[11rem_minmax(0,1fr)]">
          <dt className="text-soft">{item.term}</dt>
          {(Array.isArray(item.is) ? item.is : [item.is]).map((value: ReactNode, place: number) => (
            <dd key={`${place + 1}`} className="sm:col-start-2">
              {value}
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}
