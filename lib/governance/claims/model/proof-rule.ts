import type { z } from 'zod';
import type { ProofFacts } from '#lib/catalog/trust/model/log.ts';
import type { EvidenceFamily, Strength } from '#lib/catalog/trust/model/snapshot.ts';
import type { StepId } from '#lib/catalog/trust/model/steps.ts';
import { maxFailedRechecks } from '#lib/community/limits.ts';
import type { Refusal } from '#lib/platform/refusals.ts';
import type { BindingRule } from './binding-rules.ts';

/** The facts about a record, a viewer and an instance that several methods read. */
export interface SharedOfferFacts {
  orcidSetUp: boolean;
  /** Whether the ROR registry was imported. */
  hasRegistry: boolean;
  /** Whether the record or one of its works names an institution of the registry. */
  isAffiliated: boolean;
  /** Whether a proven ORCID iD of the record, or an earlier strong proof, can name a page or domain as its own. */
  canNamePages: boolean;
  orcid: string | null;
  email: string | null;
  /** Whether a source prints an address beside the record's name on a work. */
  printed: boolean;
}

/** What a method offers for a record and a viewer. */
export interface Offer {
  /** The greatest possible strength. */
  maxStrength: Strength;
  /** What the viewer or the record already has: an address, an iD, repositories or domains; nothing by default. */
  has?: string[];
  /** Whether something prevents its use, as `lacking` of the rule says. */
  isUnavailable?: boolean;
  /** Whether the viewer can use it without further preparation. */
  atHand?: boolean;
  /** Organisations whose login can be used. */
  organisations?: { id: string; name: string }[];
}

interface RuleParts<Facts, OfferFacts> {
  family: EvidenceFamily;
  /** How it is shown: by what the account is connected with, a login elsewhere, a mailed link, or a probe of something public. */
  by: 'account' | 'login' | 'mail' | 'probe';
  /** Months until it must be renewed; null if it is rechecked instead (trust.md, expiry). */
  months: number | null;
  /** Days between rechecks by the job; null if it is not rechecked. */
  recheckDays: number | null;
  /** Failed rechecks in a row after which it no longer counts; null if failures have no effect. */
  maxFailures: number | null;
  /** Whether it is checked after works have moved that the record still names what it shows, although it is not rechecked. */
  isCheckedAfterMoves?: boolean;
  /** Failures that come from the record itself, whose works have changed, besides `no_longer_named`: waiting would not help. */
  unboundBy?: readonly string[];
  /** Whether showing it again adds evidence: not while it counts, not once it is strong; always by default. */
  repeats?: 'unless_counted' | 'unless_strong';

  /** The strength of control alone, without any connection to the author; fair by default. */
  control?(facts: Facts): 'weak' | 'fair';
  /** The rules that connect it to this author, in the order of their explanation: strong only if all hold. Never strong if there are none. */
  bindings: readonly BindingRule<Facts>[];
  /** Whether a third party asserts it; by default nobody does. */
  isThirdParty?(facts: Facts): boolean;
  /** Verifier and subject in public terms, such as a domain, an iD, a page or a repository; never an address. */
  subject(facts: Facts): { verifier: string; subject: string };
  /** Further public facts for the evidence log. */
  logged?(facts: Facts): Record<string, unknown>;
  /** The target of a proof that was issued without one. */
  targetOf?(facts: Facts): string;
  /** The iD that it shows. A claim with it is refused if a source states another iD for the record. */
  orcidOf?(facts: Facts): string;
  /** The name under which the registry of a login says that its holder publishes. */
  publishedNameOf?(facts: Facts): { name: string; family: string | null } | undefined;
  /** Whether the record gets this iD once the proof counts. */
  givesOrcid?: boolean;

  /** What it offers. Its own facts besides the shared ones come from its probe. */
  offer(facts: OfferFacts): Offer;
  /** Its place among options of equal strength on the claim page. */
  place: number;
  /** Why it cannot be used, and whether the instance or the record lacks something. */
  lacking?: { code: string; owner: 'instance' | 'record'; label: string };
  /** The suggested step for owners that needs it. */
  step?: StepId;

  /** Its name on the claim page, and the name of its proofs in the evidence log. */
  title: string;
  proofTitle: string;
  /** What to do, and how long it takes. */
  needs: string;
  /** When it is strong, after "if"; null if it never is. */
  strongIf: string | null;
  /** Why it is never strong, for the method page. */
  neverStrong?: string;
  /** The effect of a proof that is not strong, on a record with so many days of public notice. */
  otherwise(days: number): string;
  /** What becomes public. */
  reveals: string;
  /** What binds a logged proof to this author, or that nothing does. */
  basis?(logged: ProofFacts): string;
  /** Why nothing ties a proof to the record, by the reason in its facts, and how to change that. */
  untied?: Readonly<Record<string, string>>;
}

/** Why a probe failed, and how to fix it. */
export interface FailureTexts {
  missing: string;
  next: string;
}

/** The rule of a proof method: what it proves, for how long, who may use it, and its words. Pure. */
export interface ProofRule<Facts = never, OfferFacts = never> extends RuleParts<Facts, OfferFacts> {
  /** The schema of its public evidence, which never includes an email address. */
  evidence: z.ZodType<object>;
  /** Failures of its probe that no other method has. */
  failures: Readonly<Record<string, FailureTexts>>;
  /** Error codes that no other method has. */
  refusals: Readonly<Record<string, Refusal>>;
}

export const expiresAfter = <Months extends number>(months: Months) => ({ months, recheckDays: null, maxFailures: null }) as const;
/** Checked every week. Seven failures in a row make it stale. */
export const recheckedWeekly = { months: null, recheckDays: 7, maxFailures: maxFailedRechecks } as const;

/** Defines a rule; failures and refusals default to none. */
export const defineProofRule = <
  Facts extends object,
  OfferFacts extends SharedOfferFacts,
  const Failures extends Record<string, FailureTexts> = Record<never, never>,
  const Refusals extends Record<string, Refusal> = Record<never, never>,
>(
  evidence: z.ZodType<Facts>,
  rule: RuleParts<NoInfer<Facts>, OfferFacts> & { failures?: Failures; refusals?: Refusals },
) => ({ ...rule, failures: rule.failures ?? ({} as Failures), refusals: rule.refusals ?? ({} as Refusals), evidence });

/** Returns a text of logged facts, whose form an earlier method may have written. */
export const loggedText = (value: unknown): string => (typeof value === 'string' ? value : '');

export const strongIf = (condition: boolean): Strength => (condition ? 'strong' : 'fair');
