import { Day } from '#components/ui/day.tsx';
import { type Step, Steps } from '#components/ui/steps.tsx';
import type { ClaimStage } from '#lib/governance/claims/model/claim.ts';

/** What follows a proof, and when: the same words for everybody, with where this reader is. */
export function NextSteps({ stage, noticeEndsAt }: { stage: ClaimStage | null; noticeEndsAt: Date | null }) {
  const accepted = stage === 'accepted';
  const steps: Step[] = [
    {
      key: 'show',
      title: 'You show a proof',
      state: stage === null ? 'now' : 'done',
      children: <p>Each way above says what it takes and what becomes public. Several can be shown, one after another.</p>,
    },
    {
      key: 'decide',
      title: 'It is decided',
      state: accepted ? 'done' : stage === null ? 'later' : 'now',
      children: (
        <>
          <p>
            A strong proof decides at once. A weak or fair one puts the claim in public notice for seven days
            {noticeEndsAt && stage === 'notice_period' ? (
              <>
                {' '}
                (yours until <Day at={noticeEndsAt} />)
              </>
            ) : null}
            ; then it is accepted by itself.
          </p>
          <p>
            If somebody else objects with a proof, two independent reviewers look at both sides. Every decision comes with a reason and what
            you can do about it, and can be appealed.
          </p>
        </>
      ),
    },
    {
      key: 'own',
      title: 'The record is yours',
      state: accepted ? 'now' : 'later',
      children: (
        <p>
          You say which works are yours, whether you are open to invitations and for what. Proofs on the web are looked at again every week;
          we tell you a month before one runs out.
        </p>
      ),
    },
  ];
  return <Steps steps={steps} />;
}
