import { EndNotice } from '#components/demo/end-notice.tsx';
import { ActionForm } from '#components/site/action-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { ConfirmButton } from '#components/ui/confirm-button.tsx';
import { Day } from '#components/ui/day.tsx';
import { Disclosure } from '#components/ui/disclosure.tsx';
import { releaseClaim } from '#lib/governance/claims/actions.ts';
import type { ClaimView } from '#lib/governance/claims/model/claim.ts';
import { stageLabels, strengthLabels } from './claim-labels.ts';

interface Props {
  claim: ClaimView;
  /** True on a local demo, where the notice can be ended immediately. */
  demo: boolean;
}

/** A claim of the viewer: its state, the next step with its date, and the form to withdraw it. */
export function OwnClaim({ claim, demo }: Props) {
  const isWithdrawable = claim.stage === 'accepted' || claim.stage === 'notice_period' || claim.stage === 'in_review';
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2 border-line border-t py-3 first:border-t-0">
      <div>
        <p>
          <a href={`/authors/${claim.author.slug}`} className="font-semibold">
            {claim.author.name}
          </a>{' '}
          <span className="text-soft">{stageLabels[claim.stage]}</span>
        </p>
        <p className="text-sm text-soft">
          <ClaimStateSentence claim={claim} /> Based on {strengthLabels[claim.strength]}.
        </p>
      </div>
      {isWithdrawable && (
        <Disclosure summary={claim.stage === 'accepted' ? 'Give up the profile' : 'Withdraw the claim'}>
          <ActionForm action={releaseClaim} id={`give-back-${claim.id}`} className="space-y-3" hiddenInputs={{ claimId: claim.id }}>
            <p className="max-w-64">{consequence(claim)}</p>
            {claim.stage === 'accepted' ? (
              <ConfirmButton
                form={`give-back-${claim.id}`}
                question={`Give up the profile of ${claim.author.name}?`}
                consequence={consequence(claim)}
                yes="Give it up"
              >
                Give it up
              </ConfirmButton>
            ) : (
              <Button variant="danger">Withdraw</Button>
            )}
          </ActionForm>
        </Disclosure>
      )}
      {demo && claim.stage === 'notice_period' && <EndNotice claimId={claim.id} />}
    </li>
  );
}

const consequence = ({ stage }: ClaimView): string =>
  stage === 'accepted'
    ? 'Your statements are deleted and open invitations from it are withdrawn. Facts from sources stay, and anyone can claim the profile. To own it again, claim it again.'
    : 'The notice ends, and anyone can claim the profile.';

function ClaimStateSentence({ claim }: { claim: ClaimView }) {
  if (claim.stage === 'notice_period' && claim.noticeEndsAt)
    return (
      <>
        Unless somebody objects, it is accepted on <Day at={claim.noticeEndsAt} />.
      </>
    );
  if (claim.stage === 'in_review') return <>Reviewers decide: somebody has objected, or its name is not that of your other profiles.</>;
  return (
    <>
      Since <Day at={claim.decidedAt ?? claim.createdAt} />.
    </>
  );
}
