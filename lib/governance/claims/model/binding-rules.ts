import type { ClaimEvidence, Overlap } from './proofs.ts';

type Kind = ClaimEvidence['by'];
type Evidence<By extends Kind> = Extract<ClaimEvidence, { by: By }>;

/** Minimum age in days of an ORCID iD for a strong proof. */
const minOrcidAgeDays = 90;

interface BindingRule<By extends Kind> {
  kinds: readonly By[];
  /** The condition in words, for the method page. */
  text: string;
  holds(shown: Evidence<By>): boolean;
}

const rule = <By extends Kind>(defined: BindingRule<By>): BindingRule<By> => defined;

/**
 * Registration agencies. They pass on deposits of publishers with iDs that the publishers have authenticated. Other parties may pass on any
 * iD.
 */
const agencies = ['Crossref', 'DataCite'];
const isLeftOpen = ({ assertedBy }: Overlap): boolean => assertedBy === null || agencies.includes(assertedBy);

const isAuthenticated = ({ overlap }: Evidence<'orcid'>): boolean => overlap?.by === 'authenticated_in_source';
const isPrinted = (shown: Evidence<'institution_email'>): boolean => shown.printed !== null;
const isPrintedCommitter = (shown: Evidence<'repository'>): boolean => shown.printedCommitter;

/**
 * The rules of `evidence-2`. A proof of control is strong only if all rules of its kind hold: somebody other than the claimant connects the
 * controlled thing to this author. Otherwise it is at most fair, and needs the public notice.
 */
export const bindingRules = {
  shared_work: rule({
    kinds: ['orcid'],
    text: 'The ORCID record lists a work of this profile, or a source of this profile states the iD as authenticated.',
    holds: ({ overlap }) => overlap !== null,
  }),
  asserted_by_other_party: rule({
    kinds: ['orcid'],
    text: 'Another party put that very work on the ORCID record: a publisher, Crossref, DataCite or an institution.',
    holds: (shown) => isAuthenticated(shown) || shown.overlap === null || shown.overlap.assertedBy !== null,
  }),
  signs_as_this_author: rule({
    kinds: ['orcid'],
    text: 'That party says that the iD is this author’s. Crossref or DataCite may leave it open where the names of the iD fit no co-author.',
    holds: ({ overlap }) => overlap === null || overlap.signer === 'this_author' || (overlap.signer === 'not_told' && isLeftOpen(overlap)),
  }),
  orcid_age: rule({
    kinds: ['orcid'],
    text: `The iD is at least ${minOrcidAgeDays} days old.`,
    holds: (shown) => isAuthenticated(shown) || (shown.ageDays !== null && shown.ageDays >= minOrcidAgeDays),
  }),
  at_affiliation: rule({
    kinds: ['institution_email', 'federated'],
    text: 'The institution is an affiliation of this profile or of one of its works.',
    holds: (shown) => (shown.by === 'institution_email' && isPrinted(shown)) || shown.atAffiliation,
  }),
  address_bears_name: rule({
    kinds: ['institution_email'],
    text: 'The address is made of the name of this profile, or a source prints it beside that name.',
    holds: (shown) => isPrinted(shown) || shown.bearsName,
  }),
  issuer_names_author: rule({
    kinds: ['federated'],
    text: 'The institution gives one of the names of this profile.',
    holds: ({ asserted }) => asserted,
  }),
  fits_no_namesake: rule({
    kinds: ['institution_email', 'federated'],
    text: 'The name fits no other author of that institution here.',
    holds: (shown) => (shown.by === 'institution_email' && isPrinted(shown)) || !shown.fitsNamesake,
  }),
  printed_at_institution: rule({
    kinds: ['printed_email'],
    text: 'The address is at a domain of an organisation in the ROR registry, which nobody can buy.',
    holds: ({ atOrganisation }) => atOrganisation,
  }),
  named_as_own_page: rule({
    kinds: ['dns', 'rel_me'],
    text: 'A proven ORCID iD of this profile, or an earlier strong proof, names the domain as this author’s own.',
    holds: ({ ownedBy }) => ownedBy !== null,
  }),
  registered_before: rule({
    kinds: ['dns', 'rel_me'],
    text: 'The domain was registered before it was named, so that it has not changed hands since.',
    holds: ({ ownedBy, registeredOn }) => ownedBy === null || (registeredOn !== null && registeredOn <= ownedBy.since),
  }),
  committed_by_owner: rule({
    kinds: ['repository'],
    text: 'The commit that added the token is verified by the host, and made by the owner of the namespace or from an address printed on a work.',
    holds: (shown) => isPrintedCommitter(shown) || shown.committedByOwner,
  }),
  namespace_bears_name: rule({
    kinds: ['repository'],
    text: 'The namespace that the work links bears the name of this author and of no co-author.',
    holds: (shown) => isPrintedCommitter(shown) || shown.namespaceBearsName,
  }),
  owner_older_than_work: rule({
    kinds: ['repository'],
    text: 'The account that owns the namespace is older than the work.',
    holds: (shown) => isPrintedCommitter(shown) || shown.ownerOlderThanWork,
  }),
} as const;

export type BindingRuleId = keyof typeof bindingRules;
const ids = Object.keys(bindingRules) as BindingRuleId[];

const isOf = <By extends Kind>({ kinds }: BindingRule<By>, kind: Kind): kind is By => kinds.some((each) => each === kind);

const holds = <By extends Kind>(given: BindingRule<By>, shown: ClaimEvidence): boolean =>
  isOf(given, shown.by) && given.holds(shown as Evidence<By>);

/** Returns the rules for a strong proof of a kind; none if the kind is never strong. */
export const rulesFor = (kind: Kind): BindingRuleId[] => ids.filter((id) => isOf(bindingRules[id] as BindingRule<Kind>, kind));

/** Returns the rules that a proof does not meet, in the order of their explanation. */
export const unmetRules = (shown: ClaimEvidence): BindingRuleId[] =>
  rulesFor(shown.by).filter((id) => !holds(bindingRules[id] as BindingRule<Kind>, shown));
