import { z } from 'zod';
import { type BindingRule, orIf } from '../binding-rules.ts';
import { noticeDays } from '../notice.ts';
import { defineProofRule, loggedText, recheckedWeekly, type SharedOfferFacts, strongIf } from '../proof-rule.ts';

const evidence = z.object({
  repository: z.string(),
  work: z.string(),
  /** The host's permanent id of the account that owns the namespace; null if the host does not give it. */
  ownerId: z.string().nullable().default(null),
  /** Whether the host has verified the commit that added the token, and its author is that account. */
  committedByOwner: z.boolean().default(false),
  namespaceBearsName: z.boolean().default(false),
  ownerOlderThanWork: z.boolean().default(false),
  /** Whether that commit is verified, and its author's address is printed beside the record's name on a work. */
  printedCommitter: z.boolean().default(false),
});

const ownBindings: BindingRule<z.infer<typeof evidence>>[] = [
  {
    id: 'committed_by_owner',
    text: 'The commit that added the token is verified by the host, and made by the owner of the namespace or from an address printed on a work.',
    why: 'The file was not added by the owner of the repository’s namespace in a verified commit.',
    action: 'Add the file on the website of the host, signed in as the owner, or sign the commit with your own key. Then check again.',
    holds: ({ committedByOwner }) => committedByOwner,
  },
  {
    id: 'namespace_bears_name',
    text: 'The namespace that the work links has the name of this author and of no co-author.',
    why: 'The namespace of the repository does not contain your full name, or the repository has moved to another one.',
    action: 'Use another proof, such as your ORCID iD.',
    holds: ({ namespaceBearsName }) => namespaceBearsName,
  },
  {
    id: 'owner_older_than_work',
    text: 'The account that owns the namespace is older than the work.',
    why: 'The account that owns the repository is younger than the work that links it.',
    action: 'Use another proof, such as your ORCID iD.',
    holds: ({ ownerOlderThanWork }) => ownerOlderThanWork,
  },
];

const committerTexts: Record<string, string> = {
  any: 'Added by somebody with write access.',
  owner: 'Added by the owner of the namespace, in a verified commit.',
  printed: 'Added in a verified commit from an address that a work prints beside the name.',
};

interface OfferFacts extends SharedOfferFacts {
  /** Repositories that works of the record link to. */
  repositories: string[];
  /** Whether the namespace of one of them matches the record's name, on a host that identifies committers. */
  hasOwnNamespace: boolean;
}

/** A token file in a repository that a work of the record links. */
export const repository = defineProofRule(evidence, {
  family: 'work_embedded',
  by: 'probe',
  ...recheckedWeekly,
  unboundBy: ['no_longer_linked', 'owner_changed'],
  bindings: orIf(({ printedCommitter }) => printedCommitter, ownBindings),
  subject: ({ repository }) => ({ verifier: new URL(repository).host, subject: repository }),
  logged: ({ ownerId, printedCommitter, committedByOwner, work }) => ({
    ownerId,
    committer: printedCommitter ? 'printed' : committedByOwner ? 'owner' : 'any',
    work,
  }),
  offer: ({ repositories, hasOwnNamespace, hasRegistry, printed }: OfferFacts) => ({
    maxStrength: strongIf(hasOwnNamespace || (hasRegistry && printed)),
    has: repositories,
    isUnavailable: repositories.length === 0,
  }),
  place: 4,
  lacking: { code: 'nothing_linked', owner: 'record', label: 'a linked repository' },
  step: 'repository',
  title: 'A repository that one of these works links',
  proofTitle: 'File in a repository that a work links',
  needs: 'Put a small file with a token into the repository, on its default branch. A few minutes.',
  strongIf:
    'the repository is in a namespace with your name, and you add the file there as its owner with a verified commit (one made on GitHub’s website is verified).',
  otherwise: `A file added by anybody else with write access is a fair proof: ${noticeDays} days of public notice.`,
  reveals: 'which repository it was, which work links it, and whether its owner added the file.',
  basis: ({ committer }) => committerTexts[loggedText(committer)] ?? '',
  failures: {
    owner_changed: {
      missing: 'The repository belongs to another account at its host than before.',
      next: 'If it is still yours, show it as a new proof. If not, choose another proof.',
    },
  },
  refusals: {
    bad_repository: {
      status: 400,
      title: 'This repository address is invalid',
      detail: 'An address such as https://github.com/owner/name is needed, on a supported host.',
      action: 'Copy the address of the repository’s main page.',
    },
    repository_not_linked: {
      status: 403,
      title: 'No work of this profile links to this repository',
      detail: 'A repository is a proof only if a work names it as its code.',
      action: 'Choose one of the listed repositories, or another method.',
    },
  },
});
