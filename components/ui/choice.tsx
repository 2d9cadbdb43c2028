import type { ReactNode } from 'react';

interface ChoiceOption {
  value: string;
  label: ReactNode;
  description?: ReactNode;
  /** Why it cannot be selected, shown with the option. */
  unavailable?: ReactNode;
}

interface Props {
  legend: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  name: string;
  options: readonly ChoiceOption[];
  /** Checkboxes for several answers instead of radio buttons. */
  several?: boolean;
  chosen?: readonly string[];
  required?: boolean;
}

/** A question with its answers in a column, each with a description. */
export function Choice({ legend, hint, error, name, options, several = false, chosen = [], required }: Props) {
  return (
    <fieldset
      aria-describedby={[hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ') || undefined}
      className={`max-w-form ${error ? 'border-danger border-l-2 pl-4' : ''}`}
    >
      <legend className="font-semibold">{legend}</legend>
      {hint && (
        <p id={`${name}-hint`} className="text-sm text-soft">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${name}-error`} className="font-medium text-danger text-sm">
          <span className="sr-only">Error: </span>
          {error}
        </p>
      )}
      <ul className="mt-3 space-y-3">
        {options.map((option) => (
          <ChoiceInput key={option.value} option={option} name={name} several={several} chosen={chosen} required={required && !several} />
        ))}
      </ul>
    </fieldset>
  );
}

interface ChoiceInputProps {
  option: ChoiceOption;
  name: string;
  several: boolean;
  chosen: readonly string[];
  required?: boolean;
}

function ChoiceInput({ option, name, several, chosen, required }: ChoiceInputProps) {
  const id = `${name}-${option.value}`;
  const description = option.unavailable ?? option.description;
  return (
    <li className="grid grid-cols-[1.5rem_1fr] items-baseline gap-x-2">
      <input
        id={id}
        type={several ? 'checkbox' : 'radio'}
        name={name}
        value={option.value}
        defaultChecked={chosen.includes(option.value)}
        disabled={option.unavailable !== undefined}
        required={required}
        aria-describedby={description ? `${id}-more` : undefined}
        className="size-4 translate-y-0.5 accent-accent"
      />
      <div>
        <label htmlFor={id} className={option.unavailable === undefined ? 'font-medium' : 'font-medium text-soft'}>
          {option.label}
        </label>
        {description && (
          <p id={`${id}-more`} className="text-sm text-soft">
            {description}
          </p>
        )}
      </div>
    </li>
  );
}
