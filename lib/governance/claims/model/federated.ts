import { z } from 'zod';

/** The attributes of a federated login that are used. */
export interface Assertion {
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
const enough = new Set(
  ['IAP/medium', 'IAP/moderate', 'IAP/high', 'profile/cappuccino', 'profile/espresso'].map((end) => `https://refeds.org/assurance/${end}`),
);

/** Affiliations of members. Alumni, affiliates and library walk-ins are excluded (eduPerson 4.4). */
const belongs = new Set(['faculty', 'staff', 'employee', 'student', 'member']);

const several = z
  .union([z.string(), z.array(z.unknown())])
  .nullish()
  .catch(null)
  .transform((input) => (Array.isArray(input) ? input.filter((each) => typeof each === 'string') : input ? [input] : []));
const one = z.string().nullish().catch(null);

/** The OpenID Connect claims that are read, named as in the REFEDS mapping. Others are ignored. */
const said = z.object({
  name: one,
  given_name: one,
  family_name: one,
  eduperson_assurance: several,
  eduperson_scoped_affiliation: several,
  schac_home_organization: several,
});

const maxName = 200;
const tidy = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim().slice(0, maxName);

/**
 * Parses an assertion from verified claims.
 * @param mayVouchFor the only domains that the issuer may assert; any domain if empty
 */
export function assertionIn(
  { issuer, subject }: Pick<Assertion, 'issuer' | 'subject'>,
  claims: Readonly<Record<string, unknown>>,
  mayVouchFor: readonly string[] = [],
): Assertion {
  const read = said.parse(claims);
  const scoped = read.eduperson_scoped_affiliation.flatMap((value) => {
    const [kind = '', domain = '', more] = value.toLowerCase().split('@');
    return more === undefined && belongs.has(kind) ? [domain] : [];
  });
  // Alumni and guests have a home organisation too: a scoped affiliation takes precedence.
  const isGone = scoped.length === 0 && read.eduperson_scoped_affiliation.length > 0;
  const home = isGone ? [] : read.schac_home_organization.map((each) => each.toLowerCase());
  const domains = [...scoped, ...home].map((each) => each.trim().replace(/\.$/, ''));
  const isAllowed = (domain: string): boolean =>
    mayVouchFor.length === 0 || mayVouchFor.some((own) => domain === own || domain.endsWith(`.${own}`));
  const whole = [read.given_name, read.family_name].filter(Boolean).join(' ');
  return {
    issuer,
    subject,
    names: [...new Set([read.name ?? '', whole].map(tidy).filter((name) => name !== ''))],
    domains: [...new Set(domains.filter((domain) => /^[a-z0-9.-]{3,253}$/.test(domain) && isAllowed(domain)))].slice(0, 20),
    assured: read.eduperson_assurance.some((value) => enough.has(value)),
  };
}
