import { z } from 'zod';
import { atAffiliation, type BindingRule, fitsNoNamesake, orIf } from '../binding-rules.ts';
import { noticeDays } from '../notice.ts';
import { defineProofRule, expiresAfter, loggedText, type SharedOfferFacts, strongIf } from '../proof-rule.ts';

const evidence = z.object({
  domain: z.string(),
  rorId: z.string(),
  organisation: z.string(),
  /** Whether the organisation is an affiliation of the record or of one of its works. */
  atAffiliation: z.boolean(),
  /** Whether the local part consists of the record's name. */
  bearsName: z.boolean().default(false),
  /** Whether it also matches another author of that organisation on this site. */
  fitsNamesake: z.boolean().default(true),
  /** The work on which a source prints the address beside the record's name. */
  printed: z.string().nullable().default(null),
});

const bearsName: BindingRule<{ bearsName: boolean }> = {
  id: 'address_bears_name',
  text: 'The address is made of the name of this profile, or a source prints it beside that name.',
  why: 'The address is not made of the full name of this profile, or is a student’s, so it could belong to somebody else at the institution.',
  action: 'Use an address with your given name and family name, if you have one, or another proof.',
  holds: (facts) => facts.bearsName,
};

const addressTexts: Record<string, string> = {
  any: 'Any address of this organisation, not made of the name.',
  named: 'The address is made of the name, and of no namesake’s there.',
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
  bindings: orIf<z.infer<typeof evidence>>(({ printed }) => printed !== null, [atAffiliation, bearsName, fitsNoNamesake]),
  isThirdParty: () => true,
  subject: ({ domain }) => ({ verifier: 'mail', subject: domain }),
  logged: ({ rorId, printed, bearsName, fitsNamesake }) => ({
    rorId,
    address: printed !== null ? 'printed' : bearsName && !fitsNamesake ? 'named' : 'any',
  }),
  offer: ({ email, organisation, hasRegistry, isAffiliated, printed }: OfferFacts) => ({
    maxStrength: strongIf(isAffiliated || (hasRegistry && printed)),
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
    'the institution is an affiliation of this profile and the address is made of your full name (given name and family name), and of no namesake’s there; or if a source prints the address beside your name.',
  otherwise: `Any other address there is a fair proof: ${noticeDays} days of public notice.`,
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
