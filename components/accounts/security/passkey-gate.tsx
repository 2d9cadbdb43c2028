import type { ReactNode } from 'react';
import type { PasskeyState } from '#lib/community/accounts/model/account.ts';
import { recentSignInMinutes } from '#lib/platform/limits.ts';

interface Props {
  state: PasskeyState;
  /** The page to return to. */
  next: string;
  /** The action that the sign-in permits, such as 'to decide'. */
  to: string;
  children: ReactNode;
}

/** Shows its content after a recent sign-in with a passkey; otherwise a link to sign in. */
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

/** Tells reviewers and admins once on a page what is missing for their actions; empty if nothing is. */
export function MissingPasskeyNotice({ state, next }: Pick<Props, 'state' | 'next'>) {
  if (state === 'fresh') return null;
  return (
    <p className="mb-8 max-w-measure border-line border-y py-3 text-sm">
      You can read this page. Acting on it needs a sign-in with a passkey within the last {recentSignInMinutes} minutes.{' '}
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
