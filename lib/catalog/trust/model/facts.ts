import { daysMs } from '#lib/platform/clock.ts';
import { type EventFacts, isEventKind, type LogEvent } from './log.ts';
import { turnDays } from './points.ts';
import type { Evidence, EvidenceFamily, RecordFacts, Strength } from './snapshot.ts';

/** The facts of the corpus about a record, as stored with a snapshot. The rest of `RecordFacts` follows from the record's events. */
export interface CorpusFacts {
  works: RecordFacts['works'];
  upstreams: string[];
  identifiedWorks: number;
  recurringCollaborators: RecordFacts['recurringCollaborators'];
  openFlags: string[];
  /** True if there are two conflicting person identifiers. */
  frozen: boolean;
  affiliation: { stated: string[]; rorId: string | null };
  /** True if the owner has stated an opinion on every work. */
  reviewedEveryWork: boolean;
}

type ProofEvent = LogEvent<'proof_shown'>;

/**
 * Returns the facts of a proof since `evidence-2`. An event of `evidence-1` does not state who tied the subject to this author. A strong proof
 * therefore counts as fair until it is assessed again, except if a source states the iD as authenticated, or a federated login had the
 * record's name.
 */
function factsOfEvent({ facts }: ProofEvent): EventFacts['proof_shown'] {
  if (facts.rules !== undefined || facts.strength !== 'strong') return facts;
  const overlap = facts.overlap as { by?: string } | null | undefined;
  const isThirdParty = overlap?.by === 'authenticated_in_source' || (facts.proof === 'federated' && facts.asserted === true);
  return isThirdParty ? facts : { ...facts, strength: 'fair' };
}

/** The current status of a proof or attestation. */
interface EvidenceStatus {
  stale: boolean;
  revokedAt: Date | null;
}

/** The current state after all events of a record. Only proofs since the last accepted claim count. */
interface FoldedLog {
  since: Date | null;
  upheldAt: Date | null;
  proofs: ProofEvent[];
  /** Later assessments of proofs, by event id of the proof. */
  assessed: Map<string, EventFacts['proof_shown']>;
  fates: Map<string, EvidenceStatus>;
  confirmations: LogEvent<'confirmed'>[];
  vouches: LogEvent<'vouched'>[];
  rechecked: Map<string, Date>;
  passkeyAt: Date | null;
  recoveryEvent: string | null;
  disputes: Set<string>;
  frozen: boolean;
}

const createFoldedLog = (): FoldedLog => ({
  since: null,
  upheldAt: null,
  proofs: [],
  assessed: new Map(),
  fates: new Map(),
  confirmations: [],
  vouches: [],
  rechecked: new Map(),
  passkeyAt: null,
  recoveryEvent: null,
  disputes: new Set(),
  frozen: false,
});

const evidenceIdOf = ({ facts }: LogEvent): string => String((facts as { about?: unknown }).about ?? '');

/** Applies one event to the state. */
function applyEvent(folded: FoldedLog, event: LogEvent): FoldedLog {
  const at = new Date(event.at);
  if (isEventKind(event, 'claim_accepted')) return { ...createFoldedLog(), since: at, frozen: folded.frozen };
  if (isEventKind(event, 'claim_ended')) return { ...createFoldedLog(), frozen: folded.frozen };
  if (isEventKind(event, 'proof_shown')) folded.proofs.push(event);
  else if (isEventKind(event, 'proof_assessed')) folded.assessed.set(event.facts.about, event.facts);
  else if (isEventKind(event, 'confirmed')) folded.confirmations.push(event);
  else if (isEventKind(event, 'vouched')) folded.vouches.push(event);
  else if (isEventKind(event, 'proof_rechecked')) folded.rechecked.set(evidenceIdOf(event), at);
  else if (isEventKind(event, 'proof_stale')) folded.fates.set(evidenceIdOf(event), { stale: true, revokedAt: null });
  else if (isEventKind(event, 'proof_fresh')) {
    folded.fates.delete(evidenceIdOf(event));
    folded.rechecked.set(evidenceIdOf(event), at);
  } else if (isEventKind(event, 'proof_revoked') || isEventKind(event, 'attestation_ended'))
    folded.fates.set(evidenceIdOf(event), { stale: false, revokedAt: at });
  else if (isEventKind(event, 'passkey_added')) folded.passkeyAt = at;
  else if (isEventKind(event, 'passkeys_gone')) folded.passkeyAt = null;
  else if (isEventKind(event, 'recovery_set')) folded.recoveryEvent = event.id;
  else if (isEventKind(event, 'recovery_gone')) folded.recoveryEvent = null;
  else if (isEventKind(event, 'dispute_opened')) folded.disputes.add(event.facts.dispute);
  else if (isEventKind(event, 'dispute_closed')) {
    folded.disputes.delete(event.facts.dispute);
    if (event.facts.upheld) folded.upheldAt = at;
  } else if (isEventKind(event, 'frozen')) folded.frozen = true;
  else if (isEventKind(event, 'unfrozen')) folded.frozen = false;
  return folded;
}

/** A proof in the log, as input of the trust method. */
export type ShownEvidence = Evidence & { stale: boolean; subject: string; verifier: string; facts: EventFacts['proof_shown'] };

const currentFactsOf = (folded: FoldedLog, event: ProofEvent): EventFacts['proof_shown'] =>
  folded.assessed.get(event.id) ?? factsOfEvent(event);

/** Whether a registry lists the iD of a proof beside the name, or the operator's staff list has its address. */
function isNamedByOthers({ overlap, onStaffList }: EventFacts['proof_shown']): boolean {
  return (overlap as { signer?: unknown } | null | undefined)?.signer === 'this_author' || onStaffList === true;
}

function evidenceIn(folded: FoldedLog): ShownEvidence[] {
  return folded.proofs
    .map((event) => ({ event, facts: currentFactsOf(folded, event) }))
    .map(({ event: { id, at }, facts }) => ({
      id,
      kind: facts.proof,
      family: facts.family as EvidenceFamily,
      strength: facts.strength as Strength,
      observedAt: new Date(at),
      expiresAt: facts.expiresAt === null ? null : new Date(facts.expiresAt),
      revokedAt: folded.fates.get(id)?.revokedAt ?? null,
      stale: folded.fates.get(id)?.stale ?? false,
      thirdParty: facts.thirdParty,
      ...(typeof facts.sameMailboxAs === 'string' && { sameMailboxAs: facts.sameMailboxAs }),
      namesPerson: isNamedByOthers(facts),
      subject: facts.subject,
      verifier: facts.verifier,
      facts,
    }));
}

const isAttestationValid = (folded: FoldedLog, { id, facts }: LogEvent<'confirmed'> | LogEvent<'vouched'>, at: Date): boolean =>
  !folded.fates.has(id) && (facts.expiresAt === null || new Date(facts.expiresAt) > at);

/** Returns all input of the trust method: facts of the corpus, and the state of the record's events at a moment. */
export function recordFacts(corpus: CorpusFacts, events: readonly LogEvent[], at: Date): RecordFacts {
  const folded = events.reduce(applyEvent, createFoldedLog());
  const evidence = evidenceIn(folded);
  // Without an owner, no proof counts.
  const countedEvidence = evidence.filter(
    (each) => folded.since && !each.stale && !each.revokedAt && (each.expiresAt === null || each.expiresAt > at),
  );
  const factsById = new Map<string, EventFacts['proof_shown']>(folded.proofs.map((event) => [event.id, currentFactsOf(folded, event)]));
  const { affiliation, reviewedEveryWork, ...rest } = corpus;
  const atAffiliation = countedEvidence.filter(({ id }) => affiliation.rorId !== null && factsById.get(id)?.rorId === affiliation.rorId);
  const recheckTimes = countedEvidence.flatMap(({ id }) => folded.rechecked.get(id)?.getTime() ?? []);
  return {
    ...rest,
    frozen: corpus.frozen || folded.frozen,
    affiliation: {
      ...affiliation,
      confirmedEmail: atAffiliation.filter(({ family, kind }) => family === 'institution' && kind !== 'federated').map(({ id }) => id),
      assertedByOrganisation: atAffiliation.filter(({ id }) => factsById.get(id)?.asserted === true).map(({ id }) => id),
    },
    control: folded.since && {
      evidence: evidence.map((each) => (each.stale ? { ...each, expiresAt: new Date(0) } : each)),
      reviewedEveryWork,
      confirmations: folded.confirmations
        .filter((each) => isAttestationValid(folded, each, at))
        .map(({ id, facts }) => ({ id, institution: facts.institution })),
      vouches: folded.vouches.filter((each) => isAttestationValid(folded, each, at)).map(({ id }) => id),
      passkeyAt: folded.passkeyAt,
      recoveryContact: folded.recoveryEvent !== null,
      undisputedSince: folded.upheldAt ?? folded.since,
      recheckedAt: recheckTimes.length > 0 ? new Date(Math.max(...recheckTimes)) : null,
      assuredLoginAt: lastAssuredLogin(folded),
    },
    openDispute: folded.disputes.size > 0,
  };
}

/** Returns all proofs of a record's current owner in order, including those that no longer count. */
export const shownEvidence = (events: readonly LogEvent[]): ShownEvidence[] => evidenceIn(events.reduce(applyEvent, createFoldedLog()));

/**
 * Returns the requirements of L5 beyond L4, from the record's events: the last assured login that counts, and whether there is a passkey.
 */
export function assuranceIn(events: readonly LogEvent[]): { loginAt: Date | null; hasPasskey: boolean } {
  const folded = events.reduce(applyEvent, createFoldedLog());
  return { loginAt: folded.since && lastAssuredLogin(folded), hasPasskey: folded.passkeyAt !== null };
}

/** Returns the last assured login. Identity proofing by an organisation stays valid longer than membership in it, so expiry is ignored. */
function lastAssuredLogin(folded: FoldedLog): Date | null {
  const times = folded.proofs
    .filter((event) => currentFactsOf(folded, event).assured === true && !folded.fates.has(event.id))
    .map(({ at }) => Date.parse(at));
  return times.length > 0 ? new Date(Math.max(...times)) : null;
}

/** Returns the next moment at which time alone changes the result, or null. */
export function nextChangeAt(facts: RecordFacts, events: readonly LogEvent[], at: Date): Date | null {
  const { control } = facts;
  if (!control) return null;
  const timeAfter = (moment: Date | null, days: number): number[] => (moment ? [moment.getTime() + daysMs(days) + 1] : []);
  const expiryTimes = events.flatMap((event) => {
    const expiresAt = (event.facts as { expiresAt?: unknown }).expiresAt;
    return typeof expiresAt === 'string' ? [Date.parse(expiresAt)] : [];
  });
  const times = [
    ...expiryTimes,
    ...timeAfter(control.undisputedSince, turnDays.undisputed),
    ...timeAfter(control.recheckedAt, turnDays.rechecked),
    ...timeAfter(control.assuredLoginAt, turnDays.assured),
  ].filter((moment) => moment > at.getTime());
  return times.length > 0 ? new Date(Math.min(...times)) : null;
}
