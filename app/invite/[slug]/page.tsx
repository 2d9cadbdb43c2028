import type { Metadata } from 'next';
import { InvitationTerms, needsSignIn, UnmetConditions } from '#components/invitations/conditions.tsx';
import { InCommon } from '#components/invitations/in-common.tsx';
import { InviteForm } from '#components/invitations/invite-form.tsx';
import { openGraphOf } from '#components/site/open-graph.ts';
import { UnsentText } from '#components/site/unsent-text.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { Section } from '#components/ui/section.tsx';
import { formatCount } from '#components/ui/sentence.ts';
import { loadInvitePage } from '#lib/community/invitations/loaders.ts';
import { quotaDays } from '#lib/community/invitations/model/invitation-policy.ts';
import { inWords } from '#lib/platform/limits.ts';
import { found } from '../../found.ts';
import type { PathProps } from '../../page-props.ts';

const loadInvitable = async ({ params }: PathProps<'slug'>) =>
  found(await loadInvitePage((await params).slug), (slug) => `/invite/${slug}`);

export async function generateMetadata(props: PathProps<'slug'>): Promise<Metadata> {
  const { author } = await loadInvitable(props);
  const title = `Invite ${author.name}`;
  return {
    title,
    description: `An invitation to ${author.name} is one message. A conversation starts only if they accept.`,
    openGraph: openGraphOf(title, `/invite/${author.slug}`, 'website', `/authors/${author.slug}/card.png`),
    robots: { index: false, follow: false },
  };
}

export default async function InviteAuthorPage(props: PathProps<'slug'>) {
  const { author, refusals, conditions, senderStatus, pending, records, context, works } = await loadInvitable(props);
  const back = `/invite/${author.slug}`;
  const canInvite = conditions !== null && refusals.theirs.length + refusals.yours.length === 0;
  return (
    <Page width="page">
      <PageHead
        eyebrow={<a href={`/authors/${author.slug}`}>Back to the profile</a>}
        title={`Invite ${author.name}`}
        lead="An invitation is one message to a person who is open to invitations. A conversation starts only if they accept."
      />
      <div className="grid grid-cols-1 gap-x-16 lg:grid-cols-[minmax(0,42rem)_minmax(22rem,1fr)]">
        {canInvite ? (
          <Section id="write" title="Write">
            <InviteForm recipient={{ ...author, purposes: conditions.purposes }} records={records} works={works} back={back} />
          </Section>
        ) : (
          <Section id="conditions" title={needsSignIn(refusals) ? 'Sign in first' : 'You cannot invite them yet'}>
            {needsSignIn(refusals) && <UnsentText back={back} />}
            <UnmetConditions refusals={refusals} pending={pending} back={back} />
          </Section>
        )}
        <div>
          {conditions && (
            <Section id="terms" title={`About ${author.name}`}>
              {conditions.note && <p className="mb-3 max-w-measure font-serif">They say: “{conditions.note}”</p>}
              <InvitationTerms conditions={conditions} />
              {senderStatus && (
                <p className="mt-2 text-sm text-soft">
                  You have sent {senderStatus.sentThisWeek} of {formatCount(senderStatus.quota, 'invitation')} in {inWords(quotaDays)} days.
                </p>
              )}
            </Section>
          )}
          {context && (
            <Section id="in-common" title="What you have in common">
              <InCommon context={context} name={author.name} />
            </Section>
          )}
        </div>
      </div>
    </Page>
  );
}
