import { z } from 'zod';
import type { BindingRule } from '../binding-rules.ts';
import { defineProofRule, loggedText, recheckedWeekly, type SharedOfferFacts, strongIf } from '../proof-rule.ts';

const evidence = z.object({
  repository: z.string(),
  work: z.string(),
  /** The host's permanent id of the account that owns the namespace; null if the host does not give it. */
  ownerId: z.string().nullable().default(null),
  /** Whether the commit that added the token is verified, and its author's address is firmly printed beside the record's name. */
  printedCommitter: z.boolean().default(false),
});

const byPrintedCommitter: BindingRule<z.infer<typeof evidence>> = {
  id: 'printed_committer',
  text: 'The commit that added the token is verified by the host, and made from an address that would be a strong proof as an address printed in a work.',
  why: 'Accounts at code hosts are renamed and shared, so a file in a repository shows only that you can write there.',
  action: 'Commit the file from the address that works print beside your name, with a verified signature, or use another proof.',
  holds: ({ printedCommitter }) => printedCommitter,
  producedBy: ['push_file', 'forge_author', 'register_login'],
};

const committerTexts: Record<string, string> = {
  any: 'Added by somebody with write access.',
  owner: 'Added by the owner of the namespace, in a verified commit.',
  printed: 'Added in a verified commit from an address that a work prints beside the name.',
};

interface OfferFacts extends SharedOfferFacts {
  /** Repositories that works of the record link to. */
  repositories: string[];
  /** Whether one of them is on a host that identifies committers. */
  identifiesCommitters: boolean;
}

/** A token file in a repository that a work of the record links. */
export const repository = defineProofRule(evidence, {
  family: 'work_embedded',
  by: 'probe',
  ...recheckedWeekly,
  unboundBy: ['no_longer_linked', 'owner_changed'],
  bindings: [byPrintedCommitter],
  subject: ({ repository }) => ({ verifier: new URL(repository).host, subject: repository }),
  logged: ({ ownerId, printedCommitter, work }) => ({ ownerId, committer: printedCommitter ? 'printed' : 'any', work }),
  offer: ({ repositories, identifiesCommitters, hasRegistry, printed }: OfferFacts) => ({
    maxStrength: strongIf(identifiesCommitters && hasRegistry && printed),
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
    'you add the file with a verified commit (one made on GitHub’s website is verified) from an address that works of two venues print beside your name.',
  otherwise: (days) => `Otherwise it is a fair proof: ${days} days of public notice.`,
  reveals: 'which repository it was, which work links it, and whether a printed address committed the file.',
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
