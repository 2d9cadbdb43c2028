import type { ComponentProps } from 'react';
import { type ButtonVariant, buttonClass } from './button-variants.ts';

export function Button({
  variant = 'plain',
  className = '',
  type = 'submit',
  ...rest
}: ComponentProps<'button'> & { variant?: ButtonVariant }) {
  return <button type={type} className={buttonClass(variant, className)} {...rest} />;
}

/** A link that looks like a button: it goes somewhere, a Button does something. */
export function ButtonLink({ variant = 'plain', className = '', ...rest }: ComponentProps<'a'> & { variant?: ButtonVariant }) {
  return <a className={buttonClass(variant, className)} {...rest} />;
}
