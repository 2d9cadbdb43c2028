import { OrcidForm } from '#components/accounts/sign-in-forms.tsx';
import { ActionForm } from '#components/site/action-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { Section } from '#components/ui/section.tsx';
import { claim } from '#lib/claims/actions.ts';

interface Props {
  authorId: string;
  back: string;
  orcid: string | null;
  setUp: boolean;
}

/** Claiming with ORCID: what it shows, what happens, and the step that is next. */
export function ClaimByOrcid({ authorId, back, orcid, setUp }: Props) {
  return (
    <Section id="by-orcid" title="With ORCID">
      <div className="max-w-measure space-y-2 text-sm">
        <p>
          We read the public works of your iD. If one of them stands on this record, by its identifier or by its title and a co-author, the
          record is yours at once. If none does, the claim stands in public notice for seven days.
        </p>
        <p className="text-soft">Public afterwards: your iD on the record, and which work tied the two together.</p>
      </div>
      <div className="mt-4">
        {!setUp && <p className="text-sm">The operator of this instance has not connected it to ORCID, so this way is not open here.</p>}
        {setUp && !orcid && <OrcidForm next={back} purpose="link" says="Connect your ORCID iD first" />}
        {setUp && orcid && (
          <ActionForm action={claim} back={back} className="space-y-4">
            <input type="hidden" name="authorId" value={authorId} />
            <input type="hidden" name="by" value="orcid" />
            <Button look="primary">Claim with {orcid}</Button>
          </ActionForm>
        )}
      </div>
    </Section>
  );
}
