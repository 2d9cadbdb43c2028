import { ActionForm } from '#components/site/action-form.tsx';
import { Button } from '#components/ui/button.tsx';
import type { OwnRecord } from '#lib/catalog/statements/model/statement.ts';
import { startOldAddress, stopOldAddress } from '#lib/portal/pages/actions/statements.ts';

/** Addresses that the record had under other names, each with the step that stops it or starts it again. */
export function OldAddresses({ record: { id, slug, addresses } }: { record: OwnRecord }) {
  if (addresses.length === 0)
    return (
      <p className="max-w-measure text-sm text-soft">
        None. When the name of your record changes, it gets a new address. The old one then leads to it, and you can stop that here.
      </p>
    );
  return (
    <>
      <p className="mb-4 max-w-measure text-sm text-soft">
        Each of these leads to your record. Stop one if nothing public should lead from an old name to you. You can start it again later.
      </p>
      <ul className="max-w-measure">
        {addresses.map((old) => (
          <li key={old.slug} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-line border-t py-2.5">
            <span className="wrap-anywhere">
              /authors/{old.slug}
              {old.stopped && <span className="text-soft"> · stopped</span>}
            </span>
            {old.stopped ? (
              <ActionForm action={startOldAddress} className="text-sm">
                <input type="hidden" name="authorId" value={id} />
                <input type="hidden" name="address" value={old.slug} />
                <Button>
                  Start the address again<span className="sr-only"> {old.slug}</span>
                </Button>
              </ActionForm>
            ) : (
              <a href={`/me/records/${slug}/stop?address=${encodeURIComponent(old.slug)}`} className="text-sm">
                Stop the old address<span className="sr-only"> {old.slug}</span>
              </a>
            )}
          </li>
        ))}
      </ul>
      {addresses.some(({ stopped }) => stopped) && (
        <p className="mt-4 max-w-measure text-sm text-soft">
          While an address is stopped, other spellings of your name stay hidden, whatever is ticked under “What is shown”.
        </p>
      )}
    </>
  );
}

/** What stopping an address does, and the button that does it. */
export function StopAddress({ record: { id, slug, name }, address }: { record: OwnRecord; address: string }) {
  return (
    <>
      <ul className="mb-6 max-w-measure list-disc space-y-2 pl-5">
        <li>This address and every page and file below it answer “not found”, to you as to everybody. Links elsewhere end there.</li>
        <li>The address stays reserved. No other record gets it.</li>
        <li>
          Only {name} is shown: by the search, in lists and graphs, on the pages of your works, and in their citations. Other spellings are
          hidden.
        </li>
        <li>Sources keep what they print. Search engines and archives may keep copies for a time. Ask them to remove these.</li>
        <li>A new import changes nothing of this. It lasts while you own the record, also while your claim is in doubt.</li>
        <li>You can start the address again at any time on the page of your record.</li>
      </ul>
      <ActionForm action={stopOldAddress}>
        <input type="hidden" name="authorId" value={id} />
        <input type="hidden" name="address" value={address} />
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <Button look="primary">Stop the old address</Button>
          <a href={`/me/records/${slug}#addresses`}>Keep it</a>
        </div>
      </ActionForm>
    </>
  );
}
