import type { Metadata } from 'next';
import { EmailForm, OrcidForm } from '#components/accounts/sign-in-forms.tsx';
import { RefusalNotice } from '#components/site/refusal-notice.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { Section } from '#components/ui/section.tsx';
import { viewer } from '#lib/platform/auth/viewer.ts';
import { env } from '#lib/platform/env.ts';
import { safePath } from '#lib/platform/http.ts';
import { refusalOf } from '#lib/portal/refusals.ts';

export const metadata: Metadata = { title: 'Sign in', robots: { index: false, follow: false } };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function SignInPage({ searchParams }: Props) {
  const { problem, minutes, next: wanted } = await searchParams;
  const next = safePath(wanted);
  const actor = await viewer();
  const passkeyFirst = problem === 'passkey_sign_in_needed' || problem === 'passkey_required';
  const withPasskey = (
    <Section id="with-passkey" title="With a passkey">
      <p className="text-sm">
        <a href={`/sign-in/passkey?next=${encodeURIComponent(next)}`}>Sign in with a passkey</a>{' '}
        <span className="text-soft">that you have added to your account. This needs JavaScript.</span>
      </p>
    </Section>
  );
  return (
    <Page>
      <PageHead
        title="Sign in"
        lead="An account lets you follow researchers, claim your own record, and write to people who are open to it."
      />
      {typeof problem === 'string' && (
        <div className="mb-8">
          <RefusalNotice refusal={refusalOf(problem)} back={next} minutes={minutes} />
        </div>
      )}
      {actor && (
        <Section id="signed-in" title={`You are signed in${actor.email ? ` as ${actor.email}` : ''}`}>
          <a href={next}>Go on</a>
        </Section>
      )}
      {passkeyFirst && withPasskey}
      {env().MAIL_SIGN_IN === 'on' && (
        <Section id="by-mail" title="With a link by mail">
          <EmailForm next={next} />
        </Section>
      )}
      {!passkeyFirst && withPasskey}
      {env().ORCID_CLIENT_ID && (
        <Section id="with-orcid" title="With ORCID">
          <p className="mb-3 max-w-measure text-sm text-soft">
            ORCID tells us your iD and your name, and nothing else. With ORCID, a claim to your record can be accepted at once.
          </p>
          <OrcidForm next={next} purpose="sign-in" says="Sign in with ORCID" />
        </Section>
      )}
      <p className="border-line border-t pt-5 text-sm">
        <a href="/sign-in/recover">Lost access to your account?</a> <span className="text-soft">Use your recovery contact</span>
      </p>
    </Page>
  );
}
