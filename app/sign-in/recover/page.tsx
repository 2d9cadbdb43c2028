import type { Metadata } from 'next';
import { RefusalNotice } from '#components/site/refusal-notice.tsx';
import { Button } from '#components/ui/button.tsx';
import { Field, initialFocus } from '#components/ui/field.tsx';
import { LocalTime } from '#components/ui/local-time.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { recoveryWaitHours } from '#lib/community/limits.ts';
import { refusalOf } from '#lib/portal/refusals.ts';
import type { QueryProps } from '../../page-props.ts';

export const metadata: Metadata = { title: 'Account recovery', robots: { index: false, follow: false } };

const textOf = (value: string | string[] | undefined): string => (typeof value === 'string' ? value : '');

export default async function RecoverPage({ searchParams }: QueryProps) {
  const query = await searchParams;
  return (
    <Page>
      <PageHead
        eyebrow={<a href="/sign-in">Sign in</a>}
        title="Account recovery"
        lead={`For accounts with a confirmed recovery contact. It takes ${recoveryWaitHours} hours. The account is notified and can stop it.`}
      />
      {textOf(query.problem) && (
        <div className="mb-8">
          <RefusalNotice refusal={refusalOf(textOf(query.problem))} />
        </div>
      )}
      <RecoveryStep
        begin={textOf(query.begin)}
        enter={textOf(query.enter)}
        opens={new Date(textOf(query.opens))}
        sent={textOf(query.sent) !== ''}
        error={textOf(query.problem) ? refusalOf(textOf(query.problem)).detail : undefined}
      />
    </Page>
  );
}

interface StepProps {
  begin: string;
  enter: string;
  opens: Date;
  sent: boolean;
  /** Why the last request was refused: read with the field, which has the focus. */
  error: string | undefined;
}

function RecoveryStep({ begin, enter, opens, sent, error }: StepProps) {
  if (begin) return <TokenForm action="/api/auth/recover/begin" token={begin} label="Start recovery" />;
  if (enter) return <TokenForm action="/api/auth/recover/enter" token={enter} label="Sign in" />;
  if (!Number.isNaN(opens.getTime()))
    return (
      <Notice kind="success" title="Recovery has started">
        <p>
          On <LocalTime at={opens} /> a link that signs you in goes to the recovery contact. The account is notified now.
        </p>
      </Notice>
    );
  if (sent)
    return (
      <Notice kind="success" title="Check the email of your recovery contact">
        <p>
          If there is an account of this address or iD, and it has a confirmed recovery contact, a link is on its way there. It works for a
          day, like any sent within the last day.
        </p>
      </Notice>
    );
  return (
    <form method="post" action="/api/auth/recover/ask" className="space-y-4">
      <Field
        name="account"
        label="The email address or ORCID iD of your account"
        hint="The one you signed in with, not the recovery contact."
        error={error}
        {...(error && initialFocus)}
        required
        maxLength={254}
      />
      <Button variant="primary">Send a link to the recovery contact</Button>
    </form>
  );
}

function TokenForm({ action, token, label }: { action: string; token: string; label: string }) {
  return (
    <form method="post" action={action}>
      <input type="hidden" name="token" value={token} />
      <Button variant="primary">{label}</Button>
    </form>
  );
}
