import type { ComponentProps } from 'react';
import { controlClass, described, FieldFrame, type FieldWords } from './field.tsx';

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
}: FieldWords & ComponentProps<'select'> & { name: string; options: readonly Option[] }) {
  const own = id ?? name;
  return (
    <FieldFrame id={own} label={label} hint={hint} error={error}>
      <select id={own} name={name} className={controlClass} {...described(own, { label, hint, error })} {...rest}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}
