import type { ComponentProps } from 'react';
import { ariaAttributesOf, controlClass, FieldFrame, type FieldTexts } from './field.tsx';

/** A multi-line text field, in the serif font of reading text. */
export function TextArea({
  label,
  hint,
  error,
  id,
  name,
  rows = 6,
  className = '',
  ...rest
}: FieldTexts & ComponentProps<'textarea'> & { name: string }) {
  const controlId = id ?? name;
  return (
    <FieldFrame id={controlId} label={label} hint={hint} error={error}>
      <textarea
        id={controlId}
        name={name}
        rows={rows}
        className={`${controlClass} font-serif text-md ${className}`}
        {...ariaAttributesOf(controlId, { label, hint, error })}
        {...rest}
      />
    </FieldFrame>
  );
}
