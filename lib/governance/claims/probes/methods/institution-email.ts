import { emailAddress } from '#lib/platform/mail/address.ts';
import { done, refused } from '#lib/platform/outcome.ts';
import { domainOfAddress, isOpenHost } from '../../model/address-names.ts';
import { addressNameMatch, isHostOfSeveral, organisationOfDomain } from '../../queries/institutions.ts';
import { hasWorksOfSources } from '../../queries/proven-record.ts';
import { isOnStaffList } from '../../queries/staff-list.ts';
import type { ProofProbe } from '../proof-probe.ts';

/** The mailed link is the probe of the mailbox; this one reads what the record and the registry say of its domain. */
export const institutionEmail: ProofProbe<'institution_email'> = {
  parseTarget: emailAddress,
  async targetRefusal({ reader, record }, address) {
    const organisation = await organisationOfDomain(reader, record, domainOfAddress(address));
    return organisation.ok ? null : organisation.code;
  },
  unconfirmed: 'domain_not_in_registry',
  async probe({ reader, record, services }, { target: address }) {
    const organisation = await organisationOfDomain(reader, record, domainOfAddress(address));
    if (!organisation.ok) return refused('no_longer_named');
    const { isRegistered, atAffiliation, ...place } = organisation.value;
    const { domain, rorId } = place;
    const onStaffList = await isOnStaffList(reader, record, address);
    const isNamedHost = services.staffMailHosts.includes(domain);
    const atStaffHost = !isOpenHost(domain) && (isRegistered || isNamedHost || (await isHostOfSeveral(reader, rorId, domain)));
    const match = await addressNameMatch(reader, record, address);
    return done({
      by: 'institution_email',
      ...place,
      ...match,
      // A staff list says who works there, not who wrote the works of a record.
      atAffiliation: atAffiliation || (onStaffList && !(await hasWorksOfSources(reader, record.key))),
      atStaffHost,
      onStaffList,
    });
  },
  async offerFacts({ reader, record, email }) {
    const found = email ? await organisationOfDomain(reader, record, domainOfAddress(email)) : null;
    return { organisation: found?.ok ? { name: found.value.organisation, atAffiliation: found.value.atAffiliation } : null };
  },
};
