import type { ReactNode } from 'react';

const widths = { page: '', text: 'max-w-text', list: 'max-w-list' } as const;

/**
 * The main landmark of a page. Every page begins at the brand's left edge; 'text' is for what is read or filled in,
 * 'list' for rows, 'page' for those with a second column.
 */
export function Page({ width = 'text', children }: { width?: keyof typeof widths; children: ReactNode }) {
  return (
    <main id="main" tabIndex={-1} className="gutter mx-auto w-full max-w-frame pt-8 pb-20 outline-none sm:pt-12">
      <div className={widths[width]}>{children}</div>
    </main>
  );
}
