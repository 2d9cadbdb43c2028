import { emailAddress } from '#lib/platform/mail/address.ts';
import { done, refused } from '#lib/platform/outcome.ts';
import { printedEvidence, workPrintingAddress } from '../../queries/printed.ts';
import type { ProofProbe } from '../proof-probe.ts';

/** Whether an address is printed is revealed only by email to that address: no target is refused. */
export const printedEmail: ProofProbe<'printed_email'> = {
  parseTarget: emailAddress,
  mayMail: async (reader, record, address) => (await workPrintingAddress(reader, record.key, address)) !== null,
  unconfirmed: 'address_not_in_work',
  async probe({ reader, record }, { target: address }) {
    const evidence = await printedEvidence(reader, record, address);
    return evidence ? done(evidence) : refused('no_longer_named');
  },
};
