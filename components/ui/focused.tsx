'use client';

import { type ReactNode, useEffect, useRef } from 'react';
import { focusedFirst } from './field.tsx';

/** A region that takes the focus when it appears, so that it is announced; without script, by `autofocus`. */
export function Focused({ role, className = '', children }: { role?: string; className?: string; children: ReactNode }) {
  const part = useRef<HTMLDivElement>(null);
  useEffect(() => part.current?.focus(), []);
  return (
    <div ref={part} role={role} tabIndex={-1} {...focusedFirst} className={`scroll-mt-24 ${className}`}>
      {children}
    </div>
  );
}
