import { Day } from '#components/ui/day.tsx';
import type { ObjectionView } from '#lib/governance/claims/model/claim.ts';

const activeStates = ['in_review', 'appealed', 'suspended'];

/** An objection of the viewer: its date and the next step. */
export function OwnObjection({ objection: { questionId, at, state, claimStage } }: { objection: ObjectionView }) {
  return (
    <>
      Your objection was recorded on <Day at={at} />.{' '}
      {state === 'dismissed' && [...activeStates, 'accepted', 'notice_period'].includes(claimStage) ? (
        <>
          It was dismissed. <a href={`/appeal/dispute/${questionId}`}>See why, or appeal</a>.
        </>
      ) : activeStates.includes(claimStage) ? (
        'The claim is under review by two reviewers. You are notified of the decision.'
      ) : claimStage === 'accepted' ? (
        'The claim that it is about has been accepted since.'
      ) : (
        'The claim that it is about has ended.'
      )}
    </>
  );
}
