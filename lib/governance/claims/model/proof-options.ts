import type { Strength } from '#lib/catalog/trust/model/snapshot.ts';
import type { StepId } from '#lib/catalog/trust/model/steps.ts';
import type { AttestationCandidate, AttestationKind } from './attestations.ts';
import type { BindingRuleId } from './binding-rules.ts';
import { isProofKind, type ProofFailure, type ProofKind, type ProofState, proofRules } from './proofs.ts';

/** A proof of an account for a record, as only that account sees it. */
export interface ProofView {
  id: string;
  kind: ProofKind;
  state: ProofState;
  /** The email address, domain, page, repository or iD. */
  target: string;
  /** The token to place, for public targets; mailed codes are not shown. */
  token: string | null;
  strength: Strength | null;
  failure: ProofFailure | null;
  /** For an iD: why nothing ties it to the record, so that it is only fair. */
  untied: 'no_public_name' | 'other_name' | 'no_shared_work' | null;
  /** The unmet rules for a strong proof; empty if it is strong or can never be. */
  unmetRules: BindingRuleId[];
  failures: number;
  checkedAt: Date | null;
  expiresAt: Date | null;
}

/** A proof method for a record, with what the viewer already has for it. */
export interface ProofOption {
  kind: ProofKind;
  /** The greatest possible strength, given the record and the configuration of this instance. */
  maxStrength: Strength;
  /** What the viewer or the record already has: an address, an iD, repositories or domains. */
  has: string[];
  /** Why it cannot be used for this record, or null. */
  unavailable: 'not_set_up' | 'no_registry' | 'no_federation' | 'nothing_linked' | 'nothing_named' | 'nothing_printed' | null;
  /** Organisations whose login can be used. */
  organisations?: { id: string; name: string }[];
}

/** The facts that determine the order and strength of the methods. */
interface ProofOptionFacts {
  orcidSetUp: boolean;
  /** Whether the ROR registry was imported. */
  hasRegistry: boolean;
  /** Whether the record or one of its works names an institution of the registry. */
  isAffiliated: boolean;
  /** Whether a proven ORCID iD of the record, or an earlier strong proof, can name a page or domain as its own. */
  canNamePages: boolean;
  /** Whether the namespace of a linked repository matches the record's name, on a host that identifies committers. */
  hasOwnNamespace: boolean;
  /** Organisations whose login this instance supports. */
  federated: { id: string; name: string }[];
  orcid: string | null;
  email: string | null;
  /** The organisation at the domain of the viewer's address, if the registry has it. */
  organisation: { name: string; atAffiliation: boolean } | null;
  /** Repositories that works of the record link to, and domains that they name. */
  repositories: string[];
  domains: string[];
  /** Whether a source prints an address beside the record's name on a work. */
  printed: boolean;
}

const strengthOrder: readonly Strength[] = ['strong', 'fair', 'weak'];

/** A proof method, and whether the viewer can use it without further preparation. */
type RankedOption = ProofOption & { atHand: boolean };
/** By default nothing is there for a method, and nothing prevents its use. */
type MethodFacts = Pick<RankedOption, 'kind' | 'maxStrength'> & Partial<RankedOption>;

function proofMethods(facts: ProofOptionFacts): MethodFacts[] {
  const { orcidSetUp, hasRegistry, isAffiliated, canNamePages, hasOwnNamespace, federated } = facts;
  const { orcid, email, organisation, repositories, domains, printed } = facts;
  const strongIf = (condition: boolean): Strength => (condition ? 'strong' : 'fair');
  const isPrintedAtInstitution = hasRegistry && printed;
  const ofOrcid = { has: orcid ? [orcid] : [], unavailable: orcidSetUp ? null : ('not_set_up' as const) };
  return [
    { kind: 'orcid', maxStrength: 'strong', ...ofOrcid, atHand: orcid !== null },
    {
      kind: 'institution_email',
      maxStrength: strongIf(isAffiliated || isPrintedAtInstitution),
      has: organisation && email ? [email] : [],
      unavailable: hasRegistry ? null : 'no_registry',
      atHand: organisation?.atAffiliation === true,
    },
    {
      kind: 'federated',
      maxStrength: strongIf(isAffiliated),
      organisations: federated,
      unavailable: federated.length > 0 ? null : 'no_federation',
    },
    {
      kind: 'repository',
      maxStrength: strongIf(hasOwnNamespace || isPrintedAtInstitution),
      has: repositories,
      unavailable: repositories.length > 0 ? null : 'nothing_linked',
    },
    {
      kind: 'dns',
      maxStrength: strongIf(canNamePages),
      has: domains,
      unavailable: domains.length > 0 || canNamePages || orcidSetUp ? null : 'nothing_named',
    },
    { kind: 'orcid_employment', maxStrength: 'fair', ...ofOrcid },
    { kind: 'rel_me', maxStrength: strongIf(canNamePages) },
    { kind: 'email', maxStrength: 'weak', has: email ? [email] : [], atHand: email !== null },
    { kind: 'printed_email', maxStrength: strongIf(hasRegistry), unavailable: printed ? null : 'nothing_printed' },
  ];
}

/**
 * Returns the proof methods for a record: by greatest strength, then by what the viewer has at hand. Unavailable methods come last, with
 * the reason.
 */
export function proofOptionsFor(facts: ProofOptionFacts): ProofOption[] {
  const rank = ({ unavailable, maxStrength, atHand, has }: RankedOption): number =>
    (unavailable ? 1000 : 0) + strengthOrder.indexOf(maxStrength) * 100 + (atHand ? 0 : 10) + (has.length > 0 ? 0 : 1);
  return proofMethods(facts)
    .map((method): RankedOption => ({ has: [], unavailable: null, atHand: false, ...method }))
    .sort((a, b) => rank(a) - rank(b))
    .map(({ atHand: _, ...option }) => option);
}

/** Another record that may belong to the same person, with the reasons. */
export interface SamePersonCandidate {
  slug: string;
  name: string;
  works: number;
  reasons: string[];
}

/** The proof method, or the attestation, that a suggested step needs. */
const neededFor = {
  orcid: 'orcid',
  institution: 'institution_email',
  repository: 'repository',
  assured: 'federated',
  confirmations: 'confirmation',
  vouch: 'vouch',
} as const satisfies Partial<Record<StepId, ProofKind | AttestationKind>>;

/**
 * Returns the steps that lead nowhere: this instance, the works or the co-authors of the record do not permit them.
 * @param shown the kinds of the owner's proofs
 */
export function impossibleSteps(
  options: readonly ProofOption[],
  candidates: readonly Pick<AttestationCandidate, 'kinds'>[],
  shown: readonly string[],
): Set<StepId> {
  const methods = options.filter(({ unavailable }) => unavailable === null).map(({ kind }) => kind);
  const usable = new Set<ProofKind | AttestationKind>([...methods, ...candidates.flatMap(({ kinds }) => kinds)]);
  const steps = Object.keys(neededFor) as (keyof typeof neededFor)[];
  const canRecheck = shown.some((kind) => isProofKind(kind) && proofRules[kind].recheckDays !== null);
  return new Set<StepId>([...steps.filter((step) => !usable.has(neededFor[step])), ...(canRecheck ? [] : (['recheck'] as const))]);
}
