import type { ReactNode } from 'react';

/** Makes wide content scrollable by keyboard (WCAG 2.1.1). */
const focusable = { tabIndex: 0 };

/** A named region that scrolls if it is wider than the page, such as a table with many columns. */
export function ScrollRegion({ label, className = '', children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <section {...focusable} aria-label={label} className={`relative overflow-x-auto ${className}`}>
      {children}
    </section>
  );
}
