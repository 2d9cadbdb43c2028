import { stageLabels } from '#components/claims/claim-labels.ts';
import { proofLabel } from '#components/trust/trust-labels.ts';
import { Day } from '#components/ui/day.tsx';
import type { CaseSide, ProofEvidence } from '#lib/governance/cases/model/evidence.ts';
import type { ClaimStage } from '#lib/governance/claims/model/claim.ts';
import { FactRows } from './fact-rows.tsx';

const roleLabels: Record<CaseSide['role'], string> = { claimant: 'Who claims the profile', objector: 'Who objects' };
const stateLabels: Record<string, string> = { open: 'not decided', upheld: 'upheld', dismissed: 'dismissed', withdrawn: 'withdrawn' };

/** The evidence of the sides, beside each other. Names are omitted, because only the evidence counts. */
export function Sides({ sides }: { sides: readonly CaseSide[] }) {
  const rivalIds = sides.filter(({ role, state }) => role === 'objector' && state === 'open').map(({ id }) => id);
  return (
    <div className="grid grid-cols-1 gap-x-10 gap-y-8 sm:grid-cols-2">
      {sides.map((side) => (
        <SideColumn key={side.id} side={side} rival={rivalIds.length > 1 ? rivalIds.indexOf(side.id) + 1 : 0} />
      ))}
    </div>
  );
}

/** @param rival the number of a rival among several, from 1; 0 for anybody else */
function SideColumn({ rival, side: { role, since, state, strength, facts, proofs } }: { rival: number; side: CaseSide }) {
  return (
    <div className="min-w-0 space-y-3">
      <div>
        <h3 className="font-medium font-serif text-lg">{rival > 0 ? `Rival ${rival}` : roleLabels[role]}</h3>
        <p className="text-sm text-soft">
          {stageLabels[state as ClaimStage] ?? stateLabels[state] ?? state}, since <Day at={since} />
          {strength ? `; ${strength} evidence` : ''}
        </p>
      </div>
      <FactRows facts={facts} />
      {proofs.length === 0 && <p className="text-sm text-soft">No valid proof.</p>}
      <ul className="divide-y divide-line">
        {proofs.map((proof) => (
          <ProofRow key={proof.id} proof={proof} />
        ))}
      </ul>
    </div>
  );
}

function ProofRow({ proof: { kind, strength, state, observedAt, facts } }: { proof: ProofEvidence }) {
  return (
    <li className="py-2">
      <p className="text-sm">
        <b className="font-semibold">{proofLabel(kind)}</b>{' '}
        <span className="text-soft">
          {strength ? `${strength}, ` : ''}
          {state}
          {observedAt && (
            <>
              , seen <Day at={observedAt} narrow />
            </>
          )}
        </span>
      </p>
      <FactRows facts={facts} />
    </li>
  );
}
