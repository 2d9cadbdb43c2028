import { OrcidForm } from '#components/accounts/sign-in-forms.tsx';
import type { ProofForm } from '../proof-form.ts';
import { ShowForm } from '../show-form.tsx';

export const orcid: ProofForm = {
  Start(props) {
    const [iD] = props.option.has;
    if (iD === undefined) return <OrcidForm next={props.back} purpose="link" label="Connect your ORCID iD first" />;
    return <ShowForm {...props} what={iD} isMain />;
  },
};
