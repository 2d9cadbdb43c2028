import type { Metadata } from 'next';
import { SignInWithPasskey } from '#components/accounts/security/passkey-buttons.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { safePath } from '#lib/platform/http/safe-path.ts';
import { refusals } from '#lib/portal/refusals.ts';
import type { QueryProps } from '../../page-props.ts';
import { loadIntent } from '../load-intent.ts';

export const metadata: Metadata = { title: 'Sign in with a passkey', robots: { index: false, follow: false } };

export default async function PasskeyPage({ searchParams }: QueryProps) {
  const query = await searchParams;
  const next = safePath(query.next);
  const { intent, message } = await loadIntent(query, next);
  const otherMethodsPath = `/sign-in?${new URLSearchParams({ next, ...intent })}`;
  return (
    <Page>
      <PageHead
        title="Sign in with a passkey"
        lead="Your device asks for your fingerprint, face or PIN. This needs JavaScript and a passkey on your account."
      />
      {message && (
        <div className="mb-8">
          <Notice title={message} />
        </div>
      )}
      <SignInWithPasskey next={next} intent={intent} failed={refusals.passkey_refused} />
      <p className="mt-8 text-sm">
        <a href={otherMethodsPath}>Other sign-in methods</a>
      </p>
    </Page>
  );
}
