import type { ReactNode } from 'react';
import { FocusedRegion } from './focused.tsx';

const variants = { info: 'border-accent', success: 'border-accent', warn: 'border-warn', error: 'border-danger' } as const;
const prefixes = { info: '', success: 'Done: ', warn: 'Note: ', error: 'Error: ' } as const;

/** A message about the whole page. An error is announced; a success takes the focus; others are read in order. */
export function Notice({ kind = 'info', title, children }: { kind?: keyof typeof variants; title?: ReactNode; children?: ReactNode }) {
  const className = `max-w-text border-l-3 bg-raised px-4 py-3 ${variants[kind]}`;
  const text = (
    <>
      {title && (
        <p className="font-semibold">
          <span className="sr-only">{prefixes[kind]}</span>
          {title}
        </p>
      )}
      {children && <div className="space-y-2 text-sm">{children}</div>}
    </>
  );
  if (kind === 'success')
    return (
      <FocusedRegion key={String(title)} role="status" className={className}>
        {text}
      </FocusedRegion>
    );
  return (
    <div role={kind === 'error' ? 'alert' : 'note'} className={className}>
      {text}
    </div>
  );
}
