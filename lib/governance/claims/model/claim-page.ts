import type { ClaimErrorCode, ClaimView, ObjectionView, OpenObjection } from './claim.ts';
import type { ProofOption, ProofView, SamePersonCandidate } from './proof-options.ts';

/** The data of a record's claim page. */
export interface ClaimPage {
  author: { id: string; slug: string; name: string; works: number; affiliation: string | null; address: string };
  /** Its newest works, so that the viewer can recognize whether it is theirs. */
  newestWorks: { id: string; title: string; language: string | null; year: number | null }[];
  /** Why the viewer may not claim the record with any proof; null if they may. */
  refusal: ClaimErrorCode | null;
  /** The viewer's open or accepted claim. */
  own: ClaimView | null;
  /** The viewer's latest claim, if it was rejected or revoked. */
  ended: ClaimView | null;
  /** The days of public notice of a claim to the record without a strong proof. */
  noticeDays: number;
  /** Whether another claim is in its public notice, during which a fair proof suffices for an objection. */
  isInNotice: boolean;
  /** Whether an earlier claim was disputed with a strong proof: then only a strong proof is accepted. */
  wasDisputed: boolean;
  /** Open objections to the viewer's own claim. */
  objections: OpenObjection[];
  /** The viewer's open objection to the current claim. */
  objection: ObjectionView | null;
  /** The viewer's latest objection, if it was dismissed. */
  dismissed: ObjectionView | null;
  account: { email: string | null; emailConfirmed: boolean; orcid: string | null } | null;
  orcidSetUp: boolean;
  options: ProofOption[];
  proofs: ProofView[];
  candidates: SamePersonCandidate[];
}

/** A claim page at whose address no profile is shown. It is the same whether or not a hidden record is there. */
export interface UnshownClaimPage {
  unshown: string;
  account: ClaimPage['account'];
  orcidSetUp: boolean;
}
