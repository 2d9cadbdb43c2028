import type { ReactNode } from 'react';

const widths = { page: '', text: 'max-w-text', list: 'max-w-list' } as const;

/**
 * The main landmark of a page. Pages are aligned with the left edge of the brand. 'text' is for reading and forms, 'list' for rows, 'page'
 * for the full frame.
 */
export function Page({ width = 'text', children }: { width?: keyof typeof widths; children: ReactNode }) {
  return (
    <main id="main" tabIndex={-1} className="gutter mx-auto w-full max-w-frame pt-6 pb-16 outline-none sm:pt-9">
      <div className={widths[width]}>{children}</div>
    </main>
  );
}
