import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import type { ClaimProof } from '../model/claim.ts';
import type { ProofFailure } from '../model/proofs.ts';
import { linkedOrcid } from '../queries/proofs.ts';
import type { ProbeContext, ProbedProof } from './proof-probe.ts';

/**
 * Returns what currently ties the iD of the account to the record. The caller compares it with the stored evidence.
 * @param lost the failure if ORCID answers, but the proof is no longer there
 */
export async function probeLinkedOrcid<Proof extends ClaimProof>(
  { reader, services }: ProbeContext,
  { accountId, authorId, target }: ProbedProof,
  readProof: (
    ...args: [ProbeContext['reader'], { accountId: string }, string, ProbeContext['services']['orcid'], ProbeContext['services']]
  ) => Promise<Outcome<Proof, string>>,
  lost: ProofFailure,
): Promise<Outcome<Proof, ProofFailure>> {
  if ((await linkedOrcid(reader, { accountId })) !== target) return refused('no_longer_linked');
  const proof = await readProof(reader, { accountId }, authorId, services.orcid, services);
  if (proof.ok) return done(proof.value);
  return refused(proof.code === 'orcid_unreachable' ? 'no_answer' : lost);
}
