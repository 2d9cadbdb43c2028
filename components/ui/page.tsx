import type { ReactNode } from 'react';

const widths = { page: 'max-w-[calc(var(--container-page)+6rem)]', text: 'max-w-[calc(var(--container-text)+6rem)]' } as const;

/** The main landmark of a page. 'text' is for pages that are read or filled in, 'page' for those with a second column. */
export function Page({ width = 'text', children }: { width?: keyof typeof widths; children: ReactNode }) {
  return (
    <main id="main" tabIndex={-1} className={`gutter mx-auto w-full pt-8 pb-20 outline-none sm:pt-12 ${widths[width]}`}>
      {children}
    </main>
  );
}
