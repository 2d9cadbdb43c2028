import type { ReactNode } from 'react';

const looks = {
  info: 'border-accent',
  success: 'border-accent',
  warn: 'border-warn',
  error: 'border-danger',
} as const;
const words = { info: '', success: 'Done: ', warn: 'Note: ', error: 'Error: ' } as const;

/** A message about the page as a whole. Errors and successes are announced; the others are read in their place. */
export function Notice({ kind = 'info', title, children }: { kind?: keyof typeof looks; title?: ReactNode; children?: ReactNode }) {
  const role = kind === 'error' ? 'alert' : kind === 'success' ? 'status' : 'note';
  return (
    <div role={role} className={`max-w-text border-l-3 bg-raised px-4 py-3 ${looks[kind]}`}>
      {title && (
        <p className="font-semibold">
          <span className="sr-only">{words[kind]}</span>
          {title}
        </p>
      )}
      {children && <div className="space-y-2 text-sm">{children}</div>}
    </div>
  );
}
