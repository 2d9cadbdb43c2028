'use client';

import { type ReactNode, useEffect, useRef } from 'react';
import { initialFocus } from './field.tsx';

/**
 * A region that takes the focus when it appears, so that it is announced; without script, by `autofocus`. If the next form has the same
 * result, the region stays and takes the focus again, unless something else has taken it since: the button that had it may be gone.
 */
export function FocusedRegion({ role, className = '', children }: { role?: string; className?: string; children: ReactNode }) {
  const region = useRef<HTMLDivElement>(null);
  const isDue = useRef(true);
  useEffect(() => {
    const expectResult = () => {
      isDue.current = true;
    };
    const expectNothing = () => {
      isDue.current = false;
    };
    document.addEventListener('submit', expectResult, true);
    document.addEventListener('focusin', expectNothing, true);
    return () => {
      document.removeEventListener('submit', expectResult, true);
      document.removeEventListener('focusin', expectNothing, true);
    };
  }, []);
  useEffect(() => {
    if (isDue.current) region.current?.focus();
    isDue.current = false;
  });
  return (
    <div ref={region} role={role} tabIndex={-1} {...initialFocus} className={`scroll-mt-24 ${className}`}>
      {children}
    </div>
  );
}
