import type { ClaimErrorCode, ClaimView, Doubt, ObjectionView } from './claim.ts';
import type { Candidate, ProofOption, ProofView } from './proof-options.ts';

/** What the claim page of a record shows. */
export interface ClaimPage {
  author: { id: string; slug: string; name: string; works: number; affiliation: string | null; address: string };
  /** Its newest works, by which a reader sees whether it is theirs. */
  newest: { id: string; title: string; year: number | null }[];
  /** Why this reader may not claim the record, whatever their proof. */
  refusal: ClaimErrorCode | null;
  /** The reader's own claim to it that is open or accepted. */
  own: ClaimView | null;
  /** The reader's latest claim, where it ended against them and nothing has followed: why, and what fixes it. */
  ended: ClaimView | null;
  /** Somebody else's claim is under its public notice, in which a fair proof is enough for an objection. */
  underNotice: boolean;
  /** Somebody has shown strong proof against an earlier claim: only a strong one is taken now. */
  doubted: boolean;
  /** Open doubts about the reader's own claim. */
  doubts: Doubt[];
  /** The reader's own open objection to the claim that somebody else holds now. */
  objection: ObjectionView | null;
  /** The reader's latest objection, where people have dismissed it. */
  dismissed: ObjectionView | null;
  account: { email: string | null; emailConfirmed: boolean; orcid: string | null } | null;
  orcidSetUp: boolean;
  options: ProofOption[];
  proofs: ProofView[];
  candidates: Candidate[];
}
