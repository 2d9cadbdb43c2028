import { orcidProof } from '../../queries/proofs.ts';
import { probeLinkedOrcid } from '../linked-orcid.ts';
import type { ProofProbe } from '../proof-probe.ts';

export const orcid: ProofProbe<'orcid'> = {
  show: ({ reader, actor, authorId, services }) => orcidProof(reader, actor, authorId, services.orcid),
  probe: (context, proof) => probeLinkedOrcid(context, proof, orcidProof, 'not_found'),
};
