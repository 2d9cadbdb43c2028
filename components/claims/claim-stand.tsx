import { ActionForm } from '#components/site/action-form.tsx';
import { RefusalNotice } from '#components/site/refusal-notice.tsx';
import { Button } from '#components/ui/button.tsx';
import { Day } from '#components/ui/day.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { appeal, dropObjection } from '#lib/claims/actions.ts';
import { isProofKind } from '#lib/claims/model/proofs.ts';
import type { ClaimBecause, ClaimView, ObjectionView } from '#lib/claims/model.ts';
import { refusalOf } from '#lib/refusals.ts';
import { reasonSentence, remedySentence } from '#lib/reviews/model.ts';
import { proofWords } from './claim-words.ts';
import { OwnClaim } from './own-claim.tsx';
import { OwnObjection } from './own-objection.tsx';

export interface Stand {
  refusal: ClaimBecause | null;
  own: ClaimView | null;
  ended: ClaimView | null;
  doubted: boolean;
  doubts: readonly { id: string; at: Date; kind: string }[];
  objection: ObjectionView | null;
}

/** How the reader stands to the record: their claim, doubts about it, their own objection, or what keeps them from claiming. */
export function ClaimStand({ stand: { refusal, own, ended, doubted, doubts, objection }, back }: { stand: Stand; back: string }) {
  return (
    <div className="space-y-5">
      {own && (
        <ul>
          <OwnClaim claim={own} />
        </ul>
      )}
      {doubts.map(({ id, at, kind }) => (
        <Notice key={id} kind="warn" title="Somebody else has shown a strong proof for this record">
          <p>
            On <Day at={at} />, by {isProofKind(kind) ? proofWords[kind].toLowerCase().replace('orcid', 'ORCID') : 'a proof'}. Nothing can
            be changed on the record until people have decided. A further proof of your own, below, is laid beside it.
          </p>
        </Notice>
      ))}
      {!own && ended && <Ended claim={ended} back={back} />}
      {!own && objection && refusal && (
        <Notice kind="info" title={refusalOf(refusal).title}>
          <p>
            <OwnObjection objection={objection} />
          </p>
          <ActionForm action={dropObjection} back={back} className="mt-2 space-y-3">
            <input type="hidden" name="disputeId" value={objection.id} />
            <Button look="quiet">Take my objection back</Button>
          </ActionForm>
        </Notice>
      )}
      {!own && !objection && refusal && <RefusalNotice because={refusal} back={back} kind="info" />}
      {!own && !refusal && doubted && <RefusalNotice because="objection_stands" back={back} kind="info" />}
    </div>
  );
}

/** A claim that ended against the reader: why, what mends it, and the two ways on. */
function Ended({ claim, back }: { claim: ClaimView; back: string }) {
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
      <p>{remedySentence(claim.remedy)} You can show another proof below; it is a new claim.</p>
      <ActionForm action={appeal} back={back} className="mt-2 space-y-3">
        <input type="hidden" name="claimId" value={claim.id} />
        <p>If you think that it was decided wrongly, other people look at it again, once.</p>
        <Button>Ask for another look</Button>
      </ActionForm>
    </Notice>
  );
}
