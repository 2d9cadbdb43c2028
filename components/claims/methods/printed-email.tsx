import type { ProofForm } from '../proof-form.ts';
import { TargetForm } from '../target-form.tsx';

export const printedEmail: ProofForm = {
  Start: (props) => (
    <TargetForm
      {...props}
      label="Address printed beside your name"
      submitLabel="Email me a link"
      type="email"
      hint="It is not shown to anyone. We do not store it; we can only compare what you type."
    />
  ),
  Placement: () => (
    <>
      <p>
        If this address is printed beside this name on one of the works, we sent a link to it. Open it in a browser where you are signed in,
        and press the button.
      </p>
      <p>
        Otherwise no email is sent and nothing more is said, so that addresses cannot be guessed. If no email arrives within some minutes,
        check the spelling or choose another method.
      </p>
    </>
  ),
};
