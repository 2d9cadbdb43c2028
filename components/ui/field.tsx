import type { ComponentProps, ReactNode } from 'react';

/** The text around a form control. */
export interface FieldTexts {
  label: ReactNode;
  hint?: ReactNode;
  /** An error message that says what to do, shown above the control and announced with it. */
  error?: ReactNode;
}

export const controlClass =
  'w-full rounded-md border border-edge bg-paper px-3 py-2 text-base placeholder:text-soft aria-invalid:border-2 aria-invalid:border-danger';

/** Returns the ARIA attributes that connect a control with its hint and error. */
export const ariaAttributesOf = (id: string, { hint, error }: FieldTexts) => ({
  'aria-describedby': [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined,
  'aria-invalid': error ? (true as const) : undefined,
});

/** Label, hint and error around the control with the id `id`. */
export function FieldFrame({ id, label, hint, error, children }: FieldTexts & { id: string; children: ReactNode }) {
  return (
    <div className={`max-w-form ${error ? 'border-danger border-l-2 pl-4' : ''}`}>
      <label htmlFor={id} className="block font-semibold">
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-soft">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="font-medium text-danger text-sm">
          <span className="sr-only">Error: </span>
          {error}
        </p>
      )}
      <div className="mt-2">{children}</div>
    </div>
  );
}

/** Props of a page's main field, which has the focus when the page opens. */
export const initialFocus = { autoFocus: true };

/** A one-line text field. Its id is `name`, unless `id` is set. */
export function Field({ label, hint, error, id, name, className = '', ...rest }: FieldTexts & ComponentProps<'input'> & { name: string }) {
  const controlId = id ?? name;
  return (
    <FieldFrame id={controlId} label={label} hint={hint} error={error}>
      <input
        id={controlId}
        name={name}
        className={`${controlClass} ${className}`}
        {...ariaAttributesOf(controlId, { label, hint, error })}
        {...rest}
      />
    </FieldFrame>
  );
}
