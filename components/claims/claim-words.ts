import type { Failure, ProofKind, ProofState } from '#lib/claims/model/proofs.ts';
import type { Way } from '#lib/claims/model/ways.ts';
import type { ClaimStage } from '#lib/claims/model.ts';
import type { Strength } from '#lib/trust/model.ts';

/** Where a claim stands, in a word or two. */
export const stageWords: Record<ClaimStage, string> = {
  notice_period: 'in public notice',
  in_review: 'in review',
  accepted: 'accepted',
  rejected: 'rejected',
  appealed: 'rejected, another look asked for',
  suspended: 'suspended while a dispute is decided',
  revoked: 'revoked',
  withdrawn: 'given back',
};

/** What a claim rests on. */
export const strengthWords: Record<Strength, string> = {
  weak: 'weak evidence: a confirmed address',
  fair: 'fair evidence',
  strong: 'strong evidence',
};

/** A kind of proof by its name. */
export const proofWords: Record<ProofKind, string> = {
  orcid: 'ORCID',
  email: 'Any confirmed e-mail address',
  institution_email: 'E-mail address at your institution',
  rel_me: 'Your own web page',
  dns: 'Your own domain',
  repository: 'A repository that one of these works links',
  printed_email: 'The address printed on a work',
  federated: 'Your institution’s login',
  orcid_employment: 'Your institution’s entry on your ORCID record',
};

interface WayWords {
  /** What one does, and how long it takes. */
  needs: string;
  /** What is decided, and when. */
  decides: string;
  /** What everybody can read afterwards. */
  reveals: string;
}

export const wayWords: Record<ProofKind, WayWords> = {
  orcid: {
    needs: 'Sign in at ORCID; we read the public works of your iD. About a minute.',
    decides:
      'If one of them stands on this record, by its identifier or by its title and a co-author, and a name that your iD shows to everyone is one of this record’s, this is a strong proof: the record is yours at once. Co-authors list the same works, so an iD with a private or another name is a fair one, like one without a shared work: the claim stands in public notice for seven days.',
    reveals: 'your iD on the record, and which work tied the two together.',
  },
  institution_email: {
    needs: 'Type an address that your institution gave you; we mail it a link. About two minutes.',
    decides:
      'If the institution is an affiliation of this record or of one of its works, this is a strong proof and decides at once. If it is another institution, it is a fair one: seven days of public notice.',
    reveals: 'the domain and the institution, never the address.',
  },
  repository: {
    needs: 'Put a small file with a token into the repository, on its default branch. A few minutes.',
    decides: 'A strong proof: it decides at once.',
    reveals: 'which repository it was, and which work links it.',
  },
  dns: {
    needs: 'Add a TXT record with a token to a domain that this record already names. A few minutes, and the time until DNS shows it.',
    decides: 'A strong proof: it decides at once.',
    reveals: 'the domain.',
  },
  rel_me: {
    needs: 'Link from a page that names you to this record, with rel="me". A few minutes.',
    decides: 'A fair proof: the claim stands in public notice for seven days.',
    reveals: 'the address of the page; the record links back to it.',
  },
  email: {
    needs: 'Nothing more than the address you sign in with.',
    decides:
      'A weak proof: the claim stands in public notice for seven days. If nobody objects in that time, the record is yours. It counts for a year.',
    reveals: 'that somebody with a confirmed address claims this record, and until when the notice runs. Never the address.',
  },
  printed_email: {
    needs:
      'Type the address that stands beside your name on one of these works, also one of years ago; we mail it a link. About two minutes.',
    decides: 'A fair proof: the claim stands in public notice for seven days. It counts for a year.',
    reveals: 'which work it was, never the address.',
  },
  orcid_employment: {
    needs: 'Nothing more than your ORCID iD, where your institution has written your employment on it itself. A moment.',
    decides:
      'If that institution is an affiliation of this record or of one of its works, this is a fair proof, and the institution’s own word: seven days of public notice where the record is not yours yet.',
    reveals: 'your iD, and which institution it is.',
  },
  federated: {
    needs: 'Sign in at your institution, which tells us that you belong to it and how well it knows who you are. About a minute.',
    decides:
      'If the institution is an affiliation of this record or of one of its works, and gives one of the names on this record, this is a strong proof and decides at once. If not, it is a fair or a weak one: seven days of public notice.',
    reveals: 'which institution it was, and whether it has checked who you are; never your login or your name there.',
  },
};

/** Why a way is not open for this record, and what could open it. */
export const shutWords: Record<NonNullable<Way['shut']>, string> = {
  not_set_up: 'The operator of this instance has not connected it to ORCID, so this way is not open here.',
  no_federation: 'The operator of this instance has connected it to no institution’s login, so this way is not open here.',
  nothing_linked: 'No work of this record links a repository that we know how to read, so this way is not open here.',
  nothing_printed: 'No source of this record gives an address beside its name on a work, so this way is not open here.',
};

export const strengthTag: Record<Strength, string> = { strong: 'up to strong', fair: 'fair', weak: 'weak' };

/** Why an iD is only a fair proof, and what makes it a strong one. */
export const untiedWords = {
  no_public_name:
    'Your iD shows no name to everyone, and co-authors list the same works, so nothing tells that it is yours and not theirs. Set a name to “Everyone” at ORCID, then show the iD again.',
  other_name:
    'The names that your iD shows are not among those of this record. If you publish under this one, add it at ORCID under “Also known as”, set it to “Everyone”, then show the iD again.',
  no_shared_work:
    'Your iD lists no work of this record by an identifier, or by a title with a co-author. Add one at ORCID, then show the iD again.',
} as const;

/** How a proof stands. */
export const proofStateWords: Record<ProofState, string> = {
  issued: 'waits for you',
  observed: 'shown; it counts once the claim is accepted',
  valid: 'counts',
  stale: 'no longer found, so it counts no longer',
  expired: 'has run out',
  revoked: 'taken back',
};

/** What a look did not find, and what to do about it. */
export const failureWords: Record<Failure, { missing: string; next: string }> = {
  no_answer: {
    missing: 'The server did not answer in time, or answered with an error.',
    next: 'Open the address yourself. If it works for you, look again in a few minutes.',
  },
  not_allowed: {
    missing: 'The address leads to a place that is not on the open web, or from https to http.',
    next: 'Use an address that everybody can open, and no redirect to elsewhere.',
  },
  not_found: {
    missing: 'There is no such page or file.',
    next: 'Check its name and place. A file belongs at the top of the default branch; hosts can show it a few minutes late.',
  },
  too_large: { missing: 'The page is larger than 256 KB.', next: 'Use a smaller page on the same site.' },
  wrong_type: {
    missing: 'What came back is not a plain page or text file.',
    next: 'Use a page of HTML, or a plain text file, that the server sends unpacked.',
  },
  no_token: {
    missing: 'It is there, but the token in it is not this one.',
    next: 'Copy the token below whole; in a file it stands on a line of its own.',
  },
  no_record_found: {
    missing: 'The domain has no TXT record at either of the two names.',
    next: 'Save the record at your DNS provider, and look again: until it is seen everywhere can take an hour.',
  },
  no_link_back: {
    missing: 'The page has no link with rel="me" to this record.',
    next: 'Copy the line below into the page as it is. A link that only a script adds is not seen.',
  },
  name_missing: {
    missing: 'The page does not have the name of this record in its text.',
    next: 'Write the name on the page as the record writes it.',
  },
  no_longer_linked: {
    missing: 'No work of this record links it any more.',
    next: 'Choose another way, or tell us through "Fix this record" if a work lost its link by mistake.',
  },
  no_longer_named: {
    missing: 'Nothing on this record names it any more.',
    next: 'Choose another way, or tell us through "Fix this record" what is wrong with the record.',
  },
};
