import { ActionForm } from '#components/site/action-form.tsx';
import { Button } from '#components/ui/button.tsx';
import type { SecurityView } from '#lib/community/accounts/model/account.ts';
import { recoveryWaitHours } from '#lib/community/limits.ts';
import { setPasskeyRequirement } from '#lib/portal/me/actions.ts';
import { PasskeyGate } from './passkey-gate.tsx';

/** The setting that requires a passkey for signing in; empty for an account without passkeys. */
export function PasskeyRequirement({ security: { passkeys, passkeyRequired, passkey, recovery } }: { security: SecurityView }) {
  if (passkeys.length === 0) return null;
  return (
    <div className="mt-8 max-w-measure space-y-3 text-sm">
      <h3 className="font-semibold text-base">Require the passkey</h3>
      <p>
        {passkeyRequired
          ? 'Your account requires its passkey: links by email and ORCID do not sign in.'
          : 'All your sign-in methods work now. If you require the passkey, links by email and ORCID stop working, and sessions from other methods end.'}
      </p>
      <p className="text-soft">
        {recovery
          ? `If you lose all passkeys, your recovery contact restores access after ${recoveryWaitHours} hours and turns this off.`
          : 'Add a recovery contact first: without one, nobody can sign in after the last passkey is lost.'}
      </p>
      <PasskeyGate state={passkey} next="/me/security" to="to change this">
        <ActionForm
          action={setPasskeyRequirement}
          back="/me/security"
          hiddenInputs={{ required: passkeyRequired ? 'no' : 'yes' }}
          className=""
        >
          <Button>{passkeyRequired ? 'Allow all sign-in methods' : 'Require the passkey'}</Button>
        </ActionForm>
      </PasskeyGate>
    </div>
  );
}
