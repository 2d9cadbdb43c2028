import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';

/** The form for the name of a new profile; its next step lists namesakes. */
export function NameForm({ name, error }: { name: string; error: string | undefined }) {
  return (
    <form action="/me/new-profile" className="space-y-4">
      <Field name="name" label="Name" hint="As your works print it." defaultValue={name} error={error} required autoComplete="name" />
      <Button>Look for this name</Button>
    </form>
  );
}
