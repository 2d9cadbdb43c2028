import type { ComponentProps } from 'react';
import { ariaAttributesOf, controlClass, FieldFrame, type FieldTexts } from './field.tsx';

interface Option {
  value: string;
  label: string;
}

/** A native select element, which works without script and with assistive technology. */
export function Select({
  label,
  hint,
  error,
  id,
  name,
  options,
  ...rest
}: FieldTexts & ComponentProps<'select'> & { name: string; options: readonly Option[] }) {
  const controlId = id ?? name;
  return (
    <FieldFrame id={controlId} label={label} hint={hint} error={error}>
      <select
        id={controlId}
        name={name}
        className={`${controlClass} pr-8`}
        {...ariaAttributesOf(controlId, { label, hint, error })}
        {...rest}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}
