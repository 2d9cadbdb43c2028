import type { CorpusFacts } from './facts.ts';
import { canonicalJson, type SignedEvent } from './log.ts';
import type { PartName, TrustPart } from './snapshot.ts';

/** A snapshot as signed and published: everything needed to recompute its points, except the record's events. */
interface SnapshotText {
  format: 'peergraph-snapshot-1';
  method: string;
  /** The permanent id of the record. It contains no name, because a name can be suppressed later, but a signed text cannot be changed. */
  record: string;
  /** Numbers the record's snapshots from 1. */
  number: number;
  computedAt: string;
  points: number;
  level: number;
  label: string;
  parts: { part: PartName; points: number; lines: { rule: string; points: number; because: string[] }[] }[];
  corpus: CorpusFacts;
  /** Number of the record's events that it takes into account, and the hash of the last of them. */
  events: number;
  recordHead: string | null;
}

export interface SignedSnapshot {
  body: string;
  signature: string;
  keyId: string;
}

export interface PublishedKey {
  id: string;
  /** The raw 32 bytes, base64url. */
  publicKey: string;
  createdAt: string;
  retiredAt: string | null;
}

/** The head of the log on a day. `headBody` returns the signed text. */
export interface SignedHead {
  day: string;
  number: number;
  hash: string;
  at: string;
  keyId: string;
  signature: string;
}

/** The response of `/authors/<slug>/trust.json`, which the stand-alone verifier reads. */
export interface TrustDocument {
  format: 'peergraph-trust-1';
  about: string;
  snapshot: SignedSnapshot;
  events: SignedEvent[];
  /** Events of the log itself: each key change, signed with the previous key. */
  keyEvents: SignedEvent[];
  keys: PublishedKey[];
  head: SignedHead | null;
}

export interface SnapshotInput extends Omit<SnapshotText, 'format' | 'computedAt' | 'parts'> {
  computedAt: Date;
  parts: readonly TrustPart[];
}

/** Returns the text of a snapshot. Equal values give the same text, so that it can be signed again and compared. */
export function snapshotBody({ computedAt, parts, ...rest }: SnapshotInput): string {
  const text: SnapshotText = {
    format: 'peergraph-snapshot-1',
    ...rest,
    computedAt: computedAt.toISOString(),
    parts: parts.map(({ part, points, lines }) => ({
      part,
      points,
      lines: lines.filter((line) => line.points > 0).map(({ rule, points: given, because }) => ({ rule, points: given, because })),
    })),
  };
  return canonicalJson(text);
}

/** Returns the text of a published head. */
export const headBody = ({ day, number, hash, at }: Pick<SignedHead, 'day' | 'number' | 'hash' | 'at'>): string =>
  canonicalJson({ format: 'peergraph-head-1', day, number, hash, at });

/** Returns facts as stored in a row: in a fixed order, without field names, which would take most of the space. */
export const encodeCorpusFacts = (facts: CorpusFacts): unknown[] => [
  facts.works.count,
  facts.works.because,
  facts.upstreams,
  facts.identifiedWorks,
  facts.recurringCollaborators.count,
  facts.recurringCollaborators.because,
  facts.openFlags,
  facts.frozen ? 1 : 0,
  facts.affiliation.stated,
  facts.affiliation.rorId,
  facts.reviewedEveryWork ? 1 : 0,
];

/** Parses the facts of a row; null if they are not stored. */
export function decodeCorpusFacts(stored: unknown): CorpusFacts | null {
  if (!Array.isArray(stored)) return null;
  const [count, because, upstreams, identifiedWorks, close, closeBecause, openFlags, frozen, stated, rorId, reviewed] = stored;
  return {
    works: { count, because },
    upstreams,
    identifiedWorks,
    recurringCollaborators: { count: close, because: closeBecause },
    openFlags,
    frozen: frozen === 1,
    affiliation: { stated, rorId },
    reviewedEveryWork: reviewed === 1,
  };
}

/** A snapshot in a record's trust history. */
export interface TrustMoment {
  number: number;
  at: Date;
  points: number;
  level: number;
  label: string;
}
