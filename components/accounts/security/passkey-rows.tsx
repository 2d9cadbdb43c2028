import { ActionField, ActionForm } from '#components/site/action-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { Day } from '#components/ui/day.tsx';
import { Disclosure } from '#components/ui/disclosure.tsx';
import type { PasskeyView } from '#lib/community/accounts/model/account.ts';
import { removePasskey, renamePasskeyAction } from '#lib/portal/me/actions.ts';

/** The passkeys of the account, with name, age and the button to remove each. */
export function PasskeyRows({ passkeys }: { passkeys: readonly PasskeyView[] }) {
  if (passkeys.length === 0) return <p className="mb-4 text-sm text-soft">None yet.</p>;
  return (
    <ul className="mb-6 divide-y divide-line border-line border-y">
      {passkeys.map(({ id, name, backedUp, createdAt, usedAt }) => (
        <li key={id} className="space-y-2 py-3">
          <p>
            <b className="font-semibold">{name}</b>{' '}
            <span className="text-sm text-soft">
              added on <Day at={createdAt} />,{' '}
              {usedAt ? (
                <>
                  last used on <Day at={usedAt} />
                </>
              ) : (
                'not used yet'
              )}
              {backedUp ? '; synced to your other devices' : '; stored on one device'}
            </span>
          </p>
          <div className="flex flex-wrap gap-x-8 gap-y-2">
            <Disclosure summary={<>Rename {name}</>}>
              <ActionForm action={renamePasskeyAction} className="space-y-3" hiddenInputs={{ passkeyId: id }}>
                <ActionField name="name" id={`name-${id}`} label="New name" defaultValue={name} required maxLength={60} />
                <Button>Save the name</Button>
              </ActionForm>
            </Disclosure>
            <Disclosure summary={<>Remove {name}</>}>
              <ActionForm action={removePasskey} back="/me/security" className="space-y-3" hiddenInputs={{ passkeyId: id }}>
                <p className="max-w-measure">
                  It stops working, and all other sessions opened with a passkey end. You cannot restore it, but you can add a new one.
                </p>
                <Button variant="danger">Remove it</Button>
              </ActionForm>
            </Disclosure>
          </div>
        </li>
      ))}
    </ul>
  );
}
