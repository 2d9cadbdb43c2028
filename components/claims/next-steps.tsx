import { Day } from '#components/ui/day.tsx';
import { Disclosure } from '#components/ui/disclosure.tsx';
import { type Step, Steps } from '#components/ui/steps.tsx';
import { suspensionDays } from '#lib/community/limits.ts';
import type { ClaimStage } from '#lib/governance/claims/model/claim.ts';
import { inWords } from '#lib/platform/limits.ts';

/** The steps of an objection to another account's claim. */
export function ObjectionSteps({ isOpen }: { isOpen: boolean }) {
  const steps: Step[] = [
    {
      key: 'show',
      title: 'Add a proof',
      state: isOpen ? 'done' : 'now',
      children: <p>Each method states its steps and what becomes public. You can add several proofs.</p>,
    },
    {
      key: 'decide',
      title: 'Reviewers decide',
      state: isOpen ? 'now' : 'later',
      children: (
        <p>
          If your proof is strong and the other claim has none, the profile is yours after {inWords(suspensionDays)} days, without a vote.
          Two independent reviewers compare both sides if both are alike. Every decision has a reason and a remedy, and both sides can
          appeal once.
        </p>
      ),
    },
    {
      key: 'own',
      title: 'You are notified',
      state: 'later',
      children: <p>If they agree with you, the other claim ends, and your proof claims the profile.</p>,
    },
  ];
  return <Steps steps={steps} />;
}

/** The steps after a proof, with their times; the viewer's current one is marked. */
export function ClaimSteps({
  stage,
  noticeDays,
  noticeEndsAt,
}: {
  stage: ClaimStage | null;
  noticeDays: number;
  noticeEndsAt: Date | null;
}) {
  const isAccepted = stage === 'accepted';
  const steps: Step[] = [
    {
      key: 'show',
      title: 'Add a proof',
      state: stage === null ? 'now' : 'done',
    },
    {
      key: 'decide',
      title: 'It is decided',
      state: isAccepted ? 'done' : stage === null ? 'later' : 'now',
      children: (
        <>
          <p>
            At once by a strong proof, otherwise after {inWords(noticeDays)} days
            {noticeEndsAt && stage === 'notice_period' ? (
              <>
                {' '}
                (yours until <Day at={noticeEndsAt} />)
              </>
            ) : null}
            , unless somebody objects.
          </p>
          <Disclosure summary="If somebody objects">
            Two independent reviewers compare both sides. Every decision has a reason and a remedy, and can be appealed.
          </Disclosure>
        </>
      ),
    },
    {
      key: 'own',
      title: 'The profile is yours',
      state: isAccepted ? 'now' : 'later',
    },
  ];
  return <Steps steps={steps} />;
}
