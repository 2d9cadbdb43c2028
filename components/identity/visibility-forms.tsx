import { ActionButton } from '#components/site/action-button.tsx';
import { ActionChoice, ActionField, ActionForm, ActionTextArea } from '#components/site/action-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { visibilityChoices, visibilityLabels } from '#lib/catalog/visibility/model.ts';
import { redeemVisibilityLink, setNameVisibility } from '#lib/governance/identity/actions.ts';
import { visibilityWaitHours } from '#lib/governance/identity/model/visibility.ts';

const options = visibilityChoices.map((value) => ({ value, ...visibilityLabels[value] }));

/** The form to change the visibility of a name. Equal for everybody: its effect depends on the sender. */
export function VisibilityForm({ record }: { record: string }) {
  return (
    <ActionForm action={setNameVisibility} back="/visibility">
      <ActionField
        name="record"
        label="The profile"
        hint="Its address on this site, such as /authors/…"
        defaultValue={record}
        maxLength={300}
      />
      <ActionChoice name="wanted" legend="How the name should be shown" options={options} required />
      <ActionField
        name="email"
        label="Your email address (optional)"
        hint="An address printed on a work of the profile, or at one of its institutions. The owner needs none."
        type="email"
        autoComplete="email"
        maxLength={254}
      />
      <ActionChoice
        name="risk"
        legend="Is the person at risk?"
        hint={`Then the affiliations are off the page at once, for ${visibilityWaitHours} hours, and all admins are told. It works once a year, without a proof.`}
        several
        options={[{ value: 'yes', label: 'The person is at risk now' }]}
        chosen={[]}
      />
      <ActionTextArea
        name="reason"
        label="Message to the reviewers (optional)"
        hint="Only reviewers read it, if no address proves that the profile is yours."
        rows={3}
        maxLength={1000}
      />
      <Button variant="primary">Send</Button>
    </ActionForm>
  );
}

/** The button that confirms the request of an emailed link. */
export function VisibilityLinkForm({ request, code }: { request: string; code: string }) {
  return (
    <ActionButton
      action={redeemVisibilityLink}
      className="space-y-6"
      back="/visibility"
      hiddenInputs={{ request, code }}
      variant="primary"
      label="Change it now"
    />
  );
}
