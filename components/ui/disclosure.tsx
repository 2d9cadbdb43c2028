import type { ReactNode } from 'react';
import { buttonClass } from './button-variants.ts';

interface Props {
  summary: ReactNode;
  children: ReactNode;
  open?: boolean;
  small?: boolean;
  /** True if it is one of several actions: the summary is styled as a button. */
  button?: boolean;
  /** True if wide screens show the content without its summary, where the browser can. */
  openWide?: boolean;
}

/** Collapsed content in a `<details>`, which works without script. */
export function Disclosure({ summary, children, open, small, button, openWide }: Props) {
  return (
    <details open={open} className={`${small ? 'text-xs' : 'text-sm'}${openWide ? ' open-wide' : ''}`}>
      <summary
        className={button ? buttonClass('plain', 'chevron cursor-pointer') : 'chevron inline-block py-1 text-soft hover:text-accent'}
      >
        {summary}
      </summary>
      <div className="pt-2 pb-1">{children}</div>
    </details>
  );
}
