import { ActionForm } from '#components/site/action-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { offerToReview, stopReviewing } from '#lib/reviews/actions.ts';
import type { OwnPart } from '#lib/reviews/model/views.ts';

/** What the account decides, and its own way in and out of that. Nothing for those whom it does not concern. */
export function OwnPartForm({ part: { decidesAs, offered, mayVolunteer } }: { part: OwnPart }) {
  return (
    <div className="max-w-measure space-y-3 text-sm">
      {decidesAs && (
        <p>
          You decide on claims, objections, reports and merges
          {decidesAs === 'reviewer' ? ', as long as a record of yours stands at level L4' : ', as an admin of this instance'}.{' '}
          <a href="/review">See what waits</a>
        </p>
      )}
      {offered && !decidesAs && (
        <p>
          You have offered to decide on what waits. No record of yours stands at level L4 at present, so it is left to others meanwhile.
        </p>
      )}
      {offered ? (
        <ActionForm action={stopReviewing} className="">
          <Button>Take the offer back</Button>
        </ActionForm>
      ) : (
        mayVolunteer &&
        decidesAs === null && (
          <>
            <p>
              Your record stands at level L4: you may help to decide on claims, objections, reports and merges of others. You see no
              addresses, and nothing about yourself or your co-authors’ claims. You can stop at any time.
            </p>
            <ActionForm action={offerToReview} className="">
              <Button>Offer to help</Button>
            </ActionForm>
          </>
        )
      )}
    </div>
  );
}
