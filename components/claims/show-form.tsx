import { ActionForm } from '#components/site/action-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { claimRecord } from '#lib/governance/claims/actions.ts';
import type { StartProps } from './proof-form.ts';

/** Shows a proof by what the account is connected with. */
export const ShowForm = ({ option, authorId, back, verb, what, isMain = false }: StartProps & { what: string; isMain?: boolean }) => (
  <ActionForm action={claimRecord} back={back} className="space-y-4" hiddenInputs={{ authorId, by: option.kind }}>
    <Button variant={isMain ? 'primary' : 'plain'}>
      {verb} {what}
    </Button>
  </ActionForm>
);
