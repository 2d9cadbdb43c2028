import type { ReactNode } from 'react';

export interface Definition {
  term: string;
  description: ReactNode;
  /** Highlights a term with a warning. */
  variant?: 'warn';
}

/** Terms and values in two columns; in one column on small screens. */
export function DefinitionList({ items }: { items: readonly Definition[] }) {
  return (
    <dl className="divide-y divide-line border-line border-y">
      {items.map((item) => (
        <div key={item.term} className="grid grid-cols-1 gap-x-6 py-2.5 sm:grid-cols-[11rem_minmax(0,1fr)] in-[aside]:grid-cols-1!">
          <dt className={item.variant === 'warn' ? 'text-warn' : 'text-soft'}>{item.term}</dt>
          <dd className="min-w-0">{item.description}</dd>
        </div>
      ))}
    </dl>
  );
}
