import { done, refused } from '#lib/platform/outcome.ts';
import type { ProofFailure } from '../../model/proofs.ts';
import { parseDomain } from '../../model/targets.ts';
import { recordsHaveToken } from '../../model/token-matching.ts';
import { domainsOf, namedDomain } from '../../queries/places.ts';
import type { ProofProbe } from '../proof-probe.ts';
import { registrationDateOf } from '../registration.ts';

export const dns: ProofProbe<'dns'> = {
  parseTarget(typed) {
    const domain = parseDomain(typed);
    return domain === null ? refused('bad_domain') : done(domain);
  },
  async targetRefusal({ reader, record, services }, domain) {
    const named = await namedDomain(reader, record, domain, services.orcidAddresses);
    return named.ok ? null : named.code;
  },
  async probe({ reader, record, services }, { target: domain, token }) {
    const named = await namedDomain(reader, record, domain, services.orcidAddresses);
    if (!named.ok) return refused('no_longer_named');
    const faults: ProofFailure[] = [];
    for (const name of [`_peergraph.${domain}`, domain]) {
      const records = await services.records(name);
      if (records.ok && recordsHaveToken(records.value, token ?? '')) {
        const registeredOn = await registrationDateOf(named.value.ownedBy, domain, services);
        return done({ by: 'dns', domain, ...named.value, registeredOn });
      }
      faults.push(records.ok ? 'no_token' : records.code);
    }
    return refused((['no_answer', 'no_token'] as const).find((each) => faults.includes(each)) ?? 'no_record_found');
  },
  offerFacts: async ({ reader, record }) => ({ domains: await domainsOf(reader, record.key) }),
};
