import { ActionButton } from '#components/site/action-button.tsx';
import { Day } from '#components/ui/day.tsx';
import type { SessionView } from '#lib/community/accounts/model/account.ts';
import { endSession, endSessions } from '#lib/portal/me/actions.ts';

const signInMethods: Record<string, string> = {
  email: 'with a link by email',
  orcid: 'with ORCID',
  passkey: 'with a passkey',
  recovery: 'with the recovery contact',
};

/** The sessions of the account, the current browser first. */
export function SessionRows({ sessions }: { sessions: readonly SessionView[] }) {
  const otherSessions = sessions.filter(({ current }) => !current);
  return (
    <>
      <ul className="mb-5 divide-y divide-line border-line border-y">
        {[...sessions.filter(({ current }) => current), ...otherSessions].map(({ id, device, by, since, seenAt, endsAt, current }) => (
          <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2 py-3">
            <p>
              <b className="font-semibold">{device}</b>
              {current && <span className="text-accent text-sm"> this session</span>}
              <span className="block text-sm text-soft">
                {by ? `Signed in ${signInMethods[by] ?? ''} ` : 'Signed in '}
                {since && (
                  <>
                    on <Day at={since} />
                  </>
                )}
                {seenAt && (
                  <>
                    , last seen on <Day at={seenAt} />
                  </>
                )}
                . It ends on <Day at={endsAt} /> if it is not used before.
              </span>
            </p>
            {!current && <ActionButton action={endSession} hiddenInputs={{ sessionId: id }} label="End it" about={`: ${device}`} />}
          </li>
        ))}
      </ul>
      {otherSessions.length > 0 && <ActionButton action={endSessions} variant="danger" label="End all other sessions" />}
    </>
  );
}
