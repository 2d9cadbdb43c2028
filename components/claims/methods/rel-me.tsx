import { siteName } from '#lib/platform/site.ts';
import { PlacedToken } from '../placed-token.tsx';
import type { ProofForm } from '../proof-form.ts';
import { TargetForm } from '../target-form.tsx';

export const relMe: ProofForm = {
  Start: (props) => <TargetForm {...props} label="Address of your page" submitLabel="Get the link" type="url" />,
  Placement: ({ address }) => (
    <PlacedToken text={`<a rel="me" href="${address}">My profile on ${siteName()}</a>`} more=" The profile links back to the page.">
      Put this link on the page, which must also have your name as this profile writes it:
    </PlacedToken>
  ),
};
