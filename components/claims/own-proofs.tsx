import { ActionForm } from '#components/site/action-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { Day } from '#components/ui/day.tsx';
import { recheckProofAction } from '#lib/governance/claims/actions.ts';
import { ruleOf } from '#lib/governance/claims/model/proof-methods.ts';
import type { ProofView } from '#lib/governance/claims/model/proof-options.ts';
import { bindingRules } from '#lib/governance/claims/model/proofs.ts';
import { probeFailureLabels, proofStateLabels } from './claim-labels.ts';

/** The viewer's proofs for a record: whether they are valid, until when, and the result of the last check. */
export function OwnProofs({ proofs, back }: { proofs: readonly ProofView[]; back: string }) {
  return (
    <ul className="max-w-text text-sm">
      {proofs.map((proof) => (
        <li key={proof.id} id={`proof-${proof.id}`} className="border-line border-t py-3 first:border-t-0 first:pt-0">
          <p>
            <span className="font-semibold">{ruleOf(proof.kind).title}</span>
            {ruleOf(proof.kind).repeats !== 'unless_counted' && <span className="break-all"> {proof.target}</span>}
            {': '}
            {proof.strength && `${proof.strength}, `}
            {proofStateLabels[proof.state]}.
          </p>
          <p className="text-soft">
            <ProofDates proof={proof} />
          </p>
          {proof.untied ? <p className="mt-1">{ruleOf(proof.kind).untied?.[proof.untied]}</p> : <UnmetRules proof={proof} />}
          {proof.failure && ['valid', 'stale'].includes(proof.state) && (
            <p className="mt-1 text-warn">
              {probeFailureLabels[proof.failure].missing} {probeFailureLabels[proof.failure].next}
            </p>
          )}
          {canRecheck(proof) && (
            <ActionForm action={recheckProofAction} back={back} className="mt-2 space-y-3" hiddenInputs={{ proofId: proof.id }}>
              <Button variant="quiet">Check again</Button>
            </ActionForm>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Returns true if a proof can be checked again. While it waits for a claim, only a proof that can become stronger. */
const canRecheck = ({ kind, state, strength }: ProofView): boolean =>
  ruleOf(kind).recheckDays !== null && (['valid', 'stale'].includes(state) || (state === 'observed' && strength === 'fair'));

/** The rules that a proof does not meet for being strong, and what to do about each. */
function UnmetRules({ proof: { unmetRules: rules, keptUntil } }: { proof: ProofView }) {
  if (rules.length === 0) return null;
  return (
    <div className="mt-1">
      {keptUntil ? (
        <p>
          It was strong by an earlier method and counts so until <Day at={keptUntil} />, except for what you can do for other people. To
          keep it strong:
        </p>
      ) : (
        <p>This is a fair proof. To make it strong, so that it decides at once:</p>
      )}
      <ul className="mt-1 list-disc space-y-1 pl-5">
        {rules.map((rule) => (
          <li key={rule}>
            {bindingRules[rule]?.why} <b className="font-semibold">{bindingRules[rule]?.action}</b>
          </li>
        ))}
      </ul>
    </div>
  );
}

function ProofDates({ proof: { kind, state, checkedAt, expiresAt, failures } }: { proof: ProofView }) {
  const { maxFailures } = ruleOf(kind);
  return (
    <>
      {checkedAt && (
        <>
          Checked on <Day at={checkedAt} />.{' '}
        </>
      )}
      {state === 'valid' && expiresAt && (
        <>
          Counts until <Day at={expiresAt} />: renew it before.
        </>
      )}
      {state === 'expired' && 'Renew it below to make it count again.'}
      {state === 'valid' && failures > 0 && maxFailures !== null && `Not found ${failures} of ${maxFailures} times in a row.`}
    </>
  );
}
