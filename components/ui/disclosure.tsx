import type { ReactNode } from 'react';

interface Props {
  summary: ReactNode;
  children: ReactNode;
  open?: boolean;
  small?: boolean;
}

/** More on demand, by the browser's own means: it works without script. */
export function Disclosure({ summary, children, open, small }: Props) {
  return (
    <details open={open} className={small ? 'text-xs' : 'text-sm'}>
      <summary className="chevron inline-block py-1 text-soft hover:text-accent">{summary}</summary>
      <div className="pt-2 pb-1">{children}</div>
    </details>
  );
}
