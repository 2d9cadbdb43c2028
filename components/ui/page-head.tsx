import type { ReactNode } from 'react';

interface Props {
  /** A short label above the title: the kind of page. */
  eyebrow?: ReactNode;
  title: ReactNode;
  lead?: ReactNode;
  /** Buttons beside the title; below it on small screens. */
  actions?: ReactNode;
  /** 'title' for long titles, such as those of works. */
  size?: 'name' | 'title';
}

/** The head of a page, with its only h1. */
export function PageHead({ eyebrow, title, lead, actions, size = 'name' }: Props) {
  return (
    <div className="mb-8 flex flex-wrap items-end justify-between gap-x-10 gap-y-5">
      <div className="min-w-0">
        {eyebrow && <p className="mb-1 text-soft text-xs [&>a]:wrap-anywhere [&>a]:inline-block [&>a]:py-0.5">{eyebrow}</p>}
        <h1 className={`font-medium font-serif ${size === 'title' ? 'text-pretty text-2xl' : 'text-balance text-display tracking-tight'}`}>
          {title}
        </h1>
        {lead && <div className="mt-3 max-w-measure text-pretty text-soft">{lead}</div>}
      </div>
      {actions && <div className="no-print flex min-w-0 max-w-full flex-wrap gap-2.5">{actions}</div>}
    </div>
  );
}
