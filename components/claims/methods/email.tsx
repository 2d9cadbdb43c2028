import { RefusalNotice } from '#components/site/refusal-notice.tsx';
import { refusals } from '#lib/portal/refusals.ts';
import type { ProofForm } from '../proof-form.ts';
import { ShowForm } from '../show-form.tsx';

export const email: ProofForm = {
  Start(props) {
    const [address] = props.option.has;
    if (address === undefined) return <RefusalNotice refusal={refusals.needs_confirmed_email} kind="info" />;
    return <ShowForm {...props} what={address} />;
  },
};
