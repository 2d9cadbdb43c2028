import { employmentProof } from '../../queries/proofs.ts';
import { probeLinkedOrcid } from '../linked-orcid.ts';
import type { ProofProbe } from '../proof-probe.ts';

export const orcidEmployment: ProofProbe<'orcid_employment'> = {
  show: ({ reader, actor, authorId, services }) => employmentProof(reader, actor, authorId, services.orcid),
  probe: (context, proof) => probeLinkedOrcid(context, proof, employmentProof, 'no_longer_named'),
};
