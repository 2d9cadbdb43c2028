import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

const variants = {
  plain: 'bg-plain-wash text-read',
  accent: 'bg-wash text-accent',
  ok: 'bg-ok-wash text-ok',
  warn: 'bg-warn-wash text-warn',
  danger: 'bg-danger-wash text-danger',
  /** What is not there yet. */
  dashed: 'border border-dashed border-edge text-soft',
} as const;

/** A fact or a state of the thing beside it, in a word or two. */
export function Tag({ variant = 'plain', icon, children }: { variant?: keyof typeof variants; icon?: IconName; children: ReactNode }) {
  return (
    <span className={`tag ${variants[variant]}`}>
      {icon && <Icon name={icon} />}
      {children}
    </span>
  );
}
