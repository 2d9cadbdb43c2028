import type { ReactNode } from 'react';

interface Props {
  /** The id of the heading, which names the section. */
  id: string;
  title: ReactNode;
  children: ReactNode;
  /** Small content at the end of the heading line. */
  aside?: ReactNode;
}

/** A named section as a card. */
export const CardSection = ({ id, title, aside, children }: Props) => (
  <section aria-labelledby={id} className="card min-w-0">
    <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
      <h2 id={id} className="scroll-mt-24 font-semibold">
        {title}
      </h2>
      {aside}
    </div>
    {children}
  </section>
);
