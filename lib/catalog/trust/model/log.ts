import { hash } from 'node:crypto';

/**
 * The evidence log: the content of events, and their chaining. Each event contains the hash of the previous event, both in the whole log
 * and among the events of its record, and is signed with Ed25519 (RFC 8032). Changes, omissions and reordering are therefore detectable, in
 * the whole log and in the published events of one record.
 */
export const logFormat = 'peergraph-log-1';

/** Facts of each kind of event. They are public permanently; restricted facts are behind `private`. */
export interface EventFacts {
  /** An account owns the record from now on. */
  claim_accepted: { claim: string; strength: string };
  /** The account no longer owns the record: it gave the record back, or a decision revoked the claim. */
  claim_ended: { claim: string; because: 'given_back' | 'revoked' };
  /** A check was passed. */
  proof_shown: ProofFacts;
  /** A proof was assessed again: by another method, or because the evidence that ties its subject to this author has changed. */
  proof_assessed: ProofFacts & { about: string };
  /** A proof was checked again and is still valid. */
  proof_rechecked: { about: string };
  /** `proof_stale`: a proof failed too often to count; `proof_fresh`: it is valid again. */
  proof_stale: { about: string };
  proof_fresh: { about: string };
  proof_revoked: { about: string };
  /** An attestation by a co-author or a colleague. `institution` is the ROR id of their affiliation, or null. */
  confirmed: { by: string; work: string; institution: string | null; expiresAt: string | null };
  vouched: { by: string; expiresAt: string };
  attestation_ended: { about: string };
  passkey_added: Record<string, never>;
  passkeys_gone: Record<string, never>;
  recovery_set: Record<string, never>;
  recovery_gone: Record<string, never>;
  dispute_opened: { dispute: string };
  dispute_closed: { dispute: string; upheld: boolean };
  /** An impersonation claim was upheld; until it is resolved, nobody has proved who this is. */
  frozen: { because: string };
  unfrozen: { because: string };
  /** The record absorbed another one, works were split off, or such a change was reverted. */
  merged: { change: string; other: string };
  split: { change: string; other: string; works: string[] };
  change_undone: { change: string };
  /** The change is public, but not who requested it. */
  visibility_changed: { to: string };
  /** The log continues with another key; this event is signed with the old one. */
  key_changed: { from: string; to: string; publicKey: string };
}

export interface ProofFacts {
  /** Proof method: 'orcid', 'email', 'dns' … */
  proof: string;
  family: string;
  strength: string;
  /** True if somebody other than the person asserts it: an institution, or an item that a member organisation validated. */
  thirdParty: boolean;
  /** The verifier and what was verified: a host, a domain, an iD or a URL; never an email address. */
  verifier: string;
  subject: string;
  expiresAt: string | null;
  /** The method by which `strength` was judged; events of `evidence-1` do not state it. */
  rules?: string;
  /** The organisation to which the proof ties the person, if any. */
  rorId?: string;
  /** True if the organisation itself asserts it. */
  asserted?: boolean;
  /** True for a login of RAF "medium" or better. */
  assured?: boolean;
  [more: string]: unknown;
}

export type EventKind = keyof EventFacts;

/** An event, as parsed from its text. Times are ISO 8601 in UTC. */
export interface LogEvent<Kind extends EventKind = EventKind> {
  log: typeof logFormat;
  number: number;
  previous: string | null;
  record: string;
  place: number;
  recordPrevious: string | null;
  id: string;
  at: string;
  kind: Kind;
  facts: EventFacts[Kind];
  /** Salted commitment to facts with restricted access (`commitment`), or null. */
  private: string | null;
}

/** A published row of the log. */
export interface SignedEvent {
  body: string;
  hash: string;
  signature: string;
  keyId: string;
}

/**
 * An event of a hidden record: its content is withheld, but not its place in the chain. The next event contains its hash, so that verifiers
 * of the log can still detect omissions.
 */
export type RedactedEvent = Omit<SignedEvent, 'body'> & { number: number; body: null };

const sha256 = (text: string): string => hash('sha256', text, 'hex');

/** Returns the SHA-256 hash of an event's text in hexadecimal. */
export const hashOf = (body: string): string => sha256(body);

/** Returns JSON with sorted object members, after RFC 8785, so that equal values have equal text. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((each) => canonicalJson(each ?? null)).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).filter(([, each]) => each !== undefined);
  members.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return `{${members.map(([name, each]) => `${JSON.stringify(name)}:${canonicalJson(each)}`).join(',')}}`;
}

/** Binds an event to private facts without disclosing them: anyone with the salt and the facts can prove that they belong to the event. */
export const commitment = (salt: string, facts: unknown): string => sha256(`${salt}.${canonicalJson(facts)}`);

/** Parses the event of a signed row. @throws SyntaxError if the text is not JSON */
export const parseEvent = ({ body }: Pick<SignedEvent, 'body'>): LogEvent => JSON.parse(body) as LogEvent;

/** Type guard for an event of one kind. */
export const isEventKind = <Kind extends EventKind>(event: LogEvent, kind: Kind): event is LogEvent<Kind> => event.kind === kind;
