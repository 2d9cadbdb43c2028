import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';

/** Asks for the name of a profile that is about to be created, and looks for namesakes. */
export function NameForm({ name, error }: { name: string; error: string | undefined }) {
  return (
    <form action="/me/new-profile" className="space-y-4">
      <Field name="name" label="Name" hint="As your works print it." defaultValue={name} error={error} required autoComplete="name" />
      <Button>Look for this name</Button>
    </form>
  );
}
