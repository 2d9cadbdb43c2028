import type { Strength } from '#lib/catalog/trust/model/snapshot.ts';
import type { BindingRuleId } from './binding-rules.ts';
import type { Failure, ProofKind, ProofState } from './proofs.ts';

/** One of an account's own proofs for a record, as only that account may see it. */
export interface ProofView {
  id: string;
  kind: ProofKind;
  state: ProofState;
  /** The address, domain, page, repository or iD. */
  target: string;
  /** What is to be placed, for what everybody can look at; a code that was mailed is not shown. */
  token: string | null;
  strength: Strength | null;
  failure: Failure | null;
  /** Of an iD: why nothing ties it to the record, so that it is only fair. */
  untied: 'no_public_name' | 'other_name' | 'no_shared_work' | null;
  /** What keeps it from being strong; none where it is, or never can be. */
  unmet: BindingRuleId[];
  failures: number;
  checkedAt: Date | null;
  expiresAt: Date | null;
}

/** A proof method that is open to a reader, with what makes it quick for this reader. */
export interface ProofOption {
  kind: ProofKind;
  /** How much it shows at most, as far as the record and this instance allow it before anything is looked at. */
  atMost: Strength;
  /** What the reader or the record has already: an address, an iD, repositories, domains. */
  has: string[];
  /** Why it cannot be used for this record, or null. */
  unavailable: 'not_set_up' | 'no_registry' | 'no_federation' | 'nothing_linked' | 'nothing_printed' | null;
  /** Organisations whose login can be shown. */
  organisations?: { id: string; name: string }[];
}

/** What decides how quick each method is. */
interface ProofOptionFacts {
  orcidSetUp: boolean;
  /** The ROR registry was imported. */
  hasRegistry: boolean;
  /** The record or one of its works names an institution of the registry. */
  isAffiliated: boolean;
  /** A proven ORCID iD of the record, or an earlier strong proof, can name a page or domain as its own. */
  canNamePages: boolean;
  /** The namespace of a linked repository has the name of the record, on a host that says who committed. */
  hasOwnNamespace: boolean;
  /** Organisations whose login this instance can ask for. */
  federated: { id: string; name: string }[];
  orcid: string | null;
  email: string | null;
  /** The organisation at the domain of the reader's own address, where the registry has it. */
  organisation: { name: string; atAffiliation: boolean } | null;
  /** Repositories that works of the record link, and domains that they name. */
  repositories: string[];
  domains: string[];
  /** A source prints an address beside the record's name on a work. */
  printed: boolean;
}

const strengthOrder: readonly Strength[] = ['strong', 'fair', 'weak'];

/**
 * The proof methods for a record: first those that need nothing more than a press of a button and decide at once, then by
 * strength and by what the reader has at hand. What is shut comes last, and says why.
 */
export function proofOptionsFor({
  orcidSetUp,
  hasRegistry,
  isAffiliated,
  canNamePages,
  hasOwnNamespace,
  federated,
  orcid,
  email,
  organisation,
  repositories,
  domains,
  printed,
}: ProofOptionFacts): ProofOption[] {
  const strongIf = (can: boolean): Strength => (can ? 'strong' : 'fair');
  const isPrintedAtInstitution = hasRegistry && printed;
  const options: (ProofOption & { atHand: boolean })[] = [
    { kind: 'orcid', atMost: 'strong', has: orcid ? [orcid] : [], unavailable: orcidSetUp ? null : 'not_set_up', atHand: orcid !== null },
    {
      kind: 'institution_email',
      atMost: strongIf(isAffiliated || isPrintedAtInstitution),
      has: organisation && email ? [email] : [],
      unavailable: hasRegistry ? null : 'no_registry',
      atHand: organisation?.atAffiliation === true,
    },
    {
      kind: 'federated',
      atMost: strongIf(isAffiliated),
      has: [],
      organisations: federated,
      unavailable: federated.length > 0 ? null : 'no_federation',
      atHand: false,
    },
    {
      kind: 'repository',
      atMost: strongIf(hasOwnNamespace || isPrintedAtInstitution),
      has: repositories,
      unavailable: repositories.length > 0 ? null : 'nothing_linked',
      atHand: false,
    },
    { kind: 'dns', atMost: strongIf(canNamePages), has: domains, unavailable: null, atHand: false },
    {
      kind: 'orcid_employment',
      atMost: 'fair',
      has: orcid ? [orcid] : [],
      unavailable: orcidSetUp ? null : 'not_set_up',
      atHand: false,
    },
    { kind: 'rel_me', atMost: strongIf(canNamePages), has: [], unavailable: null, atHand: false },
    { kind: 'email', atMost: 'weak', has: email ? [email] : [], unavailable: null, atHand: email !== null },
    { kind: 'printed_email', atMost: strongIf(hasRegistry), has: [], unavailable: printed ? null : 'nothing_printed', atHand: false },
  ];
  const rank = ({ unavailable, atMost, atHand, has }: ProofOption & { atHand: boolean }): number =>
    (unavailable ? 1000 : 0) + strengthOrder.indexOf(atMost) * 100 + (atHand ? 0 : 10) + (has.length > 0 ? 0 : 1);
  return options
    .map((option, at) => ({ option, at }))
    .sort((a, b) => rank(a.option) - rank(b.option) || a.at - b.at)
    .map(({ option: { atHand: _, ...option } }) => option);
}

/** Another record that may be the same person's, with the reasons. */
export interface Candidate {
  slug: string;
  name: string;
  works: number;
  reasons: string[];
}
