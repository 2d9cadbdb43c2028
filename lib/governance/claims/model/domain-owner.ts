import { z } from 'zod';
import type { ProofFacts } from '#lib/catalog/trust/model/log.ts';
import type { BindingRule } from './binding-rules.ts';
import { loggedText } from './proof-rule.ts';

/** Who names a domain as this author's own, and since when (YYYY-MM-DD). */
const domainOwner = z.object({ by: z.enum(['orcid', 'proof']), since: z.string() });
export type DomainOwner = z.infer<typeof domainOwner>;

/** The evidence of who owns a page or domain. */
export const ownerEvidence = {
  ownedBy: domainOwner.nullable().default(null),
  /** The registration date of the domain (RDAP, RFC 9083), if its registry gives it. */
  registeredOn: z.string().nullable().default(null),
};
interface OwnerFacts {
  ownedBy: DomainOwner | null;
  registeredOn: string | null;
}

export const loggedOwner = ({ ownedBy, registeredOn }: OwnerFacts) => ({ ownedBy, registeredOn });

export const ownerBindings: readonly BindingRule<OwnerFacts>[] = [
  {
    id: 'named_as_own_page',
    text: 'A proven ORCID iD of this profile, or an earlier strong proof, names the domain as this author’s own.',
    why: 'No independent source says that this page, domain or repository is yours.',
    action: 'Show a strong ORCID proof for this profile and list the address there under “Websites and social links”, then check again.',
    holds: ({ ownedBy }) => ownedBy !== null,
    producedBy: ['buy_domain'],
  },
  {
    id: 'registered_before',
    text: 'The domain was registered before it was named, so that it has not changed hands since.',
    why: 'The domain was registered after it was named, or its registry does not say when. It may have changed hands.',
    action: 'Use another proof.',
    holds: ({ ownedBy, registeredOn }) => ownedBy === null || (registeredOn !== null && registeredOn <= ownedBy.since),
    producedBy: ['buy_domain'],
  },
];

export function ownerBasis(logged: ProofFacts): string {
  const ownedBy = logged.ownedBy as { by?: unknown; since?: unknown } | null | undefined;
  if (!ownedBy) return 'No independent source connects it to this author.';
  const registeredOn = loggedText(logged.registeredOn);
  const registeredSentence = registeredOn ? ` It was registered on ${registeredOn}.` : '';
  return `Named as this author’s own by ${ownedBy.by === 'orcid' ? 'their proven ORCID iD' : 'an earlier strong proof'} since ${loggedText(ownedBy.since)}.${registeredSentence}`;
}
