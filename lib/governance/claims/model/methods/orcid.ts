import { z } from 'zod';
import type { ProofFacts } from '#lib/catalog/trust/model/log.ts';
import type { BindingRule } from '../binding-rules.ts';
import { defineProofRule, loggedText, recheckedWeekly } from '../proof-rule.ts';

/** What ties an ORCID record to an author record, strongest first. Public. */
const overlap = z.object({
  by: z.enum(['identifier', 'title_and_coauthor', 'authenticated_in_source', 'registry_item']),
  /** A DOI, an arXiv id or a title of a work. */
  what: z.string(),
  /** The organisation that added the work to the ORCID record; null if the holder did, also by a search tool. */
  assertedBy: z.string().nullable().default(null),
  /** Whom the asserting parties tie the iD to (`signerOf`). */
  signer: z.enum(['this_author', 'alone_in_two', 'other', 'not_told']).default('not_told'),
});
export type Overlap = z.infer<typeof overlap>;

/** Defaults apply to facts of `evidence-1`. */
const evidence = z.object({
  orcid: z.string(),
  overlap: overlap.nullable(),
  /** Up to ten overlapping works, with who asserted each. */
  overlaps: z.array(z.object({ what: z.string(), assertedBy: z.string().nullable() })).default([]),
  /** The registration date of the iD (YYYY-MM-DD), and its age in days when it was checked. */
  registeredOn: z.string().nullable().default(null),
  ageDays: z.number().nullable().default(null),
  /** Why nothing ties the iD to the record. Only its holder sees this. */
  untied: z.enum(['no_public_name', 'other_name', 'no_shared_work', 'other_year', 'other_authors', 'other_venue']).optional(),
  /** The name that the iD publishes under, for everyone to read. */
  publishedName: z.object({ name: z.string(), family: z.string().nullable() }).optional(),
  /** Whether a registry did not answer that could have told more. */
  isUnread: z.boolean().optional(),
});
type OrcidFacts = z.infer<typeof evidence>;

/** Minimum age in days of an ORCID iD for a strong proof. */
const minAgeDays = 90;

/** Registration agencies, whose entries for an iD count. Other parties may pass on any iD. */
const registrationAgencies = ['Crossref', 'DataCite'];
const isTold = ({ signer, assertedBy }: Overlap): boolean =>
  signer === 'alone_in_two' || (signer === 'this_author' && registrationAgencies.includes(assertedBy ?? ''));

const isAuthenticated = ({ overlap }: Pick<OrcidFacts, 'overlap'>): boolean => overlap?.by === 'authenticated_in_source';

const bindings: BindingRule<OrcidFacts>[] = [
  {
    id: 'shared_work',
    text: 'The ORCID record lists a work of this profile, or a source of this profile states the iD as authenticated.',
    why: 'Your iD lists no work of this profile.',
    action: 'Add one at ORCID, or let Crossref add it (ORCID, Trusted parties), then show the iD again.',
    holds: ({ overlap }) => overlap !== null,
    producedBy: ['rename_id'],
  },
  {
    id: 'asserted_by_other_party',
    text: 'Another party put that very work on the ORCID record: a publisher, Crossref, DataCite or an institution.',
    why: 'You added the works of this profile to your ORCID record yourself, by hand, with a search tool, or as a deposit with another DOI. Anybody could do that with their own iD.',
    action:
      'Let somebody else add one: give your iD when you submit a paper and allow Crossref or DataCite to update your record; for a published paper, ask the publisher to send your iD to Crossref with the metadata; or ask your institution to add the work. Choose “Check again” afterwards: one such work is enough. We also check every week.',
    holds: (facts) => isAuthenticated(facts) || facts.overlap === null || facts.overlap.assertedBy !== null,
    producedBy: ['list_work', 'use_search_tool', 'group_identifier'],
  },
  {
    id: 'signs_as_this_author',
    text: 'Crossref lists the iD beside this author, in a work that is no preprint or for which the author signed in at ORCID; or DataCite does, from a repository that the operator trusts. Or two works that others put there have no other author in common.',
    why: 'Nothing tells which author of the works the iD belongs to: Crossref does not list it beside your name, and your co-authors list the same works.',
    action:
      'Ask the publisher of one work to add your iD to your name at Crossref, and give it with your next paper. Or let Crossref add two works to your ORCID record that you wrote with different people. If you are another author of these works, claim that profile.',
    holds: (facts) => isAuthenticated(facts) || !facts.overlap?.assertedBy || isTold(facts.overlap),
    producedBy: ['sign_together', 'deposit_copy', 'use_press'],
  },
  {
    id: 'orcid_age',
    text: `The iD is at least ${minAgeDays} days old.`,
    why: `Your iD is less than ${minAgeDays} days old, or ORCID does not show its age.`,
    action: `Nothing to do: we check every week, and the proof becomes strong once the iD is ${minAgeDays} days old.`,
    holds: (facts) => isAuthenticated(facts) || (facts.ageDays !== null && facts.ageDays >= minAgeDays),
    producedBy: ['misstate_id'],
  },
];

interface AssertedWork {
  what?: unknown;
  assertedBy?: unknown;
}

/** Returns who added the shared works to an ORCID record, and the age of the iD. */
function basis({ overlap, overlaps, registeredOn }: ProofFacts): string {
  const sharedWorks =
    Array.isArray(overlaps) && overlaps.length > 0 ? (overlaps as AssertedWork[]) : overlap ? [overlap as AssertedWork] : [];
  const workTexts = sharedWorks.map(
    ({ what, assertedBy }) => `${loggedText(what)} (added by ${loggedText(assertedBy) || 'the holder of the iD'})`,
  );
  const ageSentence = loggedText(registeredOn) ? ` The iD was registered on ${loggedText(registeredOn)}.` : '';
  const isAlone = (overlap as { signer?: unknown } | null | undefined)?.signer === 'alone_in_two';
  const aloneSentence = isAlone ? ' Two of them have no other author in common.' : '';
  return `${workTexts.length > 0 ? `Shared works: ${workTexts.join('; ')}.` : 'No shared work.'}${aloneSentence}${ageSentence}`;
}

/** A linked ORCID iD, and what ties it to the record. */
export const orcid = defineProofRule(evidence, {
  family: 'registry',
  by: 'account',
  ...recheckedWeekly,
  months: 24,
  repeats: 'unless_strong',
  bindings,
  isThirdParty: isAuthenticated,
  subject: ({ orcid }) => ({ verifier: 'orcid.org', subject: orcid }),
  logged: ({ overlap, overlaps, registeredOn }) => ({ overlap, overlaps, registeredOn }),
  targetOf: ({ orcid }) => orcid,
  orcidOf: ({ orcid }) => orcid,
  publishedNameOf: ({ publishedName }) => publishedName,
  givesOrcid: true,
  offer: ({ orcid, orcidSetUp }) => ({
    maxStrength: 'strong',
    has: orcid ? [orcid] : [],
    isUnavailable: !orcidSetUp,
    atHand: orcid !== null,
  }),
  place: 1,
  lacking: { code: 'not_set_up', owner: 'instance', label: 'ORCID' },
  step: 'orcid',
  title: 'ORCID',
  proofTitle: 'ORCID iD',
  needs: 'Sign in at ORCID. We read the public works of your iD. About a minute.',
  strongIf: `Crossref lists your iD beside your name on a work of this profile, or others have put two of its works on your ORCID record that no co-author shares; your iD shows a name of this profile to everyone, and it is at least ${minAgeDays} days old.`,
  otherwise: (days) => `Works that you added yourself make it a fair proof: ${days} days of public notice.`,
  reveals: 'your iD on the profile, its age, which works tie the two together, and who added each of them.',
  basis,
  untied: {
    no_public_name:
      'Your iD shows no name to everyone, and co-authors list the same works, so nothing tells that it is yours and not theirs. Set a name to “Everyone” at ORCID, then show the iD again.',
    other_name:
      'The names that your iD shows are not among those of this profile. If you publish under this one, add it at ORCID under “Also known as”, set it to “Everyone”, then show the iD again.',
    no_shared_work:
      'Your iD lists no work of this profile by an identifier, or by a title with a co-author. Add one at ORCID, then show the iD again.',
    other_year:
      'Works here have no identifier, and the work with the same title on your ORCID record has another year. Suggest the identifier on the page of the work, or use your address at the institution.',
    other_authors:
      'Works here have no identifier, and the work with the same title on your ORCID record has other authors, or the source names too few. Suggest the identifier on the page of the work, or use your address at the institution.',
    other_venue:
      'Works here have no identifier, and their source names another venue than your ORCID record, or none. Suggest the identifier on the page of the work, or use your address at the institution.',
  },
});
