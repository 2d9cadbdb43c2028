import { PasskeyGate } from '#components/accounts/security/passkey-gate.tsx';
import { ActionButton } from '#components/site/action-button.tsx';
import { Day } from '#components/ui/day.tsx';
import { formatCount } from '#components/ui/sentence.ts';
import type { PasskeyState } from '#lib/community/accounts/model/account.ts';
import { adminWaitDays } from '#lib/governance/claims/model/claim-brakes.ts';
import { allowWaitingClaim } from '#lib/portal/operations/actions.ts';
import type { UnusualEvents } from '#lib/portal/operations/model/operations.ts';

/** Claims of the last hour and day, and those above the limit of a network or mail domain. */
export function Unusual({ events, passkey }: { events: UnusualEvents; passkey: PasskeyState }) {
  const { claimsInHour, claimsInDay, waitingClaims, hiddenByWeakOwners, correctedByWeakOwners } = events;
  return (
    <>
      <p className="max-w-measure text-sm text-soft">
        {formatCount(claimsInHour, 'claim')} within an hour, {claimsInDay} within a day.{' '}
        {waitingClaims.length === 0
          ? 'None is above the limit of its network or mail domain.'
          : `These are above the limit of their network or mail domain. Without you they are accepted after ${adminWaitDays} days.`}
      </p>
      {waitingClaims.length > 0 && (
        <ul className="mt-3 divide-y divide-line border-line border-y">
          {waitingClaims.map(({ id, at, until, slug, name }) => (
            <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2 py-2.5">
              <p className="min-w-0">
                <a href={`/authors/${slug}`}>{name}</a>{' '}
                <span className="text-soft text-sm">
                  claimed on <Day at={at} narrow />
                  {until && (
                    <>
                      , accepted on <Day at={until} narrow />
                    </>
                  )}
                </span>
              </p>
              <PasskeyGate state={passkey} next="/admin" to="to allow it">
                <ActionButton
                  action={allowWaitingClaim}
                  back="/admin"
                  hiddenInputs={{ claimId: id }}
                  label="End its notice on the usual day"
                />
              </PasskeyGate>
            </li>
          ))}
        </ul>
      )}
      {hiddenByWeakOwners > 0 && (
        <p className="mt-3 max-w-measure text-sm">
          {formatCount(hiddenByWeakOwners, 'profile')} shown less by owners without a strong proof. A strong proof claims them at once.
        </p>
      )}
      {correctedByWeakOwners.length > 0 && (
        <>
          <p className="mt-3 max-w-measure text-sm">Works with corrections that too few authors with a strong proof accepted:</p>
          <ul className="mt-2 list-disc space-y-1 pl-5 text-sm">
            {correctedByWeakOwners.map(({ id, title }) => (
              <li key={id}>
                <a href={`/works/${id}/correct`}>{title ?? 'A work without a title'}</a>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
