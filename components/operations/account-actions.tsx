import { PasskeyGate } from '#components/accounts/security/passkey-gate.tsx';
import { ActionButton } from '#components/site/action-button.tsx';
import { ActionChoice, ActionForm } from '#components/site/action-form.tsx';
import { Button } from '#components/ui/button.tsx';
import type { PasskeyState } from '#lib/community/accounts/model/account.ts';
import { suspensionReasons } from '#lib/community/accounts/model/suspension.ts';
import { cancelAccountErasure, endAccountSessions, liftSuspension, suspendAccount } from '#lib/portal/accounts/actions.ts';
import type { AccountView } from '#lib/portal/accounts/model.ts';

/** What an admin can do about an account, each with its effects. */
export function AccountActions({ account, passkey }: { account: AccountView; passkey: PasskeyState }) {
  const { id, suspended, roles, openSessions, erasedAt } = account;
  const back = `/admin/accounts/${id}`;
  if (roles.includes('admin'))
    return (
      <p className="max-w-measure">
        This is an admin. The role is given and taken on the command line only: <code>npm run accounts</code>.
      </p>
    );
  return (
    <PasskeyGate state={passkey} next={back} to="to act on this account">
      <div className="space-y-8">
        {suspended ? (
          <div>
            <ActionButton
              action={liftSuspension}
              back={back}
              hiddenInputs={{ accountId: id }}
              variant="primary"
              label="Lift the suspension"
            />
            <p className="mt-2 max-w-measure text-sm">Its owner can sign in again, and is told by email.</p>
          </div>
        ) : (
          <ActionForm action={suspendAccount} back={back} hiddenInputs={{ accountId: id }}>
            <ActionChoice
              name="reason"
              legend="Why is the account suspended?"
              options={Object.entries(suspensionReasons).map(([value, label]) => ({ value, label }))}
              required
            />
            <Button variant="danger">Suspend account</Button>
            <ul className="list-disc space-y-1 pl-5 text-sm">
              <li>All its sessions end, and nobody can sign in to it.</li>
              <li>Its unanswered invitations are withdrawn, and it is not listed as open. Its profile, claims and messages stay.</li>
              <li>Its owner is told why by email. You can lift it at any time, on this page.</li>
            </ul>
          </ActionForm>
        )}
        {openSessions > 0 && (
          <div>
            <ActionButton action={endAccountSessions} back={back} hiddenInputs={{ accountId: id }} label="End all sessions" />
            <p className="mt-2 max-w-measure text-sm">For a lost device. Its owner can sign in again at once.</p>
          </div>
        )}
        {erasedAt && (
          <div>
            <ActionButton action={cancelAccountErasure} back={back} hiddenInputs={{ accountId: id }} label="Cancel the erasure" />
            <p className="mt-2 max-w-measure text-sm">
              For an erasure that somebody else has requested. Its owner is told, and can request it again.
            </p>
          </div>
        )}
      </div>
    </PasskeyGate>
  );
}
