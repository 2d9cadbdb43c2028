import type { ReactNode } from 'react';

/** Keyboards scroll what is wider than the page: WCAG 2.1.1. */
const focusable = { tabIndex: 0 };

/** A named part of a page that scrolls by itself where it is wider than the page, such as a table with many columns. */
export function ScrollRegion({ label, className = '', children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <section {...focusable} aria-label={label} className={`relative overflow-x-auto ${className}`}>
      {children}
    </section>
  );
}
