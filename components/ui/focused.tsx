'use client';

import { type ReactNode, useEffect, useRef } from 'react';
import { focusedFirst } from './field.tsx';

/** A region that takes the focus when it appears, so that it is announced; without script, by `autofocus`. */
export function Focused({ role, className = '', children }: { role?: string; className?: string; children: ReactNode }) {
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => region.current?.focus(), []);
  return (
    <div ref={region} role={role} tabIndex={-1} {...focusedFirst} className={`scroll-mt-24 ${className}`}>
      {children}
    </div>
  );
}
