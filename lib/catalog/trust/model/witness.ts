import { z } from 'zod';
import type { SignedHead } from './document.ts';

/**
 * A witness stores heads of another instance's log where that instance's operator cannot change them, so that the published log can be
 * neither rewritten nor truncated unnoticed.
 */
export const witnessFormat = 'peergraph-witness-1';

/** Upper bound on a message; enough for a head with a chain of some hundred keys. */
export const maxWitnessBytes = 64 * 1024;

const keySchema = z.string().regex(/^[\w-]{43}$/);
const signatureSchema = z.string().regex(/^[\w-]{86}$/);
const keyIdSchema = z.string().regex(/^[0-9a-f]{16}$/);
const hashSchema = z.string().regex(/^[0-9a-f]{64}$/);

const headSchema = z
  .strictObject({
    day: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
    number: z.int().min(1).max(2_147_483_647),
    hash: hashSchema,
    at: z.iso.datetime({ precision: 3 }),
    keyId: keyIdSchema,
    signature: signatureSchema,
  })
  .refine(({ day, at }) => at.startsWith(day));

/** The message from one instance to another: a head, the key that signed it, and the events that name each later key. */
export const witnessMessage = z.strictObject({
  format: z.literal(witnessFormat),
  origin: z.string().max(300),
  head: headSchema,
  publicKey: keySchema,
  keyEvents: z
    .array(z.strictObject({ body: z.string().max(4_000), hash: hashSchema, signature: signatureSchema, keyId: keyIdSchema }))
    .max(100),
});
export type WitnessMessage = z.infer<typeof witnessMessage>;

type HeadPosition = Pick<SignedHead, 'day' | 'number' | 'hash'>;

/** Returns a known head that cannot belong to the same log as the given one; null if there is none. A log only grows, and never changes. */
export function findContradiction(knownHeads: readonly HeadPosition[], { day, number, hash: ownHash }: HeadPosition): HeadPosition | null {
  const contradicts = (other: HeadPosition): boolean => {
    if (other.day === day || other.number === number) return other.number !== number || other.hash !== ownHash;
    return other.day < day !== other.number < number;
  };
  return knownHeads.find(contradicts) ?? null;
}

/** A head of another instance that this instance has witnessed. */
interface WitnessedHead extends SignedHead {
  publicKey: string;
  receivedAt: string;
}

/** The response of `/trust/witness.json`. */
export interface WitnessDocument {
  format: typeof witnessFormat;
  origins: { origin: string; key: { id: string; publicKey: string }; heads: WitnessedHead[] }[];
}

/** The state of a witness: the newest delivered head, and the oldest pending one. */
export interface WitnessHealth {
  witness: string;
  delivered: { day: string; at: Date } | null;
  late: { day: string; since: Date; attempts: number; error: string | null } | null;
}

/** The last head of an origin that contradicted a stored one, with its day. */
export interface WitnessConflict {
  origin: string;
  day: string;
  at: Date;
}
