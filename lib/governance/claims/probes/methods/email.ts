import { emailProof } from '../../queries/proofs.ts';
import { provenRecord } from '../../queries/proven-record.ts';
import { isOnStaffList } from '../../queries/staff-list.ts';
import type { ProofProbe } from '../proof-probe.ts';

/** A mailbox cannot be probed: the proof is shown again. */
export const email: ProofProbe<'email'> = {
  async show({ reader, actor, authorId }) {
    const record = await provenRecord(reader, authorId);
    const address = actor.emailConfirmed ? actor.email : null;
    return emailProof(actor, authorId, record !== null && address !== null && (await isOnStaffList(reader, record, address)));
  },
};
