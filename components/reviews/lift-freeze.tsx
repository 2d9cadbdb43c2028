import { PasskeyGate } from '#components/accounts/security/passkey-gate.tsx';
import { ActionButton } from '#components/site/action-button.tsx';
import { Section } from '#components/ui/section.tsx';
import type { PasskeyState } from '#lib/community/accounts/model/account.ts';
import { unfreeze } from '#lib/portal/decisions/actions.ts';

/** Lets a frozen record be claimed again; for admins, once its owner is known. */
export function LiftFreeze({ authorId, passkey, back }: { authorId: string; passkey: PasskeyState; back: string }) {
  return (
    <Section id="frozen" title="The profile is frozen">
      <p className="mb-4 max-w-measure text-sm">
        Nobody can claim it. Unfreeze it once you have verified its author, so that they can claim it by a proof.
      </p>
      <PasskeyGate state={passkey} next={back} to="to unfreeze the profile">
        <ActionButton action={unfreeze} back={back} hiddenInputs={{ authorId }} label="Unfreeze the profile" />
      </PasskeyGate>
    </Section>
  );
}
