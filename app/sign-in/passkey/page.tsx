import type { Metadata } from 'next';
import { SignInWithPasskey } from '#components/accounts/security/passkey-buttons.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { loadFollowIntent } from '#lib/community/follows/loaders.ts';
import { safePath } from '#lib/platform/http.ts';
import { refusals } from '#lib/portal/refusals.ts';

export const metadata: Metadata = { title: 'Sign in with a passkey', robots: { index: false, follow: false } };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function PasskeyPage({ searchParams }: Props) {
  const { next: wanted, follow } = await searchParams;
  const next = safePath(wanted);
  const intent = await loadFollowIntent(follow, next);
  const others = `/sign-in?${new URLSearchParams({ next, ...(intent && { follow: intent.id }) })}`;
  return (
    <Page>
      <PageHead
        title="Sign in with a passkey"
        lead="Your device asks for your fingerprint, face or PIN. This needs JavaScript and a passkey on your account."
      />
      {intent && (
        <div className="mb-8">
          <Notice title={`After you sign in you will follow ${intent.name}`} />
        </div>
      )}
      <SignInWithPasskey next={next} follow={intent?.id} failed={refusals.passkey_refused} />
      <p className="mt-8 text-sm">
        <a href={others}>Other sign-in methods</a>
      </p>
    </Page>
  );
}
