import { z } from 'zod';

/** The attributes of a federated login that are used. */
export interface FederatedAssertion {
  issuer: string;
  /** The issuer's id of the person; stored with the account only, never logged. */
  subject: string;
  /** The person's name variants; empty if the login has none. */
  names: string[];
  /** Domains of the organisations that the person currently belongs to. */
  domains: string[];
  /** Whether identity proofing is RAF "medium" or better. */
  assured: boolean;
}

/**
 * Values of eduPersonAssurance for identity proofing of "medium" or better in the REFEDS Assurance Framework: the two profiles, and the IAP
 * values of version 1 ("medium") and version 2 ("moderate").
 */
const assuredValues = new Set(
  ['IAP/medium', 'IAP/moderate', 'IAP/high', 'profile/cappuccino', 'profile/espresso'].map((end) => `https://refeds.org/assurance/${end}`),
);

/** Affiliations of members. Alumni, affiliates and library walk-ins are excluded (eduPerson 4.4). */
const memberAffiliations = new Set(['faculty', 'staff', 'employee', 'student', 'member']);

const stringList = z
  .union([z.string(), z.array(z.unknown())])
  .nullish()
  .catch(null)
  .transform((input) => (Array.isArray(input) ? input.filter((each) => typeof each === 'string') : input ? [input] : []));
const optionalString = z.string().nullish().catch(null);

/** The OpenID Connect claims that are read, named as in the REFEDS mapping. Others are ignored. */
const claimsSchema = z.object({
  name: optionalString,
  given_name: optionalString,
  family_name: optionalString,
  eduperson_assurance: stringList,
  eduperson_scoped_affiliation: stringList,
  schac_home_organization: stringList,
});

const maxNameLength = 200;
const normalizeName = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim().slice(0, maxNameLength);

/**
 * Parses an assertion from verified claims.
 * @param issuerDomains the only domains that the issuer may assert; any domain if empty
 */
export function parseFederatedAssertion(
  { issuer, subject }: Pick<FederatedAssertion, 'issuer' | 'subject'>,
  claims: Readonly<Record<string, unknown>>,
  issuerDomains: readonly string[] = [],
): FederatedAssertion {
  const parsed = claimsSchema.parse(claims);
  const scopedDomains = parsed.eduperson_scoped_affiliation.flatMap((value) => {
    const [kind = '', domain = '', more] = value.toLowerCase().split('@');
    return more === undefined && memberAffiliations.has(kind) ? [domain] : [];
  });
  // Alumni and guests have a home organisation too: a scoped affiliation takes precedence.
  const isNoMember = scopedDomains.length === 0 && parsed.eduperson_scoped_affiliation.length > 0;
  const homeDomains = isNoMember ? [] : parsed.schac_home_organization.map((each) => each.toLowerCase());
  const domains = [...scopedDomains, ...homeDomains].map((each) => each.trim().replace(/\.$/, ''));
  const isAllowed = (domain: string): boolean =>
    issuerDomains.length === 0 || issuerDomains.some((issuerDomain) => domain === issuerDomain || domain.endsWith(`.${issuerDomain}`));
  const fullName = [parsed.given_name, parsed.family_name].filter(Boolean).join(' ');
  return {
    issuer,
    subject,
    names: [...new Set([parsed.name ?? '', fullName].map(normalizeName).filter((name) => name !== ''))],
    domains: [...new Set(domains.filter((domain) => /^[a-z0-9.-]{3,253}$/.test(domain) && isAllowed(domain)))].slice(0, 20),
    assured: parsed.eduperson_assurance.some((value) => assuredValues.has(value)),
  };
}
