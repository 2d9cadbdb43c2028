import { hash } from 'node:crypto';

/**
 * The evidence log: what an event says, and how it is chained. Each event's text names the hash of the event before it, in the
 * whole log and among those of its record, and is signed with Ed25519 (RFC 8032). So nobody can change, leave out or reorder
 * events without it showing: neither in the whole log nor in what one record hands out.
 */
export const logFormat = 'peergraph-log-1';

/** What can be told of a record. Each kind's facts are public for ever; what is not for everybody is behind `private`. */
export interface EventFacts {
  /** An account owns the record from now on. */
  claim_accepted: { claim: string; strength: string };
  /** It no longer does: given back, or taken away by a decision. */
  claim_ended: { claim: string; because: 'given_back' | 'revoked' };
  /** A check was passed. */
  proof_shown: ProofFacts;
  /** A proof was judged again: by another method, or because more or less ties the thing shown to this author. */
  proof_assessed: ProofFacts & { about: string };
  /** It was checked again and is still valid. */
  proof_rechecked: { about: string };
  /** It failed too often to count, or is valid again. */
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
  /** An impersonation was upheld; until that is fixed nobody has shown who this is. */
  frozen: { because: string };
  unfrozen: { because: string };
  /** The record took another in, or works left it; or that was undone. */
  merged: { change: string; other: string };
  split: { change: string; other: string; works: string[] };
  change_undone: { change: string };
  /** Who asked for a record's name to be shown less is nobody's business; that it was done is. */
  visibility_changed: { to: string };
  /** The log goes on with another key; this event is signed with the old one. */
  key_changed: { from: string; to: string; publicKey: string };
}

export interface ProofFacts {
  /** How it was shown: 'orcid', 'email', 'dns' … */
  proof: string;
  family: string;
  strength: string;
  /** Said by somebody other than the person: an institution, or an item that a member organisation validated. */
  thirdParty: boolean;
  /** Who checked what: a host, a domain, an iD, a URL; never an address. */
  verifier: string;
  subject: string;
  expiresAt: string | null;
  /** The method by which `strength` was judged; events of `evidence-1` do not state it. */
  rules?: string;
  /** The organisation, where the proof ties the person to one. */
  rorId?: string;
  /** The organisation itself says so. */
  asserted?: boolean;
  /** A login of RAF "medium" or better. */
  assured?: boolean;
  [more: string]: unknown;
}

export type EventKind = keyof EventFacts;

/** One event as its text says it. Times are ISO 8601 in UTC. */
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
  /** Salted commitment to what only some may read (`commitment`), or null. */
  private: string | null;
}

/** A row of the log as it is handed out. */
export interface SignedEvent {
  body: string;
  hash: string;
  signature: string;
  keyId: string;
}

/**
 * An event of a record that is not shown: what it says is withheld, its place in the chain is not. The event after it names its hash, so
 * that the person who follows the log still finds nothing left out.
 */
export type RedactedEvent = Omit<SignedEvent, 'body'> & { number: number; body: null };

const sha256 = (text: string): string => hash('sha256', text, 'hex');

/** SHA-256 of an event's text, hexadecimal. */
export const hashOf = (body: string): string => sha256(body);

/** JSON with the members of every object in the order of their names, after RFC 8785: the same value is always the same text. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((each) => canonical(each ?? null)).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).filter(([, each]) => each !== undefined);
  members.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return `{${members.map(([name, each]) => `${JSON.stringify(name)}:${canonical(each)}`).join(',')}}`;
}

/** What binds an event to private facts without telling them: anyone who has salt and facts can show that they are those. */
export const commitment = (salt: string, facts: unknown): string => sha256(`${salt}.${canonical(facts)}`);

/** The event that a signed row says. @throws where the text is no JSON object */
export const eventIn = ({ body }: Pick<SignedEvent, 'body'>): LogEvent => JSON.parse(body) as LogEvent;

/** True for an event of one kind, with its facts typed. */
export const isKind = <Kind extends EventKind>(event: LogEvent, kind: Kind): event is LogEvent<Kind> => event.kind === kind;
