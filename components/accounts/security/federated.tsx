import type { ReactNode } from 'react';
import { FederatedForms } from '#components/accounts/sign-in-forms.tsx';
import { ActionButton } from '#components/site/action-button.tsx';
import { Day } from '#components/ui/day.tsx';
import { assuredMonths } from '#lib/catalog/trust/model/points.ts';
import type { SecurityView } from '#lib/community/accounts/model/account.ts';
import { proofRules } from '#lib/governance/claims/model/proof-methods.ts';
import { disconnectFederatedLogin } from '#lib/portal/me/actions.ts';

interface Props {
  security: SecurityView;
  /** Shown instead of the buttons if the sign-in is not recent. */
  signInAgain: ReactNode;
}

/** Federated logins: those connected to the account, and those available. */
export function FederatedLogins({ security: { federated, isRecentSignIn }, signInAgain }: Props) {
  if (federated.length === 0)
    return <p className="max-w-measure text-sm text-soft">No institution’s login is connected to this instance.</p>;
  const connected = federated.filter(({ linkedAt }) => linkedAt !== null);
  return (
    <div className="space-y-4">
      <p className="max-w-measure text-sm text-soft">
        Your institution tells us that you belong to it, and how well it has checked who you are. For your profiles it proves where you
        work, for {proofRules.federated.months} months, and who you are, for {assuredMonths} months. You do not sign in here with it, so you
        keep your account when you leave the institution.
      </p>
      {connected.length > 0 && (
        <ul className="max-w-text text-sm">
          {connected.map(({ id, name, linkedAt }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-5 gap-y-2 border-line border-t py-3 first:border-t-0 first:pt-0">
              <p>
                {name}
                {linkedAt && (
                  <span className="text-soft">
                    {' '}
                    confirmed you on <Day at={linkedAt} />
                  </span>
                )}
              </p>
              <ActionButton action={disconnectFederatedLogin} hiddenInputs={{ login: id }} variant="quiet" label={`Disconnect ${name}`} />
            </li>
          ))}
        </ul>
      )}
      {isRecentSignIn ? <FederatedForms organisations={federated} next="/me/security" /> : signInAgain}
    </div>
  );
}
