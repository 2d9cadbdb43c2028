import { tokenPrefix } from '#lib/governance/claims/model/token-matching.ts';
import { PlacedToken } from '../placed-token.tsx';
import type { ProofForm } from '../proof-form.ts';
import { TargetForm } from '../target-form.tsx';

export const dns: ProofForm = {
  Start: (props) => (
    <TargetForm
      {...props}
      label="Your domain"
      submitLabel="Give me a token"
      type="text"
      hint={
        props.option.has.length > 0
          ? `This profile names: ${props.option.has.join(', ')}`
          : 'No work here names a domain of its author: only a domain on the profile’s ORCID record is accepted.'
      }
    />
  ),
  Placement: ({ proof: { target, token } }) => (
    <PlacedToken text={`${tokenPrefix}${token}`}>
      Add this TXT record at your DNS provider, for the domain itself or for _peergraph.{target}:
    </PlacedToken>
  ),
};
