import type { Strength } from '#lib/catalog/trust/model/snapshot.ts';
import type { BindingRuleId } from '#lib/governance/claims/model/binding-rules.ts';
import { type ClaimStage, noticeDays } from '#lib/governance/claims/model/claim.ts';
import type { ProofOption } from '#lib/governance/claims/model/proof-options.ts';
import type { ProofFailure, ProofKind, ProofState } from '#lib/governance/claims/model/proofs.ts';

/** Labels of claim states. */
export const stageLabels: Record<ClaimStage, string> = {
  notice_period: 'in public notice',
  in_review: 'in review',
  accepted: 'accepted',
  rejected: 'rejected',
  appealed: 'rejected, under appeal',
  suspended: 'suspended while a dispute is decided',
  revoked: 'revoked',
  withdrawn: 'withdrawn',
};

/** Labels of the strength of a claim. */
export const strengthLabels: Record<Strength, string> = {
  weak: 'weak evidence: a confirmed address',
  fair: 'fair evidence',
  strong: 'strong evidence',
};

/** Names of the kinds of proof. */
export const proofLabels: Record<ProofKind, string> = {
  orcid: 'ORCID',
  email: 'Any confirmed email address',
  institution_email: 'Email address at your institution',
  rel_me: 'Your own web page',
  dns: 'Your own domain',
  repository: 'A repository that one of these works links',
  printed_email: 'The address printed on a work',
  federated: 'Your institution’s login',
  orcid_employment: 'Your institution’s entry on your ORCID record',
};

interface ProofOptionTexts {
  /** What to do, and how long it takes. */
  needs: string;
  /** When it is strong, after "if"; null if it never is. */
  strongIf: string | null;
  /** The effect of a proof that is not strong. */
  otherwise: string;
  /** What becomes public. */
  reveals: string;
}

export const proofOptionLabels: Record<ProofKind, ProofOptionTexts> = {
  orcid: {
    needs: 'Sign in at ORCID. We read the public works of your iD. About a minute.',
    strongIf:
      'a publisher, Crossref, DataCite or your institution has put a work of this profile on your ORCID record, your iD shows a name of this profile to everyone, and it is at least 90 days old.',
    otherwise: `Works that you added yourself make it a fair proof: ${noticeDays} days of public notice.`,
    reveals: 'your iD on the profile, its age, which works tie the two together, and who added each of them.',
  },
  institution_email: {
    needs: 'Type an address that your institution gave you. We send a link to it. About two minutes.',
    strongIf:
      'the institution is an affiliation of this profile and the address is made of your full name (given name and family name), and of no namesake’s there; or if a source prints the address beside your name.',
    otherwise: `Any other address there is a fair proof: ${noticeDays} days of public notice.`,
    reveals: 'the domain, the institution, and whether the address is made of the name. Never the address.',
  },
  repository: {
    needs: 'Put a small file with a token into the repository, on its default branch. A few minutes.',
    strongIf:
      'the repository is in a namespace with your name, and you add the file there as its owner with a verified commit (one made on GitHub’s website is verified).',
    otherwise: `A file added by anybody else with write access is a fair proof: ${noticeDays} days of public notice.`,
    reveals: 'which repository it was, which work links it, and whether its owner added the file.',
  },
  dns: {
    needs: 'Add a TXT record with a token to a domain that this profile already names. A few minutes, plus the time until DNS shows it.',
    strongIf: 'your proven ORCID iD lists the domain as yours and it has not changed hands since.',
    otherwise: `Otherwise fair: ${noticeDays} days of public notice.`,
    reveals: 'the domain, who names it, and when it was registered.',
  },
  rel_me: {
    needs: 'Link from a page that names you to this profile, with rel="me". A few minutes.',
    strongIf: 'your proven ORCID iD lists the page as yours and its domain has not changed hands since.',
    otherwise: `Otherwise fair: ${noticeDays} days of public notice.`,
    reveals: 'the address of the page. The profile links back to it.',
  },
  email: {
    needs: 'Nothing more than the address you sign in with.',
    strongIf: null,
    otherwise: `A weak proof: ${noticeDays} days of public notice. If nobody objects in that time, the profile is yours. It counts for a year.`,
    reveals: 'that somebody with a confirmed address claims this profile, and until when the notice runs. Never the address.',
  },
  printed_email: {
    needs:
      'Type the address printed beside your name on one of these works, even if it is years old. We send a link to it. About two minutes.',
    strongIf: 'the address is at an institution of the ROR registry.',
    otherwise: `Any other domain can change hands, so it is a fair proof: ${noticeDays} days of public notice. It counts for a year.`,
    reveals: 'which work it was. Never the address.',
  },
  orcid_employment: {
    needs: 'Nothing more than your ORCID iD, if your institution has written your employment on it itself. A moment.',
    strongIf: null,
    otherwise: `A fair proof, if that institution is an affiliation of this profile or of one of its works: ${noticeDays} days of public notice if the profile is not yours yet.`,
    reveals: 'your iD, and which institution it is.',
  },
  federated: {
    needs: 'Sign in at your institution. It tells us that you belong to it and how well it knows who you are. About a minute.',
    strongIf: 'the institution is an affiliation of this profile and gives a name of this profile that no other author there has.',
    otherwise: `Otherwise fair or weak: ${noticeDays} days of public notice.`,
    reveals: 'which institution it was, and whether it has checked who you are. Never your login or your name there.',
  },
};

/** How a proof decides a claim. */
export function decidingText({ strongIf, otherwise }: ProofOptionTexts): string {
  return strongIf === null ? otherwise : `Strong, and decided at once, if ${strongIf} ${otherwise}`;
}

interface UnmetRuleTexts {
  why: string;
  action: string;
}

/** Why a proof is not strong, and what its owner can do. */
export const unmetRuleLabels: Record<BindingRuleId, UnmetRuleTexts> = {
  shared_work: {
    why: 'Your iD lists no work of this profile.',
    action: 'Add one at ORCID, or let Crossref add it (ORCID, Trusted parties), then show the iD again.',
  },
  asserted_by_other_party: {
    why: 'You added the works of this profile to your ORCID record yourself, by hand, with a search tool, or as a deposit with another DOI. Anybody could do that with their own iD.',
    action:
      'Let somebody else add one: give your iD when you submit a paper and allow Crossref or DataCite to update your record; for a published paper, ask the publisher to send your iD to Crossref with the metadata; or ask your institution to add the work. Choose “Check again” afterwards: one such work is enough. We also check every week.',
  },
  signs_as_this_author: {
    why: 'The publisher’s entry on your ORCID record says that you are another author of the work, or the name on your iD also fits a co-author.',
    action:
      'If you are the other author, claim that profile. If not, write your name in full at ORCID, or ask the publisher to add your iD to your name. Then check again.',
  },
  orcid_age: {
    why: 'Your iD is less than 90 days old, or ORCID does not show its age.',
    action: 'Nothing to do: we check every week, and the proof becomes strong once the iD is 90 days old.',
  },
  at_affiliation: {
    why: 'No work of this profile names this institution.',
    action: 'Use an address or login of an institution that is printed on one of these works, or another proof.',
  },
  address_bears_name: {
    why: 'The address is not made of the full name of this profile, or is a student’s, so it could belong to somebody else at the institution.',
    action: 'Use an address with your given name and family name, if you have one, or another proof.',
  },
  issuer_names_author: {
    why: 'Your institution gave no name, or one that is not on this profile.',
    action: 'Ask your institution to release your name (attributes name, given_name, family_name), or use another proof.',
  },
  fits_no_namesake: {
    why: 'Another author of this institution has the same name.',
    action: 'Use a proof that tells the two of you apart, such as your ORCID iD.',
  },
  printed_at_institution: {
    why: 'The domain of this address can change hands, because no institution of the ROR registry has it.',
    action: 'Use another address printed on one of these works, or another proof.',
  },
  named_as_own_page: {
    why: 'No independent source says that this page, domain or repository is yours.',
    action: 'Show a strong ORCID proof for this profile and list the address there under “Websites and social links”, then check again.',
  },
  registered_before: {
    why: 'The domain was registered after it was named, or its registry does not say when. It may have changed hands.',
    action: 'Use another proof.',
  },
  committed_by_owner: {
    why: 'The file was not added by the owner of the repository’s namespace in a verified commit.',
    action: 'Add the file on the website of the host, signed in as the owner, or sign the commit with your own key. Then check again.',
  },
  namespace_bears_name: {
    why: 'The namespace of the repository does not contain your full name, or the repository has moved to another one.',
    action: 'Use another proof, such as your ORCID iD.',
  },
  owner_older_than_work: {
    why: 'The account that owns the repository is younger than the work that links it.',
    action: 'Use another proof, such as your ORCID iD.',
  },
};

/** Labels of unavailable methods, and whether the instance or the record lacks a requirement. */
export const unavailableLabels: Record<NonNullable<ProofOption['unavailable']>, { lacking: 'instance' | 'record'; label: string }> = {
  not_set_up: { lacking: 'instance', label: 'ORCID' },
  no_registry: { lacking: 'instance', label: 'an email address at your institution' },
  no_federation: { lacking: 'instance', label: 'a login at your institution' },
  nothing_linked: { lacking: 'record', label: 'a linked repository' },
  nothing_named: { lacking: 'record', label: 'a domain named by a work' },
  nothing_printed: { lacking: 'record', label: 'an address printed on a work' },
};

/** The shortest time until a proof takes effect. */
export const delayLabels: Record<Strength, string> = { strong: 'instant', fair: `${noticeDays} days`, weak: `${noticeDays} days` };

/** Why an iD is only a fair proof, and how to make it a strong one. */
export const fairOrcidLabels = {
  no_public_name:
    'Your iD shows no name to everyone, and co-authors list the same works, so nothing tells that it is yours and not theirs. Set a name to “Everyone” at ORCID, then show the iD again.',
  other_name:
    'The names that your iD shows are not among those of this profile. If you publish under this one, add it at ORCID under “Also known as”, set it to “Everyone”, then show the iD again.',
  no_shared_work:
    'Your iD lists no work of this profile by an identifier, or by a title with a co-author. Add one at ORCID, then show the iD again.',
} as const;

/** Labels of proof states. */
export const proofStateLabels: Record<ProofState, string> = {
  issued: 'waits for you',
  observed: 'valid once the claim is accepted',
  valid: 'counts',
  stale: 'no longer found, not counted',
  expired: 'expired',
  revoked: 'withdrawn',
};

/** Why a probe failed, and how to fix it. */
export const probeFailureLabels: Record<ProofFailure, { missing: string; next: string }> = {
  no_answer: {
    missing: 'The server did not answer in time or returned an error.',
    next: 'Open the address yourself. If it works for you, check again in a few minutes.',
  },
  not_allowed: {
    missing: 'The address is not on the public web, or redirects from https to http.',
    next: 'Use a public address without redirects to other sites.',
  },
  not_found: {
    missing: 'There is no such page or file.',
    next: 'Check its name and place. A file belongs at the top of the default branch; hosts can show it a few minutes late.',
  },
  too_large: { missing: 'The page is larger than 256 KB.', next: 'Use a smaller page on the same site.' },
  wrong_type: {
    missing: 'The response is not an HTML page or plain text.',
    next: 'Use an HTML page or a plain text file, sent without compression.',
  },
  no_token: {
    missing: 'It was found, but with a different token.',
    next: 'Copy the whole token below; in a file it must be on its own line.',
  },
  no_record_found: {
    missing: 'The domain has no TXT record at either of the two names.',
    next: 'Save the record at your DNS provider and check again. It can take an hour to become visible.',
  },
  no_link_back: {
    missing: 'The page has no link with rel="me" to this profile.',
    next: 'Copy the line below into the page as it is. A link that only a script adds is not seen.',
  },
  name_missing: {
    missing: 'The page does not have the name of this profile in its text.',
    next: 'Write the name on the page as the profile writes it.',
  },
  no_longer_linked: {
    missing: 'No work of this profile links it any more.',
    next: 'Choose another method, or report it with "Fix this profile" if a work lost its link by mistake.',
  },
  owner_changed: {
    missing: 'The repository belongs to another account at its host than before.',
    next: 'If it is still yours, show it as a new proof. If not, choose another proof.',
  },
  no_longer_named: {
    missing: 'This profile no longer mentions it.',
    next: 'Choose another method, or report what is wrong with "Fix this profile".',
  },
};
