import { trustSnapshot } from './points.ts';
import type { Evidence, EvidenceFamily, RecordFacts, Strength } from './snapshot.ts';

/** A next step for an owner, or for a person who is about to claim. */
export interface NextStep {
  id: StepId;
  text: string;
  /** The effort, in plain words. */
  effort: string;
  /** Link to the start of the step. */
  href: string;
  /** Points that it adds to the current ones. */
  gain: number;
  /** The level after the step, if it changes. */
  level: number | null;
}

const stepIds = [
  'review',
  'passkey',
  'recovery',
  'orcid',
  'institution',
  'web',
  'repository',
  'confirmations',
  'recheck',
  'vouch',
  'assured',
] as const;
export type StepId = (typeof stepIds)[number];

/** Approximate minutes of the person's own time; steps are sorted by it. */
const stepMinutes: Record<StepId, number> = {
  recovery: 1,
  passkey: 1,
  recheck: 2,
  assured: 2,
  orcid: 2,
  institution: 3,
  review: 5,
  web: 8,
  repository: 8,
  confirmations: 10,
  vouch: 15,
};

type OwnerControl = NonNullable<RecordFacts['control']>;

const hypotheticalProof = (family: EvidenceFamily, strength: Strength, at: Date, overrides: Partial<Evidence> = {}): Evidence => ({
  id: `step:${family}`,
  kind: family,
  family,
  strength,
  observedAt: at,
  expiresAt: null,
  revokedAt: null,
  ...overrides,
});

const hasProof = ({ evidence }: OwnerControl, family: EvidenceFamily, strength: Strength, at: Date): boolean =>
  evidence.some(
    (each) => each.family === family && each.strength === strength && !each.revokedAt && (each.expiresAt === null || each.expiresAt > at),
  );

/** Returns the facts after a step; null if the step is already done or does not apply. */
function factsAfter(step: StepId, facts: RecordFacts, control: OwnerControl, at: Date): RecordFacts | null {
  const withControl = (changes: Partial<OwnerControl>): RecordFacts => ({ ...facts, control: { ...control, ...changes } });
  const withProof = (proof: Evidence): RecordFacts => withControl({ evidence: [...control.evidence, proof] });
  switch (step) {
    case 'review':
      return control.reviewedEveryWork ? null : withControl({ reviewedEveryWork: true });
    case 'passkey':
      return control.passkeyAt ? null : withControl({ passkeyAt: at });
    case 'recovery':
      return control.recoveryContact ? null : withControl({ recoveryContact: true });
    case 'recheck':
      return control.recheckedAt || control.evidence.length === 0 ? null : withControl({ recheckedAt: at });
    case 'orcid':
      return hasProof(control, 'registry', 'strong', at) ? null : withProof(hypotheticalProof('registry', 'strong', at));
    case 'institution': {
      // At least fair: whether it is strong depends on the email address, which is not known yet.
      const isShown = hasProof(control, 'institution', 'strong', at) || hasProof(control, 'institution', 'fair', at);
      if (isShown || facts.affiliation.rorId === null) return null;
      const proof = hypotheticalProof('institution', 'fair', at, { thirdParty: true });
      return { ...withProof(proof), affiliation: { ...facts.affiliation, confirmedEmail: [proof.id] } };
    }
    case 'web':
      return hasProof(control, 'own_web', 'strong', at) || hasProof(control, 'own_web', 'fair', at)
        ? null
        : withProof(hypotheticalProof('own_web', 'fair', at));
    case 'repository':
      return hasProof(control, 'work_embedded', 'strong', at) || hasProof(control, 'work_embedded', 'fair', at)
        ? null
        : withProof(hypotheticalProof('work_embedded', 'fair', at));
    case 'confirmations':
      return control.confirmations.length >= 3
        ? null
        : withControl({ confirmations: [...control.confirmations, { id: 'step:confirmation', institution: null }] });
    case 'assured':
      return control.assuredLoginAt ? null : withControl({ assuredLoginAt: at });
    case 'vouch':
      return control.vouches.length >= 2 ? null : withControl({ vouches: [...control.vouches, 'step:vouch'] });
  }
}

const stepTexts: Record<StepId, { text: string; effort: string; href(slug: string): string }> = {
  review: { text: 'Say of each work whether it is yours', effort: 'about five minutes', href: (slug) => `/authors/${slug}/review` },
  passkey: { text: 'Add a passkey', effort: 'a minute, with a phone, a computer or a key', href: () => '/me/security#passkeys' },
  recovery: { text: 'Set a recovery contact', effort: 'a minute, and a second address', href: () => '/me/security#recovery' },
  recheck: { text: 'Show one of your proofs again', effort: 'two minutes', href: (slug) => `/claim/${slug}#proofs` },
  orcid: {
    text: 'Connect your ORCID iD',
    effort: 'two minutes, with an iD to which a publisher or Crossref has added one of these works',
    href: (slug) => `/claim/${slug}#orcid`,
  },
  institution: {
    text: 'Confirm an address at the institution of this profile',
    effort: 'three minutes, with an email to you',
    href: (slug) => `/claim/${slug}#institution_email`,
  },
  web: {
    text: 'Link your own page and this profile both ways',
    effort: 'some minutes, and a page that you can edit',
    href: (slug) => `/claim/${slug}#rel_me`,
  },
  repository: {
    text: 'Put a file into a repository that one of these works links',
    effort: 'some minutes, and the right to write there',
    href: (slug) => `/claim/${slug}#repository`,
  },
  confirmations: {
    text: 'Ask a co-author to confirm a shared work',
    effort: 'a minute for each of you',
    href: () => '/confirm',
  },
  assured: {
    text: 'Sign in at your institution, so that it says how well it knows who you are',
    effort: 'a minute, where it has checked your identity',
    href: () => '/me/security#federated',
  },
  vouch: { text: 'Ask a colleague at L4 to vouch', effort: 'a minute for each of you', href: () => '/confirm' },
};

/**
 * Returns at most three of the quickest steps that would raise an owned record's points or level: least time first, then most points. Runs
 * the trust method on the facts after each step.
 * @param impossible steps that the instance, the works or the co-authors of the record do not permit
 */
export function nextSteps(facts: RecordFacts, slug: string, at: Date, impossible: ReadonlySet<StepId>): NextStep[] {
  const { control } = facts;
  if (!control) return [];
  const current = trustSnapshot(facts, at);
  return stepIds
    .flatMap((id): NextStep[] => {
      if (impossible.has(id)) return [];
      const factsThen = factsAfter(id, facts, control, at);
      if (!factsThen) return [];
      const snapshot = trustSnapshot(factsThen, at);
      const gain = snapshot.points - current.points;
      if (gain <= 0 && snapshot.level <= current.level) return [];
      const { text, effort, href } = stepTexts[id];
      return [{ id, text, effort, href: href(slug), gain, level: snapshot.level > current.level ? snapshot.level : null }];
    })
    .sort((a, b) => stepMinutes[a.id] - stepMinutes[b.id] || b.gain - a.gain)
    .slice(0, 3);
}
