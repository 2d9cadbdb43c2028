import { daysMs } from '#lib/platform/clock.ts';
import {
  type Evidence,
  type EvidenceFamily,
  type PartName,
  type RecordFacts,
  type Strength,
  type TrustLine,
  type TrustPart,
  type TrustSnapshot,
  trustMethod,
} from './snapshot.ts';

/**
 * Trust, method `evidence-3`: how much evidence supports a record, never how good the person's work is. A pure function: the same facts and
 * moment give the same snapshot. Citations, h-index, works beyond three, topics, followers, venues, ranks and payments have no field in
 * `RecordFacts`, so they cannot count.
 */

export const partMaxima: Record<PartName, number> = {
  provenance: 20,
  coherence: 15,
  control: 30,
  affiliation: 15,
  attestation: 10,
  hygiene: 10,
};

/** Days after which a fact starts or stops to count (trust.md, points). */
export const turnDays = { undisputed: 90, rechecked: 30, assured: 730 } as const;
/** The days of an assured login in months. */
export const assuredMonths = (turnDays.assured / 365) * 12;
/** Points that an open dispute takes away. */
export const disputePenalty = 10;
export const levelCaps = [9, 34, 54, 74, 100, 100] as const;
export const strengthPoints: Record<Strength, number> = { weak: 8, fair: 14, strong: 22 };
const pointLabels: readonly [least: number, label: string][] = [
  [90, 'Fully evidenced'],
  [75, 'Well-evidenced'],
  [55, 'Corroborated'],
  [35, 'Supported'],
  [10, 'Emerging'],
  [0, 'Unsubstantiated'],
];

/** Returns the label of 0 to 100 points. */
export const trustLabel = (points: number): string => pointLabels.find(([least]) => points >= least)?.[1] ?? 'Unsubstantiated';

const isWithinDays = (moment: Date | null, at: Date, days: number): boolean =>
  moment !== null && at.getTime() - moment.getTime() <= daysMs(days);

/** True if evidence is neither revoked nor expired at a moment. */
const isValid = (evidence: Evidence, at: Date): boolean =>
  evidence.revokedAt === null && (evidence.expiresAt === null || evidence.expiresAt > at);

const lineOf = (rule: string, text: string, max: number, points: number, because: string[]): TrustLine => ({
  rule,
  text,
  max,
  points: because.length > 0 ? points : 0,
  because: points > 0 ? because : [],
});

const partOf = (name: PartName, lines: TrustLine[]): TrustPart => ({
  part: name,
  max: partMaxima[name],
  points: lines.reduce((sum, each) => sum + each.points, 0),
  lines,
});

function provenancePart({ works, upstreams, identifiedWorks, control }: RecordFacts): TrustPart {
  const isBacked = works.count > 0;
  const furtherCount = Math.min(2, Math.max(0, upstreams.length - 1));
  const areIdentified = isBacked && identifiedWorks / works.count >= 0.8;
  return partOf('provenance', [
    lineOf('source_backed', 'A registered source lists at least one work', 6, isBacked ? 6 : 0, works.because),
    lineOf('further_upstreams', 'Further independent sources, 4 each', 8, furtherCount * 4, upstreams.slice(1, 3)),
    lineOf('identifiers', 'At least 80 % of the works carry a DOI or an arXiv id', 4, areIdentified ? 4 : 0, works.because),
    lineOf('reviewed', 'The owner has reviewed every work', 2, control?.reviewedEveryWork ? 2 : 0, works.because),
  ]);
}

function coherencePart({ works, recurringCollaborators, openFlags }: RecordFacts): TrustPart {
  const isUndoubted = openFlags.length === 0 && works.count > 0;
  return partOf('coherence', [
    lineOf('three_works', 'At least three works', 5, works.count >= 3 ? 5 : 0, works.because),
    lineOf(
      'recurring_collaborators',
      'At least two people sign two or more of them',
      5,
      recurringCollaborators.count >= 2 ? 5 : 0,
      recurringCollaborators.because,
    ),
    lineOf('no_flag', 'No open doubt that this is one person', 5, isUndoubted ? 5 : 0, works.because),
  ]);
}

/**
 * Returns the valid proofs of control. Of those by one mailbox only the strongest counts, or the one by a third party. Attestations by people
 * count in their own part.
 */
function validProofs(facts: RecordFacts, at: Date): Evidence[] {
  const valid = (facts.control?.evidence ?? []).filter((each) => each.family !== 'people' && isValid(each, at));
  const mailboxOf = ({ id, sameMailboxAs }: Evidence): string => sameMailboxAs ?? id;
  const rank = ({ strength, thirdParty }: Evidence): number => strengthPoints[strength] * 2 + Number(thirdParty === true);
  const best = new Map<string, Evidence>();
  for (const each of valid) {
    const current = best.get(mailboxOf(each));
    if (!current || rank(each) > rank(current)) best.set(mailboxOf(each), each);
  }
  return valid.filter((each) => best.get(mailboxOf(each)) === each);
}

/** Returns the best proof of control of each family, strongest first. */
function proofsByFamily(proofs: readonly Evidence[]): Evidence[] {
  const best = new Map<EvidenceFamily, Evidence>();
  for (const each of proofs) {
    const current = best.get(each.family);
    if (!current || strengthPoints[each.strength] > strengthPoints[current.strength]) best.set(each.family, each);
  }
  return [...best.values()].sort((a, b) => strengthPoints[b.strength] - strengthPoints[a.strength] || a.id.localeCompare(b.id));
}

function controlPart(proofs: Evidence[]): TrustPart {
  const [first, second, third] = proofs;
  return partOf('control', [
    lineOf(
      'strongest_proof',
      'Strongest proof: weak 8, fair 14, strong 22',
      22,
      first ? strengthPoints[first.strength] : 0,
      first ? [first.id] : [],
    ),
    lineOf('second_family', 'A proof of a second family', 5, second ? 5 : 0, second ? [second.id] : []),
    lineOf('third_family', 'A proof of a third family', 3, third ? 3 : 0, third ? [third.id] : []),
  ]);
}

// While an identity flag is open, an affiliation printed on one work does not apply to the whole record.
function affiliationPart({ affiliation: current, openFlags }: RecordFacts): TrustPart {
  const stated = openFlags.length === 0 ? current.stated : [];
  return partOf('affiliation', [
    lineOf('stated', 'An affiliation is stated', 2, 2, stated),
    lineOf('ror', 'It is matched to a ROR id', 3, current.rorId ? 3 : 0, stated),
    lineOf('email', 'E-mail confirmed at its domain within twelve months', 6, 6, current.confirmedEmail),
    lineOf('asserted', 'The organisation says so itself', 4, 4, current.assertedByOrganisation),
  ]);
}

function attestationPart(facts: RecordFacts): TrustPart {
  const confirmations = (facts.control?.confirmations ?? []).slice(0, 3).map(({ id }) => id);
  const vouches = (facts.control?.vouches ?? []).slice(0, 2);
  return partOf('attestation', [
    lineOf('confirmations', 'Co-authors confirm, 2 each', 6, confirmations.length * 2, confirmations),
    lineOf('vouches', 'Well-evidenced researchers vouch, 2 each', 4, vouches.length * 2, vouches),
  ]);
}

function hygienePart(facts: RecordFacts, proofs: Evidence[], at: Date): TrustPart {
  const owner = facts.control;
  const because = proofs.map(({ id }) => id);
  const isUndisputed = owner !== null && !facts.openDispute && !isWithinDays(owner.undisputedSince, at, turnDays.undisputed);
  return partOf('hygiene', [
    lineOf('passkey', 'The owner signs in with a passkey', 3, owner?.passkeyAt ? 3 : 0, because),
    lineOf('recovery', 'A recovery contact is set', 1, owner?.recoveryContact ? 1 : 0, because),
    lineOf('undisputed', '90 days without an upheld dispute', 3, isUndisputed ? 3 : 0, because),
    lineOf(
      'rechecked',
      'Proofs were checked again within 30 days',
      3,
      owner && isWithinDays(owner.recheckedAt, at, turnDays.rechecked) ? 3 : 0,
      because,
    ),
  ]);
}

/** Returns the level: each level requires all lower ones. */
function levelOf(
  facts: RecordFacts,
  valid: readonly Evidence[],
  proofs: Evidence[],
  at: Date,
): { level: number; conditions: TrustSnapshot['conditions'] } {
  const owner = facts.control;
  const hasStrongProof = proofs.some((proof) => proof.strength === 'strong');
  const institutions = new Set(owner?.confirmations.map(({ institution }) => institution).filter(Boolean));
  const hasThirdParty = valid.some(({ thirdParty }) => thirdParty) || institutions.size >= 2;
  const isBacked = facts.works.count > 0 || valid.some(({ namesPerson }) => namesPerson);
  const isAssured = owner !== null && isWithinDays(owner.assuredLoginAt, at, turnDays.assured) && owner.passkeyAt !== null;
  const conditions = [
    {
      level: 1,
      text: 'A registered source lists at least one work, or a registry or staff list names the owner; and nothing freezes the record',
      met: isBacked && !facts.frozen,
    },
    { level: 2, text: 'Its owner has claimed it, and the claim was accepted', met: owner !== null && proofs.length > 0 },
    { level: 3, text: 'A strong proof: somebody other than the owner ties what was shown to this author', met: hasStrongProof },
    { level: 4, text: 'Two fresh proofs of different families, one of them by a third party', met: proofs.length >= 2 && hasThirdParty },
    { level: 5, text: 'An assured login within 24 months, and a passkey', met: isAssured },
  ];
  const firstUnmet = conditions.findIndex(({ met }) => !met);
  return { level: firstUnmet === -1 ? 5 : firstUnmet, conditions };
}

/**
 * Computes points, level and parts of a record by `evidence-3`.
 * @param facts see `RecordFacts`
 * @param at the moment at which evidence must be valid
 * @returns integers; the parts add up to at most 100; `points` is capped by the level and lowered by 10 during an open dispute
 */
export function trustSnapshot(facts: RecordFacts, at: Date): TrustSnapshot {
  const valid = validProofs(facts, at);
  const proofs = proofsByFamily(valid);
  const parts = [
    provenancePart(facts),
    coherencePart(facts),
    controlPart(proofs),
    affiliationPart(facts),
    attestationPart(facts),
    hygienePart(facts, proofs, at),
  ];
  const { level, conditions } = levelOf(facts, valid, proofs, at);
  const sum = parts.reduce((total, each) => total + each.points, 0) - (facts.openDispute ? disputePenalty : 0);
  const points = Math.max(0, Math.min(sum, levelCaps[level] ?? 0));
  return { method: trustMethod, points, level, label: trustLabel(points), parts, conditions };
}
