import type { ReactNode } from 'react';
import type { PasskeyState } from '#lib/community/accounts/model/account.ts';

interface Props {
  state: PasskeyState;
  /** The page to come back to. */
  next: string;
  /** What can be done after the sign-in, such as 'to decide'. */
  to: string;
  children: ReactNode;
}

/** What needs a recent sign-in with a passkey; while that is missing, a link to it. */
export function PasskeyGate({ state, next, to, children }: Props) {
  if (state === 'fresh') return children;
  if (state === 'add')
    return (
      <p className="text-sm">
        <a href="/me/security#passkeys">Add a passkey {to}</a>
      </p>
    );
  return (
    <p className="text-sm">
      <a href={`/sign-in?problem=passkey_sign_in_needed&next=${encodeURIComponent(next)}`}>Sign in with your passkey {to}</a>
    </p>
  );
}

/** Says once on a page of those who decide or administer what is missing for an act; nothing where nothing is. */
export function PasskeyMissing({ state, next }: Pick<Props, 'state' | 'next'>) {
  if (state === 'fresh') return null;
  return (
    <p className="mb-8 max-w-measure border-line border-y py-3 text-sm">
      You can read this page. Acting on it needs a sign-in with a passkey within the last 30 minutes.{' '}
      {state === 'add' ? (
        <>
          Your account has no passkey yet. <a href="/me/security#passkeys">Add a passkey</a>, then sign in with it.
        </>
      ) : (
        <a href={`/sign-in?problem=passkey_sign_in_needed&next=${encodeURIComponent(next)}`}>Sign in with your passkey</a>
      )}
    </p>
  );
}
