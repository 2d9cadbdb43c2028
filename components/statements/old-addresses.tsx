import { ActionButton } from '#components/site/action-button.tsx';
import { ActionForm } from '#components/site/action-form.tsx';
import { Button } from '#components/ui/button.tsx';
import type { OwnRecord } from '#lib/catalog/statements/model/statement.ts';
import { disableOldAddress, enableOldAddress } from '#lib/portal/pages/actions/statements.ts';

/** Earlier addresses of the record, each with the form to disable or enable it. */
export function OldAddresses({ record: { id, slug, addresses } }: { record: OwnRecord }) {
  if (addresses.length === 0)
    return (
      <p className="max-w-measure text-sm text-soft">
        None. When the name of your profile changes, it gets a new address. The old one then redirects to it, and you can disable that here.
      </p>
    );
  return (
    <>
      <p className="mb-4 max-w-measure text-sm text-soft">
        Each of these redirects to your profile. Disable one if your old name should not lead to you. You can enable it again later.
      </p>
      <ul className="max-w-measure">
        {addresses.map((address) => (
          <li key={address.slug} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-line border-t py-2.5">
            <span className="wrap-anywhere">
              /authors/{address.slug}
              {address.isDisabled && <span className="text-soft"> · stopped</span>}
            </span>
            {address.isDisabled ? (
              <ActionButton
                action={enableOldAddress}
                className="text-sm"
                hiddenInputs={{ authorId: id, address: address.slug }}
                label="Enable the address"
                about={` ${address.slug}`}
              />
            ) : (
              <a href={`/me/records/${slug}/stop?address=${encodeURIComponent(address.slug)}`} className="text-sm">
                Disable the address<span className="sr-only"> {address.slug}</span>
              </a>
            )}
          </li>
        ))}
      </ul>
      {addresses.some(({ isDisabled }) => isDisabled) && (
        <p className="mt-4 max-w-measure text-sm text-soft">
          While an address is disabled, other forms of your name stay hidden, whatever you choose under “What is shown”.
        </p>
      )}
    </>
  );
}

/** The effects of disabling an address, and the button that does it. */
export function DisableAddressForm({ record: { id, slug, name }, address }: { record: OwnRecord; address: string }) {
  return (
    <>
      <ul className="mb-6 max-w-measure list-disc space-y-2 pl-5">
        <li>This address and every page and file below it answer “not found”, to you as to everyone. Links elsewhere no longer work.</li>
        <li>The address stays reserved. No other profile gets it.</li>
        <li>
          Only {name} is shown: by the search, in lists and graphs, on the pages of your works, and in their citations. Other forms are
          hidden.
        </li>
        <li>Sources keep what they have published. Search engines and archives may keep copies for a time; ask them to remove these.</li>
        <li>New imports do not change this. It lasts while you own the profile, also while your claim is disputed.</li>
        <li>You can enable the address again at any time in your profile.</li>
      </ul>
      <ActionForm action={disableOldAddress} hiddenInputs={{ authorId: id, address }}>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <Button variant="primary">Disable the address</Button>
          <a href={`/me/records/${slug}/addresses`}>Keep it</a>
        </div>
      </ActionForm>
    </>
  );
}
