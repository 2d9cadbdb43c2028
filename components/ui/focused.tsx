'use client';

import { type ReactNode, useEffect, useRef } from 'react';
import { initialFocus } from './field.tsx';

/** A region that takes the focus when it appears, so that it is announced; without script, by `autofocus`. */
export function FocusedRegion({ role, className = '', children }: { role?: string; className?: string; children: ReactNode }) {
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => region.current?.focus(), []);
  return (
    <div ref={region} role={role} tabIndex={-1} {...initialFocus} className={`scroll-mt-24 ${className}`}>
      {children}
    </div>
  );
}
