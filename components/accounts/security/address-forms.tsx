import type { ReactNode } from 'react';
import { ActionButton } from '#components/site/action-button.tsx';
import { ActionField, ActionForm } from '#components/site/action-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { Day } from '#components/ui/day.tsx';
import { Disclosure } from '#components/ui/disclosure.tsx';
import { LocalTime } from '#components/ui/local-time.tsx';
import { Notice } from '#components/ui/notice.tsx';
import type { AddressPurpose, SecurityView } from '#lib/community/accounts/model/account.ts';
import { addressWaitHours, recoveryWaitHours } from '#lib/community/limits.ts';
import { addAddress, cancelAddressChangeAction, cancelRecoveryAction, removeRecoveryContactAction } from '#lib/portal/me/actions.ts';

interface Props {
  security: SecurityView;
  /** Shown instead of a form if the sign-in is not recent. */
  signInAgain: ReactNode;
}

/** The email address for signing in with the form to change it, or the form to add one. */
export function SignInAddress({ security, signInAgain }: Props) {
  if (security.email)
    return (
      <div className="space-y-4">
        <p>{security.email}</p>
        <PendingChange security={security} />
        <SentLinkNotice security={security} purpose="email" />
        {security.isRecentSignIn ? (
          <AddressForm purpose="email" label="New email address" submitLabel="Send a link to the new address" />
        ) : (
          signInAgain
        )}
        <Disclosure summary={`A change waits ${addressWaitHours} hours`}>
          <p className="max-w-measure">
            When you have opened the link, this address and your recovery contact are notified, and you can stop the change. Then you sign
            in with the new address, and your other sessions end. Proofs of your profile by email stay until they expire.
          </p>
        </Disclosure>
      </div>
    );
  return (
    <div className="space-y-4">
      <p className="max-w-measure text-sm">
        The account signs in with ORCID only. Add an address to sign in by email and receive security notifications. On the first day of an
        account it counts at once, and later after {addressWaitHours} hours, in which you can stop it.
      </p>
      <PendingChange security={security} />
      <SentLinkNotice security={security} purpose="email" />
      {security.isRecentSignIn ? <AddressForm purpose="email" label="Email address" submitLabel="Send a link there" /> : signInAgain}
    </div>
  );
}

function PendingChange({ security: { email, pendingChange } }: Pick<Props, 'security'>) {
  if (!pendingChange) return null;
  return (
    <Notice kind="warn" title={`Your address changes to ${pendingChange.address}`}>
      <p>
        You sign in with it from <LocalTime at={pendingChange.opensAt} />, and {email ? `with ${email}` : 'as before'} until then. If it was
        not you, stop it and <a href="#sessions">end the sessions that you do not recognise</a>.
      </p>
      <ActionButton action={cancelAddressChangeAction} variant="danger" label="Stop the change" />
    </Notice>
  );
}

/** The recovery contact, for when all other sign-in methods are lost. */
export function RecoveryContact({ security, signInAgain }: Props) {
  const { recovery, pendingRecovery, isRecentSignIn } = security;
  return (
    <div className="space-y-4">
      {pendingRecovery && (
        <Notice kind="warn" title="Account recovery was requested with your recovery contact">
          <p>
            Unless you stop it, they can sign in on <LocalTime at={pendingRecovery.opensAt} />. If it was not you, stop it and change your
            recovery contact.
          </p>
          <ActionButton action={cancelRecoveryAction} variant="danger" label="Stop it" />
        </Notice>
      )}
      <p className="max-w-measure text-sm text-soft">
        A second address, at another provider, to sign in {recoveryWaitHours} hours after you lose access. Your first address is notified.
      </p>
      {recovery && (
        <div className="space-y-2">
          <p>
            {recovery.email}{' '}
            <span className="text-sm text-soft">
              confirmed on <Day at={recovery.confirmedAt} />
            </span>
          </p>
          {isRecentSignIn && (
            <Disclosure summary="Remove the recovery contact">
              <ActionForm action={removeRecoveryContactAction} className="space-y-3">
                <p className="max-w-measure">
                  Without it, nobody can restore your access if you lose all sign-in methods. It is notified, and can still begin a recovery
                  for {recoveryWaitHours} hours, so that a thief cannot remove it unnoticed.
                </p>
                <Button variant="danger">Remove it</Button>
              </ActionForm>
            </Disclosure>
          )}
        </div>
      )}
      <SentLinkNotice security={security} purpose="recovery" />
      {isRecentSignIn ? (
        <AddressForm
          purpose="recovery"
          label={recovery ? 'Another recovery address' : 'Recovery address'}
          submitLabel="Send a link there"
        />
      ) : (
        signInAgain
      )}
    </div>
  );
}

function SentLinkNotice({ security, purpose }: { security: SecurityView; purpose: AddressPurpose }) {
  const pending = security.waiting.find((each) => each.purpose === purpose);
  if (!pending) return null;
  return (
    <Notice title={`A link is on its way to ${pending.address}`}>
      <p>Open it in this browser within an hour. Until then nothing has changed.</p>
    </Notice>
  );
}

function AddressForm({ purpose, label, submitLabel }: { purpose: AddressPurpose; label: string; submitLabel: string }) {
  return (
    <ActionForm action={addAddress} className="space-y-3" back="/me/security" hiddenInputs={{ purpose }}>
      <ActionField name="address" id={`address-${purpose}`} label={label} type="email" autoComplete="email" required maxLength={254} />
      <Button>{submitLabel}</Button>
    </ActionForm>
  );
}
