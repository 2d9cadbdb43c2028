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
  /** Those of them at which the person is staff, and no student. */
  staffDomains: string[];
  /** Whether the operator has limited the domains that the issuer may assert. */
  isBounded: boolean;
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

/** Affiliations of those who study at an organisation, whether or not they also work there. */
const studentAffiliations = new Set(['student', 'alum']);

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

const maxDomains = 20;
const maxNameLength = 200;
const normalizeName = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim().slice(0, maxNameLength);

/** What the operator has set for an issuer. */
interface IssuerSettings {
  /** The only domains that it may assert; any if empty. */
  domains: readonly string[];
  staffClaim: string;
  staffValues: readonly string[];
}

/** Splits a scoped affiliation into its kind and domain; null if it is malformed. */
function parseScoped(value: string): { kind: string; domain: string } | null {
  const [kind = '', domain = '', more] = value.toLowerCase().split('@');
  return more === undefined && domain !== '' ? { kind, domain: normalizeDomain(domain) } : null;
}

const normalizeDomain = (domain: string): string => domain.trim().replace(/\.$/, '');

/** Parses an assertion from verified claims. */
export function parseFederatedAssertion(
  { issuer, subject }: Pick<FederatedAssertion, 'issuer' | 'subject'>,
  claims: Readonly<Record<string, unknown>>,
  { domains: issuerDomains, staffClaim, staffValues }: IssuerSettings,
): FederatedAssertion {
  const parsed = claimsSchema.parse(claims);
  const scoped = parsed.eduperson_scoped_affiliation.flatMap((value) => parseScoped(value) ?? []);
  const scopedDomains = scoped.filter(({ kind }) => memberAffiliations.has(kind)).map(({ domain }) => domain);
  // Alumni and guests have a home organisation too: a scoped affiliation takes precedence.
  const isNoMember = scopedDomains.length === 0 && parsed.eduperson_scoped_affiliation.length > 0;
  const homeDomains = isNoMember ? [] : parsed.schac_home_organization.map((each) => normalizeDomain(each.toLowerCase()));
  const isAllowed = (domain: string): boolean =>
    issuerDomains.length === 0 || issuerDomains.some((issuerDomain) => domain === issuerDomain || domain.endsWith(`.${issuerDomain}`));
  const isDomain = (domain: string): boolean => /^[a-z0-9.-]{3,253}$/.test(domain) && isAllowed(domain);
  const domains = [...new Set([...scopedDomains, ...homeDomains].filter(isDomain))].slice(0, maxDomains);
  const values = staffValues.map((value) => value.toLowerCase());
  const staffStatements = stringList.parse(claims[staffClaim]).map((value) => value.toLowerCase());
  // A claim without scope speaks for the whole issuer.
  const isStaffAt = (domain: string): boolean =>
    staffStatements.some(
      (value) => values.includes(value) || values.some((kind) => parseScoped(value)?.domain === domain && value.startsWith(`${kind}@`)),
    );
  const isStudentAt = (domain: string): boolean => scoped.some((each) => each.domain === domain && studentAffiliations.has(each.kind));
  const fullName = [parsed.given_name, parsed.family_name].filter(Boolean).join(' ');
  // At many organisations people choose the displayed name themselves.
  const names = parsed.given_name && parsed.family_name ? [fullName] : [parsed.name ?? '', fullName];
  return {
    issuer,
    subject,
    names: [...new Set(names.map(normalizeName).filter((name) => name !== ''))],
    domains,
    staffDomains: domains.filter((domain) => isStaffAt(domain) && !isStudentAt(domain)),
    isBounded: issuerDomains.length > 0,
    assured: parsed.eduperson_assurance.some((value) => assuredValues.has(value)),
  };
}
