import { ActionForm } from '#components/site/action-form.tsx';
import { RefusalNotice } from '#components/site/refusal-notice.tsx';
import { Button, ButtonLink } from '#components/ui/button.tsx';
import { Day } from '#components/ui/day.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { reasonSentence, remedySentence } from '#lib/community/decision-reasons.ts';
import { withdrawObjectionAction } from '#lib/governance/claims/actions.ts';
import type { ClaimView } from '#lib/governance/claims/model/claim.ts';
import type { ClaimPage } from '#lib/governance/claims/model/claim-page.ts';
import { isProofKind, ruleOf } from '#lib/governance/claims/model/proof-methods.ts';
import { refusalOf, refusals } from '#lib/portal/refusals.ts';
import { NoticeProgress } from './notice-progress.tsx';
import { OwnClaim } from './own-claim.tsx';
import { OwnObjection } from './own-objection.tsx';

interface Props {
  page: ClaimPage;
  back: string;
  /** True on a local demo, where a notice can be ended immediately. */
  demo: boolean;
  /** False if another account holds the record, and no proof is strong enough for an objection. */
  canObject: boolean;
}

/** The viewer's relation to the record: their claim, objections to it, their own objection, or why they cannot claim it. */
export function ClaimStatus({ page, back, demo, canObject }: Props) {
  const { refusal, own, ended, wasDisputed, objections, objection, dismissed } = page;
  return (
    <div className="space-y-5">
      {own?.stage === 'notice_period' && <NoticeProgress claim={own} />}
      {own && (
        <ul>
          <OwnClaim claim={own} demo={demo} />
        </ul>
      )}
      {objections.map(({ id, at, kind, freezesRecord }) => (
        <Notice key={id} kind={freezesRecord ? 'warn' : 'info'} title="Another person has added a proof for this profile">
          <p>
            On <Day at={at} />, by {isProofKind(kind) ? ruleOf(kind).title.toLowerCase().replace('orcid', 'ORCID') : 'a proof'}.{' '}
            {freezesRecord
              ? 'The profile cannot be changed until two reviewers have decided.'
              : 'Your evidence is stronger, so the profile stays yours while two reviewers compare both sides.'}{' '}
            You can add a further proof below.
          </p>
        </Notice>
      ))}
      {own?.stage === 'suspended' && (
        <Notice kind="info" title="Does the other person have the same name?">
          <p>
            If only some of these works are theirs, <a href={`/authors/${page.author.slug}/split`}>say which works are yours</a>. If the
            profile goes to them, reviewers decide whether yours become a profile of their own.
          </p>
        </Notice>
      )}
      {!own && ended && <EndedClaim claim={ended} />}
      {!own && objection && refusal && (
        <Notice kind="info" title={refusalOf(refusal).title}>
          <p>
            <OwnObjection objection={objection} />
          </p>
          <ActionForm action={withdrawObjectionAction} back={back} className="mt-2 space-y-3" hiddenInputs={{ disputeId: objection.id }}>
            <Button variant="quiet">Withdraw my objection</Button>
          </ActionForm>
        </Notice>
      )}
      {!own && dismissed && (
        <Notice kind="info" title="Your objection was dismissed">
          <p>
            The reviewers compared both sides and upheld the claim.{' '}
            <a href={`/appeal/dispute/${dismissed.questionId}`}>See why, or appeal</a>.
          </p>
        </Notice>
      )}
      {!own && !objection && refusal === 'already_claimed' && <ClaimedByAnother page={page} canObject={canObject} />}
      {!own && !objection && refusal && refusal !== 'already_claimed' && (
        <RefusalNotice refusal={refusalOf(refusal)} back={back} kind="info" />
      )}
      {!own && !refusal && wasDisputed && <RefusalNotice refusal={refusals.objection_open} back={back} kind="info" />}
    </div>
  );
}

/** For a record claimed by another account: who can object, and how. */
function ClaimedByAnother({ page: { author, isInNotice }, canObject }: Pick<Props, 'page' | 'canObject'>) {
  if (!canObject)
    return (
      <Notice title={refusals.already_claimed.title}>
        <p>Is this profile yours? This instance has no proof for it that is strong enough for an objection.</p>
        <p>
          <a href={`/authors/${author.slug}/fix?kind=impersonation`}>Report that its owner is somebody else</a>: two reviewers decide.
        </p>
      </Notice>
    );
  return (
    <Notice title={refusals.already_claimed.title}>
      <p>
        Is this profile yours? Object with a proof.{' '}
        {isInNotice ? 'During the public notice any proof below is enough.' : 'It must be a strong one.'} Two reviewers then compare both
        sides.
      </p>
      <p>
        <ButtonLink href="#proof-options">Object to this claim</ButtonLink>
      </p>
    </Notice>
  );
}

/** A rejected or revoked claim of the viewer: reason, remedy and next steps. */
function EndedClaim({ claim }: { claim: ClaimView }) {
  return (
    <Notice kind="warn" title={claim.stage === 'revoked' ? 'Your claim was revoked' : 'Your claim was rejected'}>
      <p>
        {claim.decidedAt && (
          <>
            Decided on <Day at={claim.decidedAt} />.{' '}
          </>
        )}
        {reasonSentence(claim.reason)}
      </p>
      <p>{remedySentence(claim.remedy)} You can start a new claim with another proof below.</p>
      <p>
        If you think the decision is wrong, you can <a href={`/appeal/claim/${claim.id}`}>appeal the decision</a>.
      </p>
    </Notice>
  );
}
