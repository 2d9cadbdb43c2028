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

/** A link styled as a button. It navigates, while a Button acts. */
export function ButtonLink({ variant = 'plain', className = '', ...rest }: ComponentProps<'a'> & { variant?: ButtonVariant }) {
  return <a className={buttonClass(variant, className)} {...rest} />;
}
