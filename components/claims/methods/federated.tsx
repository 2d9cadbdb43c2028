import { FederatedForms } from '#components/accounts/sign-in-forms.tsx';
import type { ProofForm } from '../proof-form.ts';

export const federated: ProofForm = {
  Start: ({ option, authorId, back }) => <FederatedForms organisations={option.organisations ?? []} authorId={authorId} next={back} />,
};
