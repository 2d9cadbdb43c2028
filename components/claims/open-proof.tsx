import { ActionForm } from '#components/site/action-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { Day } from '#components/ui/day.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { checkProof, removeProofAction } from '#lib/governance/claims/actions.ts';
import type { ProofView } from '#lib/governance/claims/model/proof-options.ts';
import { tokenFiles } from '#lib/governance/claims/model/targets.ts';
import { tokenPrefix } from '#lib/governance/claims/model/token-matching.ts';
import { siteName } from '#lib/platform/site.ts';
import { probeFailureLabels, proofLabels } from './claim-labels.ts';

interface Props {
  proof: ProofView;
  /** The permanent URL of the record. */
  address: string;
  back: string;
}

const codeClass = 'block overflow-x-auto rounded-md border border-line bg-raised px-3 py-2 font-mono text-sm';

/** An open proof: what to place where, what the last check did not find, and the button to check. */
export function OpenProof({ proof, address, back }: Props) {
  const headingId = `proof-${proof.id}`;
  return (
    <li aria-labelledby={headingId} className="border-line border-t py-5 first:border-t-0 first:pt-0">
      <h3 id={headingId} className="font-semibold" tabIndex={-1}>
        {proofLabels[proof.kind]}: <span className="break-all">{proof.target}</span>
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
        <PlacementInstructions proof={proof} address={address} />
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

function PlacementInstructions({ proof: { kind, target, token }, address }: { proof: ProofView; address: string }) {
  if (kind === 'dns')
    return (
      <>
        <p>Add this TXT record at your DNS provider, for the domain itself or for _peergraph.{target}:</p>
        <code className={codeClass}>{`${tokenPrefix}${token}`}</code>
        <p>Keep it there. We check it every week, and it counts as long as it is found.</p>
      </>
    );
  if (kind === 'repository')
    return (
      <>
        <p>
          Add a file named {tokenFiles[0]} (or {tokenFiles[1]}) at the top of the default branch, with this one line:
        </p>
        <code className={codeClass}>{`${tokenPrefix}${token}`}</code>
        <p>Keep it there. We check it every week, and it counts as long as it is found.</p>
      </>
    );
  if (kind === 'rel_me')
    return (
      <>
        <p>Put this link on the page, which must also have your name as this profile writes it:</p>
        <code className={codeClass}>{`<a rel="me" href="${address}">My profile on ${siteName()}</a>`}</code>
        <p>Keep it there. We check it every week, and it counts as long as it is found. The profile links back to the page.</p>
      </>
    );
  if (kind === 'printed_email')
    return (
      <>
        <p>
          If this address is printed beside this name on one of the works, we sent a link to it. Open it in a browser where you are signed
          in, and press the button.
        </p>
        <p>
          Otherwise no email is sent and nothing more is said, so that addresses cannot be guessed. If no email arrives within some minutes,
          check the spelling or choose another method.
        </p>
      </>
    );
  return <p>We sent a link to this address. Open it in a browser where you are signed in here, and press the button on its page.</p>;
}
