import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

const looks = {
  plain: 'bg-plain-wash text-read',
  accent: 'bg-wash text-accent',
  ok: 'bg-ok-wash text-ok',
  warn: 'bg-warn-wash text-warn',
  danger: 'bg-danger-wash text-danger',
  /** What is not there yet. */
  dashed: 'border border-dashed border-edge text-soft',
} as const;

/** A fact or a state of the thing beside it, in a word or two. */
export function Tag({ look = 'plain', icon, children }: { look?: keyof typeof looks; icon?: IconName; children: ReactNode }) {
  return (
    <span className={`tag ${looks[look]}`}>
      {icon && <Icon name={icon} />}
      {children}
    </span>
  );
}
