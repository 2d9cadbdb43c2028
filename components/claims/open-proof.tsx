import { ActionForm } from '#components/site/action-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { Day } from '#components/ui/day.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { checkProof, removeProofAction } from '#lib/governance/claims/actions.ts';
import { ruleOf } from '#lib/governance/claims/model/proof-methods.ts';
import { probeFailureLabels } from './claim-labels.ts';
import { proofForms } from './method-forms.ts';
import type { PlacementProps } from './proof-form.ts';

/** An open proof: what to place where, what the last check did not find, and the button to check. */
export function OpenProof({ proof, address, back }: PlacementProps & { back: string }) {
  const { Placement = MailedLink } = proofForms[proof.kind];
  const headingId = `proof-${proof.id}`;
  return (
    <li aria-labelledby={headingId} className="border-line border-t py-5 first:border-t-0 first:pt-0">
      <h3 id={headingId} className="font-semibold" tabIndex={-1}>
        {ruleOf(proof.kind).title}: <span className="break-all">{proof.target}</span>
      </h3>
      {proof.failure && (
        <div className="mt-3">
          <Notice kind="error" title="Not found yet">
            <p>{probeFailureLabels[proof.failure].missing}</p>
            <p>{probeFailureLabels[proof.failure].next}</p>
          </Notice>
        </div>
      )}
      <div className="mt-3 max-w-measure space-y-3 text-sm">
        <Placement proof={proof} address={address} />
        {proof.expiresAt && (
          <p className="text-soft">
            It is valid until <Day at={proof.expiresAt} />. After that, request a new one.
          </p>
        )}
      </div>
      <div className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-3">
        {proof.token !== null && (
          <ActionForm action={checkProof} back={back} className="space-y-4" hiddenInputs={{ proofId: proof.id }}>
            <Button variant="primary">{proof.failure ? 'Check again' : 'Check now'}</Button>
          </ActionForm>
        )}
        <ActionForm action={removeProofAction} back={back} className="space-y-4" hiddenInputs={{ proofId: proof.id }}>
          <Button variant="quiet">Cancel this proof</Button>
        </ActionForm>
      </div>
    </li>
  );
}

const MailedLink = () => (
  <p>We sent a link to this address. Open it in a browser where you are signed in here, and press the button on its page.</p>
);
