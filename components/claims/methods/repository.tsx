import { tokenFiles } from '#lib/governance/claims/model/targets.ts';
import { tokenPrefix } from '#lib/governance/claims/model/token-matching.ts';
import { PlacedToken } from '../placed-token.tsx';
import type { ProofForm } from '../proof-form.ts';
import { TargetForm } from '../target-form.tsx';

export const repository: ProofForm = {
  Start: (props) => (
    <TargetForm
      {...props}
      label="Address of the repository"
      submitLabel="Give me a token"
      type="url"
      hint={`Works of this profile link: ${props.option.has.join(', ')}`}
    />
  ),
  Placement: ({ proof: { token } }) => (
    <PlacedToken text={`${tokenPrefix}${token}`}>
      Add a file named {tokenFiles[0]} (or {tokenFiles[1]}) at the top of the default branch, with this one line:
    </PlacedToken>
  ),
};
