import type { Actor } from '#lib/platform/auth/actor.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { Outcome } from '#lib/platform/outcome.ts';
import type { ClaimProof } from '../model/claim.ts';
import type { Evidence, OfferFactsOf, ProofKind } from '../model/proof-methods.ts';
import type { SharedOfferFacts } from '../model/proof-rule.ts';
import type { ProofFailure } from '../model/proofs.ts';
import type { RepositoryHosts } from '../model/targets.ts';
import type { ProvenRecord } from '../queries/proven-record.ts';
import type { claimRefusals } from '../refusals.ts';
import type { ProofServices } from './services.ts';

/** A stored proof that is probed. */
export interface ProbedProof {
  accountId: string;
  authorId: string;
  kind: ProofKind;
  target: string;
  token: string | null;
  /** The stored facts. For a login they include the organisation, which cannot be queried again. */
  facts?: Record<string, unknown>;
}

export interface ProbeContext {
  reader: Reader;
  record: ProvenRecord;
  services: ProofServices;
}

/** The configuration for proofs. `apis` are the code hosts that identify owners and committers. */
export interface ProofConfiguration {
  orcidSetUp: boolean;
  hosts: RepositoryHosts;
  apis: RepositoryHosts;
  federated: readonly { id: string; name: string }[];
}

/** What an offer can depend on. `email` is the viewer's confirmed address. */
export interface OfferContext {
  reader: Reader;
  record: ProvenRecord;
  email: string | null;
  configuration: ProofConfiguration;
}

export type ProbeResult<Kind extends ProofKind = ProofKind> = Outcome<Evidence<Kind>, ProofFailure>;
export type ProbeRefusal = keyof typeof claimRefusals | 'unknown_author' | 'orcid_unreachable' | 'bad_address';

/** The probe of a proof method: its requests to the database and to other servers. No part runs inside a transaction but `mayMail`. */
interface ProbeParts<Kind extends ProofKind> {
  /** Shows a proof by what the account is connected with. */
  show?(context: { reader: Reader; actor: Actor; authorId: string; services: ProofServices }): Promise<Outcome<ClaimProof, ProbeRefusal>>;
  /** Parses what the person enters into its canonical form. */
  parseTarget?(typed: string, services: ProofServices): Outcome<string, ProbeRefusal>;
  /** Returns why a target cannot be a proof for the record, before a token is issued; null if it can. */
  targetRefusal?(context: ProbeContext, target: string): Promise<ProbeRefusal | null>;
  /** Whether a link is mailed to a target; always by default. Neither answer is shown, so that addresses cannot be guessed. */
  mayMail?(reader: Reader, record: ProvenRecord, target: string): Promise<boolean>;
  /** Why a mailed link cannot be confirmed if the probe fails. */
  unconfirmed?: ProbeRefusal;
  /** Looks whether the evidence is there, and whether the record still names the target. */
  probe?(context: ProbeContext, proof: ProbedProof): Promise<ProbeResult<Kind>>;
  /** Whether the account is still connected with a target; always by default. */
  isConnected?(reader: Reader, accountId: string, target: string): Promise<boolean>;
}

type OwnOfferFacts<Kind extends ProofKind> = Omit<OfferFactsOf<Kind>, keyof SharedOfferFacts>;
/** Reads the facts that only the offer of this method needs. Required if its rule names such facts. */
type OfferPart<Kind extends ProofKind> = keyof OwnOfferFacts<Kind> extends never
  ? { offerFacts?: undefined }
  : { offerFacts(context: OfferContext): Promise<OwnOfferFacts<Kind>> };

export type ProofProbe<Kind extends ProofKind> = ProbeParts<Kind> & OfferPart<Kind>;
