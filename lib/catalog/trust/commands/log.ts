import { randomBytes } from 'node:crypto';
import { desc, eq, ne, sql } from 'drizzle-orm';
import { now } from '#lib/platform/clock.ts';
import { firstOf } from '#lib/platform/db/rows.ts';
import { evidenceEvents, evidenceSecrets, logEnd, signingKeys } from '#lib/platform/db/schema/trust.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import { newId } from '#lib/platform/id.ts';
import { type SigningKey, signingKey } from '#lib/platform/keys/signing.ts';
import { log } from '#lib/platform/log/log.ts';
import { canonicalJson, commitment, type EventFacts, type EventKind, hashOf, type LogEvent, logFormat } from '../model/log.ts';

interface NewEvent<Kind extends EventKind = EventKind> {
  /** The record's id; empty for events about the log itself. */
  authorId: string;
  kind: Kind;
  facts: EventFacts[Kind];
  /** Facts with restricted access; they can be deleted later without breaking the chain. */
  secret?: { accountId: string | null; facts: Record<string, unknown> };
}

/** Locks the end of the log until the transaction ends, so that events are ordered. */
async function lockEnd(tx: Writer): Promise<{ number: number; hash: string }> {
  await tx.insert(logEnd).values({ id: 1, number: 0, hash: '' }).onConflictDoNothing();
  const increment = { number: sql`${logEnd.number} + 1` };
  const [end] = await tx.update(logEnd).set(increment).where(eq(logEnd.id, 1)).returning();
  if (!end) throw new Error('The log has lost its end.');
  return end;
}

async function selectLastEvent(tx: Writer, authorId: string): Promise<{ place: number; hash: string | null }> {
  const last = await firstOf(tx, evidenceEvents, eq(evidenceEvents.authorId, authorId), desc(evidenceEvents.place));
  return last ?? { place: 0, hash: null };
}

/** Returns and publishes the signing key. Logs a warning if no event of an earlier key names it, because verifiers will report it too. */
async function publishSigningKey(tx: Writer, at: Date): Promise<SigningKey> {
  const key = signingKey(env().DATA_DIR);
  const row = { id: key.id, publicKey: key.publicKey, createdAt: at };
  const [addedKey] = await tx.insert(signingKeys).values(row).onConflictDoNothing().returning({ id: signingKeys.id });
  const otherKeys = addedKey ? await tx.select({ id: signingKeys.id }).from(signingKeys).where(ne(signingKeys.id, key.id)) : [];
  if (otherKeys.length > 0) {
    const before = otherKeys.map(({ id }) => id).join(', ');
    log.warn({ key: key.id, before }, 'the evidence log goes on with a key that the one before has not named: put keys/current.pem back');
  }
  return key;
}

/**
 * Appends an event to the log, chained and signed, in the caller's transaction. Locks the end of the log until the transaction ends. To
 * avoid deadlocks, write rows of claims and records before it, and enqueue jobs with shared once keys (`refresh-authors`) after it.
 * @returns the id of the event
 */
export async function logEvent<Kind extends EventKind>(tx: Writer, { authorId, kind, facts, secret }: NewEvent<Kind>): Promise<string> {
  const end = await lockEnd(tx);
  const lastEvent = await selectLastEvent(tx, authorId);
  const at = now();
  const salt = secret ? randomBytes(16).toString('base64url') : '';
  const event: LogEvent<Kind> = {
    log: logFormat,
    number: end.number,
    previous: end.hash === '' ? null : end.hash,
    record: authorId,
    place: lastEvent.place + 1,
    recordPrevious: lastEvent.hash,
    id: newId(),
    at: at.toISOString(),
    kind,
    facts,
    private: secret ? commitment(salt, secret.facts) : null,
  };
  const body = canonicalJson(event);
  const hash = hashOf(body);
  const key = await publishSigningKey(tx, at);
  const { place } = event;
  const row = { number: end.number, id: event.id, authorId, place, kind, body, hash, signature: key.sign(body), keyId: key.id, at };
  await tx.insert(evidenceEvents).values(row);
  if (secret) await tx.insert(evidenceSecrets).values({ number: end.number, accountId: secret.accountId, salt, facts: secret.facts });
  await tx.update(logEnd).set({ hash }).where(eq(logEnd.id, 1));
  return event.id;
}
