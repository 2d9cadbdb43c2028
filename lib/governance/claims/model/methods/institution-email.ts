import { z } from 'zod';
import { atAffiliation, type BindingRule } from '../binding-rules.ts';
import { defineProofRule, expiresAfter, loggedText, type SharedOfferFacts, strongIf } from '../proof-rule.ts';

const evidence = z.object({
  domain: z.string(),
  rorId: z.string(),
  organisation: z.string(),
  /** Whether the organisation is an affiliation of the record or of one of its works, or the record has no works and a staff list names it. */
  atAffiliation: z.boolean(),
  /** Whether the local part consists of the record's name. */
  bearsName: z.boolean().default(false),
  /** Whether it also matches another author of this instance. */
  fitsNamesake: z.boolean().default(true),
  /** Whether the host is one at which the organisation gives addresses to its staff. */
  atStaffHost: z.boolean().default(false),
  /** Whether the operator's staff list names the person with this address. */
  onStaffList: z.boolean().default(false),
});

const atStaffHost: BindingRule<{ atStaffHost: boolean }> = {
  id: 'at_staff_host',
  text: 'The host of the address is the domain that the registry states, one that the operator has named, or one that two works of different authors print. Hosts of students, alumni, mailing lists and users do not count.',
  why: 'Anybody can get an address at this host, or nobody else tells that the institution gives its addresses to staff.',
  action: 'Use an address at the main domain of your institution, or another proof.',
  holds: (facts) => facts.atStaffHost,
  producedBy: ['get_host'],
};

const bearsName: BindingRule<{ bearsName: boolean }> = {
  id: 'address_bears_name',
  text: 'The address is made of the name of this profile.',
  why: 'The address is not made of the full name of this profile, or is a student’s, so it could belong to somebody else at the institution.',
  action:
    'Use an address with your given name and family name, if you have one. If works print this one, show it as “The address printed on a work”.',
  holds: (facts) => facts.bearsName,
  producedBy: ['enrol', 'take_role', 'share_initial'],
};

const fitsNoOtherAuthor: BindingRule<{ fitsNamesake: boolean }> = {
  id: 'address_fits_no_other_author',
  text: 'The address fits the name of no other author here.',
  why: 'The address also fits the name of another author here.',
  action: 'Use a proof that tells the two of you apart, such as your ORCID iD.',
  holds: ({ fitsNamesake }) => !fitsNamesake,
  producedBy: ['share_name'],
};

const addressTexts: Record<string, string> = {
  any: 'Any address of this organisation, not made of the name.',
  named: 'The address is made of the name, and of no namesake’s.',
  printed: 'A source prints the address beside the name.',
};

interface OfferFacts extends SharedOfferFacts {
  /** The organisation at the domain of the viewer's address, if the registry has it. */
  organisation: { name: string; atAffiliation: boolean } | null;
}

/** An address at a domain of an organisation of the ROR registry. */
export const institutionEmail = defineProofRule(evidence, {
  family: 'institution',
  by: 'mail',
  ...expiresAfter(12),
  isCheckedAfterMoves: true,
  bindings: [atAffiliation, atStaffHost, bearsName, fitsNoOtherAuthor],
  isThirdParty: () => true,
  subject: ({ domain }) => ({ verifier: 'mail', subject: domain }),
  logged: ({ rorId, bearsName, fitsNamesake, atStaffHost, onStaffList }) => ({
    rorId,
    address: bearsName && !fitsNamesake && atStaffHost ? 'named' : 'any',
    ...(onStaffList && { onStaffList }),
  }),
  offer: ({ email, organisation, hasRegistry, isAffiliated }: OfferFacts) => ({
    maxStrength: strongIf(isAffiliated),
    has: organisation && email ? [email] : [],
    isUnavailable: !hasRegistry,
    atHand: organisation?.atAffiliation === true,
  }),
  place: 2,
  lacking: { code: 'no_registry', owner: 'instance', label: 'an email address at your institution' },
  step: 'institution',
  title: 'Email address at your institution',
  proofTitle: 'Address at an institution',
  needs: 'Type an address that your institution gave you. We send a link to it. About two minutes.',
  strongIf:
    'the institution is an affiliation of this profile, and the address is at its main domain and made of your full name (given name and family name), which no other author here has.',
  otherwise: (days) => `Any other address there is a fair proof: ${days} days of public notice.`,
  reveals: 'the domain, the institution, and whether the address is made of the name. Never the address.',
  basis: ({ address }) => addressTexts[loggedText(address)] ?? '',
  refusals: {
    domain_not_in_registry: {
      status: 403,
      title: 'We know no organisation with this domain',
      detail: 'None of the active organisations that this instance has from the ROR registry uses the part after the @.',
      action: 'Use an address on another domain of your institution. Any confirmed address works as a weak proof.',
    },
  },
});
