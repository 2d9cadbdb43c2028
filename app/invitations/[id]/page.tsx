import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { AnswerForms, BoundaryForms, WithdrawForm } from '#components/invitations/answer-forms.tsx';
import { InCommon } from '#components/invitations/in-common.tsx';
import { nameInSentence, stateLabels } from '#components/invitations/invitation-labels.ts';
import { MessageText } from '#components/invitations/message-text.tsx';
import { Proposal } from '#components/invitations/proposal.tsx';
import { WorkRefs } from '#components/invitations/work-refs.tsx';
import { LostRefusal } from '#components/site/lost-refusal.tsx';
import { Confirmation } from '#components/ui/confirmation.tsx';
import { Day } from '#components/ui/day.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { Section } from '#components/ui/section.tsx';
import { Formula } from '#components/works/math.tsx';
import { loadInvitation } from '#lib/community/invitations/loaders.ts';
import { type InvitationView, isInvitationOpen } from '#lib/community/invitations/model/invitation.ts';
import { declineCooldownEnd } from '#lib/community/invitations/model/invitation-policy.ts';
import { declineReasons, purposes } from '#lib/community/invitations/model/purposes.ts';
import { askToSignIn } from '../../ask-to-sign-in.tsx';

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<{ done?: string | string[] }>;
}

export const metadata: Metadata = { title: 'Invitation', robots: { index: false, follow: false } };

export default async function InvitationPage({ params, searchParams }: Props) {
  const [{ id }, { done }] = await Promise.all([params, searchParams]);
  const invitation = await loadInvitation(id);
  if (invitation === 'sign-in') return askToSignIn(`/invitations/${id}`);
  if (!invitation) notFound();
  const received = invitation.role === 'recipient';
  const other = received ? invitation.from : invitation.to;
  // Only titles that match the state of this invitation.
  const titles = received
    ? { ...(invitation.state === 'declined' && { declined: 'The invitation is declined' }) }
    : {
        ...(isInvitationOpen(invitation.state) && { sent: 'Your invitation is sent' }),
        ...(invitation.state === 'withdrawn' && { withdrawn: 'Your invitation is withdrawn' }),
      };
  return (
    <Page>
      <PageHead
        eyebrow={<a href="/me/network#invitations">Your invitations</a>}
        title={received ? `${other.name} invites you` : `Your invitation to ${nameInSentence(other.name)}`}
        lead={`It is about ${purposes[invitation.purpose]}.`}
      />
      <Confirmation done={done} titles={titles} />
      {!isInvitationOpen(invitation.state) && <LostRefusal codes={['invitation_closed']} />}
      {(invitation.expectedTime || invitation.link) && <Proposal expectedTime={invitation.expectedTime} link={invitation.link} />}
      <blockquote className="mb-6 max-w-text border-line border-l-2 pl-5">
        <MessageText text={invitation.text} formula={Formula} />
        <WorkRefs works={invitation.works} title={received ? 'Works they refer to' : 'Works you refer to'} />
      </blockquote>
      <p className="mb-8 text-sm text-soft">
        {other.slug && (
          <>
            <a href={`/authors/${other.slug}`}>The profile of {other.name}</a>.{' '}
          </>
        )}
        Sent on <Day at={invitation.sentAt} />.
      </p>
      {invitation.context && (
        <Section id="in-common" title="What you have in common">
          <InCommon context={invitation.context} name={other.name} />
        </Section>
      )}
      <Section id="stands" title="Status">
        <InvitationStatus invitation={invitation} received={received} />
      </Section>
      {isInvitationOpen(invitation.state) && (
        <Section id="answer" title={received ? 'Your answer' : 'Changed your mind?'}>
          {received ? <AnswerForms invitationId={invitation.id} name={other.name} /> : <WithdrawForm invitationId={invitation.id} />}
        </Section>
      )}
      {!invitation.erased && (
        <Section id="boundaries" title={`You and ${other.name}`}>
          <BoundaryForms {...invitation} invitationId={invitation.id} />
        </Section>
      )}
    </Page>
  );
}

function InvitationStatus({ invitation, received }: { invitation: InvitationView; received: boolean }) {
  const { state, decidedAt, expiresAt, declineReason, threadId } = invitation;
  if (isInvitationOpen(state))
    return (
      <p>
        {received ? 'Waiting for your answer.' : state === 'seen' ? 'Opened.' : 'Not opened yet.'} It expires on <Day at={expiresAt} />;{' '}
        {received ? 'you are' : 'they are'} not obliged to reply.
      </p>
    );
  return (
    <>
      <p>
        It {state === 'expired' ? 'expired' : `was ${stateLabels[state]}`}
        {decidedAt && (
          <>
            {' '}
            on <Day at={decidedAt} />
          </>
        )}
        {declineReason ? `: ${declineReasons[declineReason]}.` : '.'}
      </p>
      {state === 'declined' && decidedAt && (
        <p className="mt-2 text-sm text-soft">
          A new invitation between you is possible from <Day at={declineCooldownEnd(decidedAt)} />.
        </p>
      )}
      {threadId && (
        <p className="mt-2">
          <a href={`/threads/${threadId}`}>Open the conversation</a>
        </p>
      )}
    </>
  );
}
