import type { ReactNode } from 'react';
import { Notice } from './notice.tsx';

interface Props {
  done: string | string[] | undefined;
  titles: Readonly<Record<string, string>>;
  /** How to undo it. */
  children?: ReactNode;
}

/** Confirms the result of the last form. `done` is a query parameter; a value that is not in `titles` shows nothing. */
export function Confirmation({ done, titles, children }: Props) {
  const title = typeof done === 'string' && Object.hasOwn(titles, done) ? titles[done] : undefined;
  return (
    title && (
      <div className="mb-8">
        <Notice kind="success" title={title}>
          {children}
        </Notice>
      </div>
    )
  );
}
