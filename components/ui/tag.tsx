import type { ReactNode } from 'react';

const looks = { plain: 'border-line text-soft', accent: 'border-accent text-accent', warn: 'border-warn text-warn' } as const;

/** One word about the thing beside it. */
export function Tag({ look = 'plain', children }: { look?: keyof typeof looks; children: ReactNode }) {
  return <span className={`inline-block whitespace-nowrap rounded-sm border px-1.5 text-2xs leading-5 ${looks[look]}`}>{children}</span>;
}
