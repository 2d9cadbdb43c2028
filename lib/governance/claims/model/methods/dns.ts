import { z } from 'zod';
import { loggedOwner, ownerBasis, ownerBindings, ownerEvidence } from '../domain-owner.ts';
import { defineProofRule, recheckedWeekly, type SharedOfferFacts, strongIf } from '../proof-rule.ts';

const evidence = z.object({
  domain: z.string(),
  /** The id of a work of the record, or 'orcid', that named the domain before. */
  namedBy: z.string(),
  ...ownerEvidence,
});

interface OfferFacts extends SharedOfferFacts {
  /** Domains that works of the record name. */
  domains: string[];
}

/** A TXT record at a domain that a work or an iD of the record names. */
export const dns = defineProofRule(evidence, {
  family: 'own_web',
  by: 'probe',
  ...recheckedWeekly,
  bindings: ownerBindings,
  subject: ({ domain }) => ({ verifier: 'DNS', subject: domain }),
  logged: (facts) => ({ namedBy: facts.namedBy, ...loggedOwner(facts) }),
  offer: ({ domains, canNamePages, orcidSetUp }: OfferFacts) => ({
    maxStrength: strongIf(canNamePages),
    has: domains,
    isUnavailable: domains.length === 0 && !canNamePages && !orcidSetUp,
  }),
  place: 5,
  lacking: { code: 'nothing_named', owner: 'record', label: 'a domain named by a work' },
  title: 'Your own domain',
  proofTitle: 'Domain (DNS)',
  needs: 'Add a TXT record with a token to a domain that this profile already names. A few minutes, plus the time until DNS shows it.',
  strongIf: 'your proven ORCID iD lists the domain as yours and it has not changed hands since.',
  otherwise: (days) => `Otherwise fair: ${days} days of public notice.`,
  reveals: 'the domain, who names it, and when it was registered.',
  basis: ownerBasis,
  failures: {
    no_record_found: {
      missing: 'The domain has no TXT record at either of the two names.',
      next: 'Save the record at your DNS provider and check again. It can take an hour to become visible.',
    },
  },
  refusals: {
    bad_domain: {
      status: 400,
      title: 'This domain is invalid',
      detail: 'A domain such as example.org, or an address on it, is needed.',
      action: 'Enter the domain that you administer, without a path.',
    },
    domain_not_named: {
      status: 403,
      title: 'This profile does not mention this domain',
      detail: 'A domain is a proof only if a work, its code or the ORCID record named it before.',
      action: 'Use a page on it that links back, or add the domain to your ORCID record.',
    },
    shared_domain: {
      status: 403,
      title: 'Many people share this domain',
      detail: 'It belongs to a publisher, a code host or an institution, so it does not identify one person.',
      action: 'For an institution, confirm your email address there. Otherwise choose another method.',
    },
  },
});
