import type { ComponentProps } from 'react';
import { Button } from '#components/ui/button.tsx';

interface Props {
  /** Path of the API that the form is sent to. */
  path: string;
  fields: Readonly<Record<string, string>>;
  /** The page to return to. */
  back: string;
  variant?: ComponentProps<typeof Button>['variant'];
  label: string;
  /** Completes the label for screen readers, which may read the button out of context. */
  about?: string;
}

/** A form with only a button, sent to the API. With script, `api-button-script.ts` shows a refusal beside the button. */
export const ApiButton = ({ path, fields, back, variant, label, about }: Props) => (
  <form action={path} method="post" data-api-button>
    {Object.entries({ ...fields, back }).map(([name, value]) => (
      <input key={name} type="hidden" name={name} value={value} />
    ))}
    <Button variant={variant}>
      {label}
      {about && <span className="sr-only"> {about}</span>}
    </Button>
    <p role="status" className="max-w-measure text-danger text-xs empty:sr-only" />
  </form>
);
