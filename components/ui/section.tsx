import type { ReactNode } from 'react';

interface Props {
  /** The id of the heading, which names the section. */
  id: string;
  title: ReactNode;
  children: ReactNode;
  /** Small content at the end of the heading line. */
  aside?: ReactNode;
  /** True if it is a card. */
  card?: boolean;
}

const belowHairline = 'border-line border-t pt-5 pb-7 first:border-t-0 first:pt-0 [.grid>&]:border-t-0 [.grid>&]:pt-0';

/** A named section: a card, or separated from the previous one by a hairline. */
export function Section({ id, title, aside, card = false, children }: Props) {
  return (
    <section aria-labelledby={id} className={card ? 'card min-w-0' : belowHairline}>
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
