import type { ReactNode } from 'react';

/** Long-form text: serif font, limited line length, and styled headings. */
export function Prose({ children }: { children: ReactNode }) {
  return (
    <div className="max-w-text space-y-4 font-serif text-md [&_h2]:mt-10 [&_h2]:font-medium [&_h2]:text-xl [&_h3]:mt-6 [&_h3]:font-sans [&_h3]:font-semibold [&_h3]:text-base [&_li]:pl-1 [&_ol]:list-decimal [&_ol]:space-y-1 [&_ol]:pl-6 [&_section]:space-y-3 [&_ul]:list-['–_'] [&_ul]:space-y-1 [&_ul]:pl-5">
      {children}
    </div>
  );
}
