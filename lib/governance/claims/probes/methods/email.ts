import { emailProof } from '../../queries/proofs.ts';
import type { ProofProbe } from '../proof-probe.ts';

/** A mailbox cannot be probed: the proof is shown again. */
export const email: ProofProbe<'email'> = {
  show: async ({ actor, authorId }) => emailProof(actor, authorId),
};
