import { emailAddress } from '#lib/platform/mail/address.ts';
import { done, refused } from '#lib/platform/outcome.ts';
import { domainOfAddress } from '../../model/address-names.ts';
import { organisationsAtDomain } from '../../queries/institutions.ts';
import { workPrintingAddress } from '../../queries/printed.ts';
import type { ProofProbe } from '../proof-probe.ts';

/** Whether an address is printed is revealed only by email to that address: no target is refused. */
export const printedEmail: ProofProbe<'printed_email'> = {
  parseTarget: emailAddress,
  mayMail: async (reader, record, address) => (await workPrintingAddress(reader, record.key, address)) !== null,
  unconfirmed: 'address_not_in_work',
  async probe({ reader, record }, { target: address }) {
    const work = await workPrintingAddress(reader, record.key, address);
    if (!work) return refused('no_longer_named');
    const organisations = await organisationsAtDomain(reader, domainOfAddress(address));
    return done({ by: 'printed_email', work, atOrganisation: organisations.length > 0 });
  },
};
