import type { ComponentProps } from 'react';

const base =
  'inline-flex items-center justify-center gap-2 rounded-md border px-4 py-2 font-medium text-sm leading-5 no-underline sm:whitespace-nowrap disabled:opacity-55';
const looks = {
  /** The one thing that a page asks for. */
  primary: 'border-accent bg-accent text-accent-ink hover:bg-accent/90 hover:text-accent-ink',
  plain: 'border-edge text-ink hover:border-accent hover:text-accent',
  /** Undoes or ends something. */
  danger: 'border-danger text-danger hover:bg-danger hover:text-paper',
  /** No more than a link that posts. */
  quiet: 'border-transparent px-0! py-0! text-ink underline decoration-soft underline-offset-4 hover:text-accent',
} as const;
export type ButtonLook = keyof typeof looks;

export function Button({ look = 'plain', className = '', type = 'submit', ...rest }: ComponentProps<'button'> & { look?: ButtonLook }) {
  return <button type={type} className={`${base} ${looks[look]} ${className}`} {...rest} />;
}

/** A link that looks like a button: it goes somewhere, a Button does something. */
export function ButtonLink({ look = 'plain', className = '', ...rest }: ComponentProps<'a'> & { look?: ButtonLook }) {
  return <a className={`${base} ${looks[look]} ${className}`} {...rest} />;
}
