import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

export interface Check {
  key: string;
  met: boolean;
  text: ReactNode;
}

/** Short labels of evidence, present or missing. */
export function Checks({ checks, below = false }: { checks: readonly Check[]; below?: boolean }) {
  return (
    <ul className={`text-read text-sm ${below ? 'grid gap-1.5' : 'flex flex-wrap gap-x-4.5 gap-y-1'}`}>
      {checks.map(({ key, met, text }) => (
        <li key={key} className={`flex items-center gap-1.5 ${met ? '' : 'text-soft'}`}>
          <Icon name={met ? 'check-circle' : 'circle-dashed'} className={`text-md ${met ? 'text-ok' : 'text-edge'}`} />
          <span>
            <span className="sr-only">{met ? 'Met: ' : 'Not yet: '}</span>
            {text}
          </span>
        </li>
      ))}
    </ul>
  );
}
