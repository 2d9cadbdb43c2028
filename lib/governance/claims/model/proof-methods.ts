import type { z } from 'zod';
import { dns } from './methods/dns.ts';
import { email } from './methods/email.ts';
import { federated } from './methods/federated.ts';
import { institutionEmail } from './methods/institution-email.ts';
import { orcid } from './methods/orcid.ts';
import { orcidEmployment } from './methods/orcid-employment.ts';
import { printedEmail } from './methods/printed-email.ts';
import { relMe } from './methods/rel-me.ts';
import { repository } from './methods/repository.ts';
import type { ProofRule } from './proof-rule.ts';

/**
 * The list of proof methods. Each has a rule here, a probe in `probes/methods` and a form in `components/claims/methods`, in files of its
 * name. The lists of probes and forms are generated from this one (CONTRIBUTING.md, "Add a claim method").
 */
export const proofRules = {
  orcid,
  email,
  institution_email: institutionEmail,
  rel_me: relMe,
  dns,
  repository,
  printed_email: printedEmail,
  orcid_employment: orcidEmployment,
  federated,
};

type ProofRules = typeof proofRules;
export type ProofKind = keyof ProofRules;
export const proofKinds = Object.keys(proofRules) as ProofKind[];
export const isProofKind = (text: string): text is ProofKind => Object.hasOwn(proofRules, text);

/** The public evidence of a kind. */
export type Evidence<Kind extends ProofKind> = { [Each in Kind]: { by: Each } & z.output<ProofRules[Each]['evidence']> }[Kind];
export type ClaimEvidence = Evidence<ProofKind>;

/** The facts that the offers of all methods read. */
export type OfferFacts = ProofRules[ProofKind]['offer'] extends (facts: infer Facts) => unknown ? Facts : never;
/** The facts that only the offer of one method reads. */
export type OfferFactsOf<Kind extends ProofKind> = Parameters<ProofRules[Kind]['offer']>[0];

type KeysOfUnion<Part> = Part extends unknown ? Extract<keyof Part, string> : never;
/** Failures of probes, and error codes, that single methods add. */
export type FailureOfMethod = KeysOfUnion<ProofRules[ProofKind]['failures']>;
export type RefusalOfMethod = KeysOfUnion<ProofRules[ProofKind]['refusals']>;

/** Returns the rule of a kind, typed for the evidence of any. */
export const ruleOf = (kind: ProofKind): ProofRule<ClaimEvidence, OfferFacts> =>
  proofRules[kind] as ProofRule as ProofRule<ClaimEvidence, OfferFacts>;

/** Returns evidence from its stored facts; null if they have an outdated form. */
export function parseEvidence({ kind, facts }: { kind: string; facts: Record<string, unknown> }): ClaimEvidence | null {
  const parsed = isProofKind(kind) ? proofRules[kind].evidence.safeParse(facts) : null;
  return parsed?.success ? ({ by: kind, ...parsed.data } as ClaimEvidence) : null;
}

/** Returns the public facts of evidence, without its kind and whatever the caller has added. */
export const publicFactsOf = (evidence: ClaimEvidence): Record<string, unknown> =>
  ruleOf(evidence.by).evidence.parse(evidence) as Record<string, unknown>;
