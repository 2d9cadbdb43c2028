import { daysMs } from '#lib/platform/clock.ts';
import { type EventFacts, isKind, type LogEvent } from './log.ts';
import type { Evidence, Family, RecordFacts, Strength } from './snapshot.ts';

/** What the corpus says of a record, as a snapshot keeps it; the rest of `RecordFacts` follows from the record's events. */
export interface CorpusFacts {
  works: RecordFacts['works'];
  upstreams: string[];
  identifiedWorks: number;
  recurringCollaborators: RecordFacts['recurringCollaborators'];
  openFlags: string[];
  /** Two conflicting person identifiers. */
  frozen: boolean;
  affiliation: { stated: string[]; rorId: string | null };
  /** The owner has said of every work whether it is theirs. */
  reviewedEveryWork: boolean;
}

type ProofEvent = LogEvent<'proof_shown'>;

/**
 * The facts of a proof by `evidence-2`. An event that was judged by `evidence-1` does not say who tied the thing shown to this author, so
 * that a strong one counts as fair until it is assessed again; but a source that states the iD as authenticated, and a login with the
 * record's name, did say so.
 */
function factsOfEvent({ facts }: ProofEvent): EventFacts['proof_shown'] {
  if (facts.rules !== undefined || facts.strength !== 'strong') return facts;
  const overlap = facts.overlap as { by?: string } | null | undefined;
  const saidByOthers = overlap?.by === 'authenticated_in_source' || (facts.proof === 'federated' && facts.asserted === true);
  return saidByOthers ? facts : { ...facts, strength: 'fair' };
}

/** What became of something that was shown. */
interface Fate {
  stale: boolean;
  revokedAt: Date | null;
}

/** What the events of a record say today, in their order. Only what was shown since the last accepted claim counts. */
interface Told {
  since: Date | null;
  upheldAt: Date | null;
  proofs: ProofEvent[];
  /** What a later assessment says of a proof, by its event's id. */
  assessed: Map<string, EventFacts['proof_shown']>;
  fates: Map<string, Fate>;
  confirmations: LogEvent<'confirmed'>[];
  vouches: LogEvent<'vouched'>[];
  rechecked: Map<string, Date>;
  passkeyAt: Date | null;
  recoveryEvent: string | null;
  disputes: Set<string>;
  frozen: boolean;
}

const nobody = (): Told => ({
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

const about = ({ facts }: LogEvent): string => String((facts as { about?: unknown }).about ?? '');

/** Takes one event into account. */
function take(told: Told, event: LogEvent): Told {
  const at = new Date(event.at);
  if (isKind(event, 'claim_accepted')) return { ...nobody(), since: at, frozen: told.frozen };
  if (isKind(event, 'claim_ended')) return { ...nobody(), frozen: told.frozen };
  if (isKind(event, 'proof_shown')) told.proofs.push(event);
  else if (isKind(event, 'proof_assessed')) told.assessed.set(event.facts.about, event.facts);
  else if (isKind(event, 'confirmed')) told.confirmations.push(event);
  else if (isKind(event, 'vouched')) told.vouches.push(event);
  else if (isKind(event, 'proof_rechecked')) told.rechecked.set(about(event), at);
  else if (isKind(event, 'proof_stale')) told.fates.set(about(event), { stale: true, revokedAt: null });
  else if (isKind(event, 'proof_fresh')) {
    told.fates.delete(about(event));
    told.rechecked.set(about(event), at);
  } else if (isKind(event, 'proof_revoked') || isKind(event, 'attestation_ended'))
    told.fates.set(about(event), { stale: false, revokedAt: at });
  else if (isKind(event, 'passkey_added')) told.passkeyAt = at;
  else if (isKind(event, 'passkeys_gone')) told.passkeyAt = null;
  else if (isKind(event, 'recovery_set')) told.recoveryEvent = event.id;
  else if (isKind(event, 'recovery_gone')) told.recoveryEvent = null;
  else if (isKind(event, 'dispute_opened')) told.disputes.add(event.facts.dispute);
  else if (isKind(event, 'dispute_closed')) {
    told.disputes.delete(event.facts.dispute);
    if (event.facts.upheld) told.upheldAt = at;
  } else if (isKind(event, 'frozen')) told.frozen = true;
  else if (isKind(event, 'unfrozen')) told.frozen = false;
  return told;
}

/** A proof of the log as the method reads it. */
export type ShownEvidence = Evidence & { stale: boolean; subject: string; verifier: string; facts: EventFacts['proof_shown'] };

const factsNow = (told: Told, event: ProofEvent): EventFacts['proof_shown'] => told.assessed.get(event.id) ?? factsOfEvent(event);

function evidenceIn(told: Told): ShownEvidence[] {
  return told.proofs
    .map((event) => ({ event, facts: factsNow(told, event) }))
    .map(({ event: { id, at }, facts }) => ({
      id,
      kind: facts.proof,
      family: facts.family as Family,
      strength: facts.strength as Strength,
      observedAt: new Date(at),
      expiresAt: facts.expiresAt === null ? null : new Date(facts.expiresAt),
      revokedAt: told.fates.get(id)?.revokedAt ?? null,
      stale: told.fates.get(id)?.stale ?? false,
      thirdParty: facts.thirdParty,
      subject: facts.subject,
      verifier: facts.verifier,
      facts,
    }));
}

const stillSaid = (told: Told, { id, facts }: LogEvent<'confirmed'> | LogEvent<'vouched'>, at: Date): boolean =>
  !told.fates.has(id) && (facts.expiresAt === null || new Date(facts.expiresAt) > at);

/** Everything that the method looks at: what the corpus says, and what the events of the record say at a moment. */
export function recordFacts(corpus: CorpusFacts, events: readonly LogEvent[], at: Date): RecordFacts {
  const told = events.reduce(take, nobody());
  const evidence = evidenceIn(told);
  // Without an owner, nothing that was shown counts.
  const counts = evidence.filter(
    (each) => told.since && !each.stale && !each.revokedAt && (each.expiresAt === null || each.expiresAt > at),
  );
  const factsOf = new Map<string, EventFacts['proof_shown']>(told.proofs.map((event) => [event.id, factsNow(told, event)]));
  const { affiliation, reviewedEveryWork, ...rest } = corpus;
  const atAffiliation = counts.filter(({ id }) => affiliation.rorId !== null && factsOf.get(id)?.rorId === affiliation.rorId);
  const rechecks = counts.flatMap(({ id }) => told.rechecked.get(id)?.getTime() ?? []);
  return {
    ...rest,
    frozen: corpus.frozen || told.frozen,
    affiliation: {
      ...affiliation,
      confirmedEmail: atAffiliation.filter(({ family, kind }) => family === 'institution' && kind !== 'federated').map(({ id }) => id),
      assertedByOrganisation: atAffiliation.filter(({ id }) => factsOf.get(id)?.asserted === true).map(({ id }) => id),
    },
    control: told.since && {
      evidence: evidence.map((each) => (each.stale ? { ...each, expiresAt: new Date(0) } : each)),
      reviewedEveryWork,
      confirmations: told.confirmations
        .filter((each) => stillSaid(told, each, at))
        .map(({ id, facts }) => ({ id, institution: facts.institution })),
      vouches: told.vouches.filter((each) => stillSaid(told, each, at)).map(({ id }) => id),
      passkeyAt: told.passkeyAt,
      recoveryContact: told.recoveryEvent !== null,
      undisputedSince: told.upheldAt ?? told.since,
      recheckedAt: rechecks.length > 0 ? new Date(Math.max(...rechecks)) : null,
      assuredLoginAt: lastAssured(told),
    },
    openDispute: told.disputes.size > 0,
  };
}

/** What was shown for a record by its present owner, in its order, what no longer counts included. */
export const shownEvidence = (events: readonly LogEvent[]): ShownEvidence[] => evidenceIn(events.reduce(take, nobody()));

/** What L5 needs besides L4, by the record's events: when a login was last assured that still counts, and whether there is a passkey. */
export function assuranceIn(events: readonly LogEvent[]): { loginAt: Date | null; hasPasskey: boolean } {
  const told = events.reduce(take, nobody());
  return { loginAt: told.since && lastAssured(told), hasPasskey: told.passkeyAt !== null };
}

/** How well an organisation has proofed somebody's identity holds for longer than its word that they belong to it: no end is looked at. */
function lastAssured(told: Told): Date | null {
  const moments = told.proofs
    .filter((event) => factsNow(told, event).assured === true && !told.fates.has(event.id))
    .map(({ at }) => Date.parse(at));
  return moments.length > 0 ? new Date(Math.max(...moments)) : null;
}

/** Days after which something counts, or no longer does (trust.md, points). */
const turns = { undisputed: 90, rechecked: 30, assured: 730 } as const;

/** The next moment at which time alone changes what counts, or null. */
export function nextTurn(facts: RecordFacts, events: readonly LogEvent[], at: Date): Date | null {
  const { control } = facts;
  if (!control) return null;
  const after = (moment: Date | null, days: number): number[] => (moment ? [moment.getTime() + daysMs(days) + 1] : []);
  const said = events.flatMap((event) => {
    const until = (event.facts as { expiresAt?: unknown }).expiresAt;
    return typeof until === 'string' ? [Date.parse(until)] : [];
  });
  const moments = [
    ...said,
    ...after(control.undisputedSince, turns.undisputed),
    ...after(control.recheckedAt, turns.rechecked),
    ...after(control.assuredLoginAt, turns.assured),
  ].filter((moment) => moment > at.getTime());
  return moments.length > 0 ? new Date(Math.min(...moments)) : null;
}
