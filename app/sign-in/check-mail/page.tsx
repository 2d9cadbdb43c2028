import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { CodeForm } from '#components/accounts/sign-in-forms.tsx';
import { RefusalNotice } from '#components/site/refusal-notice.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { signInLinkMinutes } from '#lib/platform/auth/sign-in-link.ts';
import { pendingSignIn, viewer } from '#lib/platform/auth/viewer.ts';
import { safePath } from '#lib/platform/http/safe-path.ts';
import { isOutboxOpen } from '#lib/platform/mail/loaders.ts';
import { refusalOf } from '#lib/portal/refusals.ts';
import type { QueryProps } from '../../page-props.ts';

export const metadata: Metadata = { title: 'Check your email', robots: { index: false, follow: false } };

export default async function CheckMailPage({ searchParams }: QueryProps) {
  const pending = await pendingSignIn();
  const { problem, minutes, next: requestedNext } = await searchParams;
  const next = safePath(pending?.next ?? requestedNext);
  const retryPath = `/sign-in?next=${encodeURIComponent(next)}`;
  // A form that was sent twice has signed in the first time.
  if (!pending) redirect((await viewer()) ? next : `${retryPath}&problem=link_expired`);
  return (
    <Page>
      <PageHead
        title="Check your email"
        lead={
          <>
            A link is on its way to <strong className="font-semibold text-ink">{pending.email}</strong>. Open it in this browser; it works
            once, for {signInLinkMinutes} minutes.
          </>
        }
      />
      {typeof problem === 'string' && (
        <div className="mb-8">
          <RefusalNotice refusal={refusalOf(problem)} back={next} minutes={minutes} />
        </div>
      )}
      <p className="mb-4 max-w-measure">Is the email on another device? Type its code here.</p>
      <CodeForm next={next} error={typeof problem === 'string' ? refusalOf(problem).detail : undefined} />
      <ul className="mt-10 space-y-1 text-sm">
        {(await isOutboxOpen()) && (
          <li>
            This instance does not send email yet: <a href="/outbox">read it in the outbox</a>.
          </li>
        )}
        <li>
          No email after a minute? Check your spam folder, or <a href={retryPath}>ask again</a>.
        </li>
      </ul>
    </Page>
  );
}
