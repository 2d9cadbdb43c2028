import type { Metadata } from 'next';
import { CodeForm } from '#components/accounts/sign-in-forms.tsx';
import { RefusalNotice } from '#components/site/refusal-notice.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { pendingSignIn, viewer } from '#lib/platform/auth/viewer.ts';
import { safePath } from '#lib/platform/http/safe-path.ts';
import { formatCode } from '#lib/platform/mail/messages.ts';
import { refusals } from '#lib/portal/refusals.ts';
import type { QueryProps } from '../../page-props.ts';

export const metadata: Metadata = { title: 'Sign in', robots: { index: false, follow: false } };

/** The target of an emailed sign-in link. Opening it does not use the link, because mail scanners open links too. */
export default async function ConfirmPage({ searchParams }: QueryProps) {
  const { code } = await searchParams;
  const pending = await pendingSignIn();
  if (typeof code !== 'string' || !/^[0-9a-z]{8}$/.test(code))
    return (
      <Page>
        <PageHead title="Sign in" />
        <RefusalNotice refusal={refusals.wrong_code} back={pending ? safePath(pending.next) : undefined} />
      </Page>
    );
  if (pending)
    return (
      <Page>
        <PageHead
          title="Sign in"
          lead={
            <>
              You sign in as <strong className="font-semibold text-ink">{pending.email}</strong>, in this browser.
            </>
          }
        />
        <CodeForm code={code} next={safePath(pending.next)} />
      </Page>
    );
  const isSignedIn = (await viewer()) !== null;
  return (
    <Page>
      <PageHead
        title={isSignedIn ? 'You are signed in already' : 'Continue in the other browser'}
        lead="This link was requested in another browser, or has been used, so it does not sign you in here."
      />
      <p className="max-w-measure">If you asked for it in another browser, go back there and type this code:</p>
      <p className="my-5 font-mono font-semibold text-2xl tracking-widest">{formatCode(code)}</p>
      <p className="max-w-measure text-sm text-soft">
        If you did not ask for it, close this page and do not share the code. Do you want to sign in here instead?{' '}
        <a href="/sign-in">Ask for a new link</a>.
      </p>
    </Page>
  );
}
