import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

const variants = {
  plain: 'bg-plain-wash text-read',
  accent: 'bg-wash text-accent',
  ok: 'bg-ok-wash text-ok',
  warn: 'bg-warn-wash text-warn',
  danger: 'bg-danger-wash text-danger',
  /** Something missing or pending. */
  dashed: 'border border-dashed border-edge text-soft',
} as const;

/** A fact or state of the item beside it, in one or two terms. */
export function Tag({ variant = 'plain', icon, children }: { variant?: keyof typeof variants; icon?: IconName; children: ReactNode }) {
  return (
    <span className={`tag ${variants[variant]}`}>
      {icon && <Icon name={icon} />}
      {children}
    </span>
  );
}
