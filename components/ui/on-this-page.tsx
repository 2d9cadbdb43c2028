import type { ReactNode } from 'react';

interface Props {
  /** Ids and text of the headings. */
  parts: readonly { id: string; title: string }[];
  children: ReactNode;
}

/** A long text, with links to its parts beside it on wide screens. */
export function OnThisPage({ parts, children }: Props) {
  return (
    <div className="columns-main">
      <div className="min-w-0">{children}</div>
      <nav aria-labelledby="on-this-page" className="no-print text-sm max-lg:hidden lg:sticky lg:top-22">
        <h2 id="on-this-page" className="mb-2 font-semibold">
          On this page
        </h2>
        <ul className="border-line border-l">
          {parts.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`} className="bare-link block py-1 pl-4 text-read hover:text-accent">
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
