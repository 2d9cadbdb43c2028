import type { ClaimEvidence, Overlap } from './proofs.ts';

type Kind = ClaimEvidence['by'];
type Evidence<By extends Kind> = Extract<ClaimEvidence, { by: By }>;

/** Minimum age in days of an ORCID iD for a strong proof. */
const minOrcidAgeDays = 90;

interface BindingRule<By extends Kind> {
  kinds: readonly By[];
  /** The condition in words, for the method page. */
  text: string;
  holds(evidence: Evidence<By>): boolean;
}

const defineRule = <By extends Kind>(defined: BindingRule<By>): BindingRule<By> => defined;

/**
 * Registration agencies. They pass on deposits of publishers with iDs that the publishers have authenticated. Other parties may pass on any
 * iD.
 */
const registrationAgencies = ['Crossref', 'DataCite'];
const maySignerBeUnstated = ({ assertedBy }: Overlap): boolean => assertedBy === null || registrationAgencies.includes(assertedBy);

const isAuthenticated = ({ overlap }: Evidence<'orcid'>): boolean => overlap?.by === 'authenticated_in_source';
const isPrinted = (evidence: Evidence<'institution_email'>): boolean => evidence.printed !== null;
const isPrintedCommitter = (evidence: Evidence<'repository'>): boolean => evidence.printedCommitter;

/**
 * The rules of `evidence-2`. A proof of control is strong only if all rules of its kind hold: somebody other than the claimant connects the
 * controlled thing to this author. Otherwise it is at most fair, and needs the public notice.
 */
export const bindingRules = {
  shared_work: defineRule({
    kinds: ['orcid'],
    text: 'The ORCID record lists a work of this profile, or a source of this profile states the iD as authenticated.',
    holds: ({ overlap }) => overlap !== null,
  }),
  asserted_by_other_party: defineRule({
    kinds: ['orcid'],
    text: 'Another party put that very work on the ORCID record: a publisher, Crossref, DataCite or an institution.',
    holds: (evidence) => isAuthenticated(evidence) || evidence.overlap === null || evidence.overlap.assertedBy !== null,
  }),
  signs_as_this_author: defineRule({
    kinds: ['orcid'],
    text: 'That party says that the iD is this author’s. Crossref or DataCite may leave it open where the names of the iD fit no co-author.',
    holds: ({ overlap }) =>
      overlap === null || overlap.signer === 'this_author' || (overlap.signer === 'not_told' && maySignerBeUnstated(overlap)),
  }),
  orcid_age: defineRule({
    kinds: ['orcid'],
    text: `The iD is at least ${minOrcidAgeDays} days old.`,
    holds: (evidence) => isAuthenticated(evidence) || (evidence.ageDays !== null && evidence.ageDays >= minOrcidAgeDays),
  }),
  at_affiliation: defineRule({
    kinds: ['institution_email', 'federated'],
    text: 'The institution is an affiliation of this profile or of one of its works.',
    holds: (evidence) => (evidence.by === 'institution_email' && isPrinted(evidence)) || evidence.atAffiliation,
  }),
  address_bears_name: defineRule({
    kinds: ['institution_email'],
    text: 'The address is made of the name of this profile, or a source prints it beside that name.',
    holds: (evidence) => isPrinted(evidence) || evidence.bearsName,
  }),
  issuer_names_author: defineRule({
    kinds: ['federated'],
    text: 'The institution gives one of the names of this profile.',
    holds: ({ asserted }) => asserted,
  }),
  fits_no_namesake: defineRule({
    kinds: ['institution_email', 'federated'],
    text: 'The name fits no other author of that institution here.',
    holds: (evidence) => (evidence.by === 'institution_email' && isPrinted(evidence)) || !evidence.fitsNamesake,
  }),
  printed_at_institution: defineRule({
    kinds: ['printed_email'],
    text: 'The address is at a domain of an organisation in the ROR registry, which nobody can buy.',
    holds: ({ atOrganisation }) => atOrganisation,
  }),
  named_as_own_page: defineRule({
    kinds: ['dns', 'rel_me'],
    text: 'A proven ORCID iD of this profile, or an earlier strong proof, names the domain as this author’s own.',
    holds: ({ ownedBy }) => ownedBy !== null,
  }),
  registered_before: defineRule({
    kinds: ['dns', 'rel_me'],
    text: 'The domain was registered before it was named, so that it has not changed hands since.',
    holds: ({ ownedBy, registeredOn }) => ownedBy === null || (registeredOn !== null && registeredOn <= ownedBy.since),
  }),
  committed_by_owner: defineRule({
    kinds: ['repository'],
    text: 'The commit that added the token is verified by the host, and made by the owner of the namespace or from an address printed on a work.',
    holds: (evidence) => isPrintedCommitter(evidence) || evidence.committedByOwner,
  }),
  namespace_bears_name: defineRule({
    kinds: ['repository'],
    text: 'The namespace that the work links bears the name of this author and of no co-author.',
    holds: (evidence) => isPrintedCommitter(evidence) || evidence.namespaceBearsName,
  }),
  owner_older_than_work: defineRule({
    kinds: ['repository'],
    text: 'The account that owns the namespace is older than the work.',
    holds: (evidence) => isPrintedCommitter(evidence) || evidence.ownerOlderThanWork,
  }),
} as const;

export type BindingRuleId = keyof typeof bindingRules;
const ruleIds = Object.keys(bindingRules) as BindingRuleId[];

const appliesTo = <By extends Kind>({ kinds }: BindingRule<By>, kind: Kind): kind is By => kinds.some((each) => each === kind);

const isMet = <By extends Kind>(rule: BindingRule<By>, evidence: ClaimEvidence): boolean =>
  appliesTo(rule, evidence.by) && rule.holds(evidence as Evidence<By>);

/** Returns the rules for a strong proof of a kind; none if the kind is never strong. */
export const bindingRulesFor = (kind: Kind): BindingRuleId[] =>
  ruleIds.filter((id) => appliesTo(bindingRules[id] as BindingRule<Kind>, kind));

/** Returns the rules that a proof does not meet, in the order of their explanation. */
export const unmetRules = (evidence: ClaimEvidence): BindingRuleId[] =>
  bindingRulesFor(evidence.by).filter((id) => !isMet(bindingRules[id] as BindingRule<Kind>, evidence));
