import { z } from 'zod';
import type { SignedHead } from './document.ts';
import { canonical } from './log.ts';

/**
 * A witness keeps heads of another instance's log where its operator cannot change them: what was published once can then neither be
 * rewritten nor cut off.
 */
export const witnessFormat = 'peergraph-witness-1';

/** No head is longer than this message with a chain of some hundred keys. */
export const maxWitnessBytes = 64 * 1024;

const key = z.string().regex(/^[\w-]{43}$/);
const signature = z.string().regex(/^[\w-]{86}$/);
const keyId = z.string().regex(/^[0-9a-f]{16}$/);
const hash = z.string().regex(/^[0-9a-f]{64}$/);

const head = z
  .strictObject({
    day: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
    number: z.int().min(1).max(2_147_483_647),
    hash,
    at: z.iso.datetime({ precision: 3 }),
    keyId,
    signature,
  })
  .refine(({ day, at }) => at.startsWith(day));

/** What one instance posts to another: a head, the key that signed it, and the events that name each later key. */
export const witnessMessage = z.strictObject({
  format: z.literal(witnessFormat),
  origin: z.string().max(300),
  head,
  publicKey: key,
  keyEvents: z.array(z.strictObject({ body: z.string().max(4_000), hash, signature, keyId })).max(100),
});
export type WitnessMessage = z.infer<typeof witnessMessage>;

type Place = Pick<SignedHead, 'day' | 'number' | 'hash'>;

/** Returns the head that cannot be of the same log as another one; null where both can. A log only grows, and never changes. */
export function contradictionIn(known: readonly Place[], { day, number, hash: ownHash }: Place): Place | null {
  const contradicts = (other: Place): boolean => {
    if (other.day === day || other.number === number) return other.number !== number || other.hash !== ownHash;
    return other.day < day !== other.number < number;
  };
  return known.find(contradicts) ?? null;
}

/** A head as one line of JSON: what mails, heads/<day>.json and heads.jsonl hold. */
export const headLine = ({ day, number, hash: ownHash, at, keyId: id, signature: signed }: SignedHead): string =>
  canonical({ day, number, hash: ownHash, at, keyId: id, signature: signed });

/** A head that this instance has witnessed for another. */
interface WitnessedHead extends SignedHead {
  publicKey: string;
  receivedAt: string;
}

/** What `/trust/witness.json` answers. */
export interface WitnessDocument {
  format: typeof witnessFormat;
  origins: { origin: string; key: { id: string; publicKey: string }; heads: WitnessedHead[] }[];
}

/** The state of a witness: its newest delivered head, and since when the oldest other one waits. */
export interface WitnessHealth {
  witness: string;
  delivered: { day: string; at: Date } | null;
  late: { day: string; since: Date; attempts: number; error: string | null } | null;
}

/** The last time that an origin sent a head which contradicts one that is kept, and of which day it was. */
export interface WitnessConflict {
  origin: string;
  day: string;
  at: Date;
}
