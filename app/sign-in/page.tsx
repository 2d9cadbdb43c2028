import type { Metadata } from 'next';
import { EmailForm, OrcidForm } from '#components/accounts/sign-in-forms.tsx';
import { ContinueAs } from '#components/demo/continue-as.tsx';
import { RefusalNotice } from '#components/site/refusal-notice.tsx';
import { ButtonLink } from '#components/ui/button.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { Section } from '#components/ui/section.tsx';
import { viewer } from '#lib/platform/auth/viewer.ts';
import { env } from '#lib/platform/env.ts';
import { safePath } from '#lib/platform/http/safe-path.ts';
import { isDemoShown } from '#lib/portal/demo/loaders.ts';
import { refusalOf } from '#lib/portal/refusals.ts';
import type { QueryProps } from '../page-props.ts';
import { loadIntent } from './load-intent.ts';

export const metadata: Metadata = { title: 'Sign in', robots: { index: false, follow: false } };

export default async function SignInPage({ searchParams }: QueryProps) {
  const query = await searchParams;
  const { problem, minutes } = query;
  const next = safePath(query.next);
  const actor = await viewer();
  const { intent, message } = await loadIntent(query, next);
  const { MAIL_SIGN_IN, ORCID_CLIENT_ID } = env();
  const passkeyFirst = problem === 'passkey_sign_in_needed' || problem === 'passkey_required';
  const passkeySection = (
    <Section id="with-passkey" title="With a passkey">
      <ButtonLink href={`/sign-in/passkey?${new URLSearchParams({ next, ...intent })}`}>Sign in with a passkey</ButtonLink>
    </Section>
  );
  return (
    <Page width="page">
      <div className="grid grid-cols-1 gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,34rem)_minmax(0,1fr)]">
        <div>
          <PageHead title="Sign in" lead="New here? The same form creates your account." />
          {typeof problem === 'string' && <Problem code={problem} next={next} minutes={minutes} />}
          {message && (
            <div className="mb-8">
              <Notice title={message} />
            </div>
          )}
          {actor && (
            <Section id="signed-in" title={`You are signed in${actor.email ? ` as ${actor.email}` : ''}`}>
              <a href={next}>Continue</a>
            </Section>
          )}
          {passkeyFirst && passkeySection}
          {MAIL_SIGN_IN === 'on' && (
            <Section id="by-mail" title="With a link by email">
              <EmailForm
                next={next}
                intent={intent}
                error={problem === 'bad_address' ? 'Enter an address such as name@university.edu.' : undefined}
              />
            </Section>
          )}
          {!passkeyFirst && passkeySection}
          {ORCID_CLIENT_ID && (
            <Section id="with-orcid" title="With ORCID">
              <OrcidForm next={next} purpose="sign-in" label="Sign in with ORCID" intent={intent} />
              <p className="mt-2 max-w-measure text-sm text-soft">
                ORCID shares your iD and your name, and nothing else. With it, a claim can be accepted at once.
              </p>
            </Section>
          )}
          <p className="border-line border-t pt-5 text-sm">
            <a href="/sign-in/recover">Lost access to your account?</a> <span className="text-soft">Use your recovery contact.</span>
          </p>
        </div>
        <div className="space-y-10 lg:pt-4">
          {(await isDemoShown()) && <ContinueAs next={next} intent={intent} />}
          <Benefits />
        </div>
      </div>
    </Page>
  );
}

interface ProblemProps {
  code: string;
  next: string;
  minutes: string | string[] | undefined;
}

/** The error of a sign-in. A page that needs an account is not an error, and is shown as a plain message. */
function Problem({ code, next, minutes }: ProblemProps) {
  const refusal = refusalOf(code);
  return (
    <div className="mb-8">
      {code === 'not_signed_in' ? (
        <Notice title={next.startsWith('/sign-in/address') ? refusalOf('address_to_confirm').title : refusal.title} />
      ) : (
        <RefusalNotice refusal={refusal} back={next} minutes={minutes} />
      )}
    </div>
  );
}

const benefits = [
  ['people', 'Follow people, topics and venues', 'New works arrive in your feed, or in a digest by email.'],
  ['shield', 'Claim your profile', 'Add your affiliation, and confirm your works.'],
  ['chat', 'Invite and be invited', 'Nobody can write to you before you accept.'],
] as const;

const Benefits = () => (
  <section aria-labelledby="benefits" className="rounded-card bg-raised p-6 sm:p-8">
    <h2 id="benefits" className="mb-4 font-semibold">
      With an account you can
    </h2>
    <ul className="space-y-5">
      {benefits.map(([icon, title, text]) => (
        <li key={title} className="flex items-start gap-3.5">
          <span className="flex rounded-md border border-line bg-card p-2 text-lg">
            <Icon name={icon} />
          </span>
          <div>
            <p className="font-medium">{title}</p>
            <p className="text-sm text-soft">{text}</p>
          </div>
        </li>
      ))}
    </ul>
    <p className="mt-6 text-sm text-soft">
      Reading needs no account. <a href="/authors">Browse people</a>
    </p>
  </section>
);
