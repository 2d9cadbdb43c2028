import type { ComponentProps } from 'react';
import { type ButtonLook, buttonClass } from './button-looks.ts';

export function Button({ look = 'plain', className = '', type = 'submit', ...rest }: ComponentProps<'button'> & { look?: ButtonLook }) {
  return <button type={type} className={buttonClass(look, className)} {...rest} />;
}

/** A link that looks like a button: it goes somewhere, a Button does something. */
export function ButtonLink({ look = 'plain', className = '', ...rest }: ComponentProps<'a'> & { look?: ButtonLook }) {
  return <a className={buttonClass(look, className)} {...rest} />;
}
