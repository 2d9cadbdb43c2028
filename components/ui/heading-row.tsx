import type { ReactNode } from 'react';

/** A heading with a link to the full list at its end. */
export function HeadingRow({ id, children, aside }: { id: string; children: ReactNode; aside?: ReactNode }) {
  return (
    <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
      <h2 id={id} className="font-semibold text-md">
        {children}
      </h2>
      {aside && <span className="text-accent text-xs">{aside}</span>}
    </div>
  );
}
