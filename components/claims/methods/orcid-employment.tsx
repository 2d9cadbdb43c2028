import type { ProofForm } from '../proof-form.ts';
import { ShowForm } from '../show-form.tsx';

export const orcidEmployment: ProofForm = {
  Start(props) {
    const [iD] = props.option.has;
    if (iD !== undefined) return <ShowForm {...props} what={`the employment on ${iD}`} />;
    return (
      <p className="text-sm">
        <a href="#orcid">Connect your ORCID iD</a> to use it.
      </p>
    );
  },
};
