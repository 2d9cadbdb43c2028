import { ActionForm } from '#components/site/action-form.tsx';
import { RefusalNotice } from '#components/site/refusal-notice.tsx';
import { Button } from '#components/ui/button.tsx';
import { Section } from '#components/ui/section.tsx';
import { claim } from '#lib/claims/actions.ts';

/** Claiming with a confirmed address: what it shows, what happens and when. */
export function ClaimByEmail({ authorId, back, email }: { authorId: string; back: string; email: string | null }) {
  return (
    <Section id="by-email" title="With your e-mail address">
      <div className="max-w-measure space-y-2 text-sm">
        <p>
          The claim stands in public notice for seven days. If nobody objects in that time, the record is yours. You can take the claim back
          at any moment.
        </p>
        <p className="text-soft">
          Public: that somebody with a confirmed address claims this record, and until when the notice runs. Never the address itself.
        </p>
      </div>
      <div className="mt-4">
        {email ? (
          <ActionForm action={claim} back={back} className="space-y-4">
            <input type="hidden" name="authorId" value={authorId} />
            <input type="hidden" name="by" value="email" />
            <Button>Claim with {email}</Button>
          </ActionForm>
        ) : (
          <RefusalNotice because="needs_confirmed_email" kind="info" />
        )}
      </div>
    </Section>
  );
}
