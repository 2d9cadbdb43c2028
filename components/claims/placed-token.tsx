import type { ReactNode } from 'react';

const codeClass = 'block overflow-x-auto rounded-md border border-line bg-raised px-3 py-2 font-mono text-sm';

/** A text to place somewhere public, with its place. */
export const PlacedToken = ({ text, more = '', children }: { text: string; more?: string; children: ReactNode }) => (
  <>
    <p>{children}</p>
    <code className={codeClass}>{text}</code>
    <p>{`Keep it there. We check it every week, and it counts as long as it is found.${more}`}</p>
  </>
);
