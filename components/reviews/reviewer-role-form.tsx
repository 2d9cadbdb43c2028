import { ActionButton } from '#components/site/action-button.tsx';
import { ConditionList } from '#components/ui/condition-list.tsx';
import { Day } from '#components/ui/day.tsx';
import { offerToReview, stopReviewing } from '#lib/portal/decisions/actions.ts';
import { minAccountDays } from '#lib/portal/decisions/model/reviewers.ts';
import type { OwnReviewerRole } from '#lib/portal/decisions/model/views.ts';

/** The account's role as a reviewer, its conditions, and the forms to volunteer or stop. */
export function ReviewerRoleForm({ role }: { role: OwnReviewerRole }) {
  const { decidesAs, offered } = role;
  return (
    <div className="max-w-measure space-y-3 text-sm">
      {decidesAs && (
        <p>
          You decide on claims, objections, reports and merges
          {decidesAs === 'reviewer' ? ', as long as you meet the conditions of a reviewer' : ', as an admin of this instance'}. Each vote
          needs a sign-in with your passkey. <a href="/review">Open the review queue</a>
        </p>
      )}
      {offered === 'appointed' && !decidesAs && (
        <p>An admin has appointed you as a reviewer. You do not meet all conditions now, so you cannot vote.</p>
      )}
      {offered === 'waiting' && <p>You have volunteered as a reviewer. An admin can appoint you once you meet all conditions.</p>}
      {offered === 'no' && decidesAs === null && (
        <p>
          Your profile is at level L4, so you can volunteer to review claims, objections, reports and merges. An admin appoints reviewers.
          You see no addresses, and nothing about yourself or your co-authors’ claims. You can stop at any time.
        </p>
      )}
      {decidesAs === null && <Conditions {...role} />}
      {offered === 'no' ? (
        decidesAs === null && <ActionButton action={offerToReview} label="Volunteer as a reviewer" />
      ) : (
        <ActionButton action={stopReviewing} label={offered === 'waiting' ? 'Withdraw the offer' : 'Stop reviewing'} />
      )}
    </div>
  );
}

function Conditions({ conditions: { level, age, passkey, oldEnoughAt } }: OwnReviewerRole) {
  return (
    <ConditionList
      conditions={[
        {
          key: 'level',
          met: level,
          text: 'You own a profile at level L4.',
          remedy: 'Renew a proof of your profile, or add one of another kind. The page of your profile lists the next steps.',
        },
        {
          key: 'age',
          met: age,
          text: `Your account is ${minAccountDays} days old.`,
          remedy: oldEnoughAt ? (
            <>
              It is on <Day at={oldEnoughAt} />.
            </>
          ) : (
            'It is not known when your account was created. Ask the operator of this instance.'
          ),
        },
        {
          key: 'passkey',
          met: passkey,
          text: 'Your account has a passkey.',
          remedy: <a href="/me/security#passkeys">Add a passkey</a>,
        },
      ]}
    />
  );
}
