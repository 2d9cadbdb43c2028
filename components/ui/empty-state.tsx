import type { ReactNode } from 'react';

/** An empty list: why it is empty, and what to do. */
export function EmptyState({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <div className="max-w-text border-line border-y py-8">
      <p className="font-serif text-lg">{title}</p>
      {children && <div className="mt-2 space-y-2 text-soft">{children}</div>}
    </div>
  );
}
