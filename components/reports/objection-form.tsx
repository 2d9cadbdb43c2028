import { ActionButton } from '#components/site/action-button.tsx';
import { redeemObjectionLink } from '#lib/governance/identity/actions.ts';

/** The button that uses the link of a mail. */
export function ObjectionForm({ notification, code }: { notification: string; code: string }) {
  return (
    <ActionButton
      action={redeemObjectionLink}
      className="space-y-6"
      back="/"
      hiddenInputs={{ notification, code }}
      variant="primary"
      label="This is wrong"
    />
  );
}
