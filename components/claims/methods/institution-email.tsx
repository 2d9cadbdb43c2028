import type { ProofForm } from '../proof-form.ts';
import { TargetForm } from '../target-form.tsx';

export const institutionEmail: ProofForm = {
  Start: (props) => (
    <TargetForm
      {...props}
      label="Address at your institution"
      submitLabel="Email me a link"
      type="email"
      hint="It is not shown to anyone."
    />
  ),
};
