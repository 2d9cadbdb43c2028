import { emailAddress } from '#lib/platform/mail/address.ts';
import { done, refused } from '#lib/platform/outcome.ts';
import { domainOfAddress } from '../../model/address-names.ts';
import { addressNameMatch, organisationOfDomain } from '../../queries/institutions.ts';
import { workPrintingAddress } from '../../queries/printed.ts';
import type { ProofProbe } from '../proof-probe.ts';

/** The mailed link is the probe of the mailbox; this one reads what the record and the registry say of its domain. */
export const institutionEmail: ProofProbe<'institution_email'> = {
  parseTarget: emailAddress,
  async targetRefusal({ reader, record }, address) {
    const organisation = await organisationOfDomain(reader, record, domainOfAddress(address));
    return organisation.ok ? null : organisation.code;
  },
  unconfirmed: 'domain_not_in_registry',
  async probe({ reader, record }, { target: address }) {
    const organisation = await organisationOfDomain(reader, record, domainOfAddress(address));
    if (!organisation.ok) return refused('no_longer_named');
    const printed = await workPrintingAddress(reader, record.key, address);
    const match = await addressNameMatch(reader, record, address, organisation.value.rorId);
    return done({ by: 'institution_email', ...organisation.value, ...match, printed });
  },
  async offerFacts({ reader, record, email }) {
    const found = email ? await organisationOfDomain(reader, record, domainOfAddress(email)) : null;
    return { organisation: found?.ok ? { name: found.value.organisation, atAffiliation: found.value.atAffiliation } : null };
  },
};
