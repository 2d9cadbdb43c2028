import { refused } from '#lib/platform/outcome.ts';
import { strengthOf } from '../../model/proofs.ts';
import { orcidProof } from '../../queries/proofs.ts';
import { probeLinkedOrcid } from '../linked-orcid.ts';
import type { ProofProbe } from '../proof-probe.ts';

export const orcid: ProofProbe<'orcid'> = {
  show: ({ reader, actor, authorId, services }) => orcidProof(reader, actor, authorId, services.orcid, services),
  /** If a registry does not answer that could have told more, nothing is known: the proof is not weaker. */
  async probe(context, proof) {
    const found = await probeLinkedOrcid(context, proof, orcidProof, 'not_found');
    return found.ok && found.value.isUnread && strengthOf(found.value) !== 'strong' ? refused('no_answer') : found;
  },
};
