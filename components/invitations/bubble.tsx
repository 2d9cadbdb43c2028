import type { ReactNode } from 'react';

/** The frame of a message. */
export const Bubble = ({ isMine, children }: { isMine: boolean; children: ReactNode }) => (
  <div className={`rounded-card border px-4 py-3 ${isMine ? 'border-transparent bg-wash' : 'border-line bg-card'}`}>{children}</div>
);
