import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { PasskeyGate } from '#components/accounts/security/passkey-gate.tsx';
import { AppealDetails } from '#components/reviews/appeal-labels.tsx';
import { EarlierDecisions } from '#components/reviews/earlier-decisions.tsx';
import { FactRows } from '#components/reviews/fact-rows.tsx';
import { LiftFreeze } from '#components/reviews/lift-freeze.tsx';
import { RecordEvidenceView } from '#components/reviews/record-evidence.tsx';
import { ReportedWorks } from '#components/reviews/reported-works.tsx';
import { decisionLabels } from '#components/reviews/review-labels.ts';
import { Sides } from '#components/reviews/sides.tsx';
import { StatementView } from '#components/reviews/statement.tsx';
import { VoteForm } from '#components/reviews/vote-form.tsx';
import { Votes } from '#components/reviews/votes.tsx';
import { LostRefusal } from '#components/site/lost-refusal.tsx';
import { Day } from '#components/ui/day.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { Section } from '#components/ui/section.tsx';
import type { PasskeyState } from '#lib/community/accounts/model/account.ts';
import { reasonSentence, remedySentence } from '#lib/community/decision-reasons.ts';
import { caseKindLabels } from '#lib/governance/cases/model/review-case.ts';
import { loadReview } from '#lib/portal/decisions/loaders.ts';
import { tieLabels } from '#lib/portal/decisions/model/distance.ts';
import { needsTwoVotes } from '#lib/portal/decisions/model/quorum.ts';
import type { ReviewView } from '#lib/portal/decisions/model/views.ts';
import { askToSignIn } from '../../ask-to-sign-in.tsx';
import type { PathProps } from '../../page-props.ts';

export const metadata: Metadata = { title: 'Review case', robots: { index: false, follow: false } };

export default async function ReviewCasePage({ params }: PathProps<'id'>) {
  const { id } = await params;
  const review = await loadReview(id);
  if (review === 'sign-in') return askToSignIn(`/review/${id}`);
  if (!review) notFound();
  const { kind, records, sides, submission, reported, request, earlier, votes } = review;
  return (
    <Page width="page">
      <PageHead
        eyebrow={<a href="/review">Review queue</a>}
        title={`${caseKindLabels[kind].one}${records[0] ? `: ${records[0].name}` : ''}`}
        lead={
          <>
            {review.state === 'open' ? 'Waiting since' : 'Opened on'} <Day at={review.openedAt} />. Only reviewers see this page; the
            outcome is public.
          </>
        }
      />
      <LostRefusal codes={['review_decided', 'already_voted', 'not_frozen']} />
      <div className="columns-main">
        <div className="min-w-0">
          {review.appeal && (
            <Section id="appeal" title="Appeal">
              <AppealDetails appeal={review.appeal} />
            </Section>
          )}
          {(submission || request.length > 0) && (
            <Section id="asked" title="Request">
              {submission ? <StatementView statement={submission} /> : <FactRows facts={request} />}
            </Section>
          )}
          {reported.length > 0 && (
            <Section id="reported" title="Reported works">
              <ReportedWorks works={reported} />
            </Section>
          )}
          {sides.length > 0 && (
            <Section id="sides" title="Evidence of each side">
              <Sides sides={sides} />
            </Section>
          )}
          {records.length > 0 && (
            <Section id="records" title={records.length > 1 ? 'The two profiles' : 'The profile'}>
              <div className={records.length > 1 ? 'grid gap-x-10 gap-y-8 sm:grid-cols-2' : ''}>
                {records.map((record) => (
                  <RecordEvidenceView key={record.id} record={record} reported={reported} />
                ))}
              </div>
            </Section>
          )}
          {earlier.length > 0 && (
            <Section id="earlier" title="Earlier decisions about this profile">
              <EarlierDecisions rows={earlier} />
            </Section>
          )}
          {votes.length > 0 && (
            <Section id="votes" title="Votes so far">
              <Votes votes={votes} />
            </Section>
          )}
        </div>
        <aside aria-label="Decision">
          <div className="card">
            <Section id="decide" title={review.state === 'open' ? 'Your decision' : 'The decision'}>
              <DecisionForms review={review} />
              {review.isAboutName && review.state === 'open' && (
                <p className="mt-4 max-w-measure text-sm text-soft">
                  Two reviewers must agree, because the person who asked could be a reviewer. Anyone who runs an instance alone can set it
                  on the page <a href={`/visibility?record=${records[0]?.id ?? ''}`}>Name visibility</a>; this is recorded in the audit log.
                </p>
              )}
            </Section>
          </div>
          {review.mayLift && <LiftFreeze authorId={review.mayLift} passkey={review.passkey} back={`/review/${review.id}`} />}
        </aside>
      </div>
    </Page>
  );
}

function DecisionForms({ review }: { review: ReviewView & { passkey: PasskeyState } }) {
  const { decided, state, votes, choices, rivals, quorumFacts, close, passkey } = review;
  if (decided)
    return (
      <p>
        {decisionLabels[decided.decision]} on <Day at={decided.at} />. {reasonSentence(decided.reason)} {remedySentence(decided.remedy)}
      </p>
    );
  if (state !== 'open') return <p>It was withdrawn, so there is nothing to decide.</p>;
  if (votes.some(({ own }) => own)) return <p>You have voted. It waits for a second reviewer who is independent of you.</p>;
  const tieOf = (decision: string) => close.find((vote) => vote.decision === decision)?.tie;
  return (
    <PasskeyGate state={passkey} next={`/review/${review.id}`} to="to decide">
      <div className="space-y-3">
        {choices.map((choice) => {
          const tie = tieOf(choice.decision);
          return tie ? (
            <p key={choice.decision} className="max-w-measure text-sm">
              <b className="font-semibold">{choice.label}:</b> you are not independent of somebody who voted so, because {tieLabels[tie]}. A
              reviewer who is independent of both of you has to agree.
            </p>
          ) : (
            <VoteForm
              key={choice.decision}
              reviewId={review.id}
              evidenceVersion={review.evidenceVersion}
              choice={choice}
              needsTwoVotes={needsTwoVotes(quorumFacts, choice)}
              rivals={rivals}
            />
          );
        })}
      </div>
    </PasskeyGate>
  );
}
