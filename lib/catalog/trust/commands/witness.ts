import { and, eq, isNotNull } from 'drizzle-orm';
import { z } from 'zod';
import { withinLimit } from '#lib/platform/auth/rate-limits.ts';
import { addMs, daysMs, now } from '#lib/platform/clock.ts';
import { hasRow } from '#lib/platform/db/rows.ts';
import { accounts, roles } from '#lib/platform/db/schema/accounts.ts';
import { witnessedHeads, witnessOrigins } from '#lib/platform/db/schema/trust.ts';
import type { Reader, Writer } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import { fetchJson } from '#lib/platform/http/fetch-json.ts';
import { enqueue } from '#lib/platform/jobs/queue.ts';
import { isSignedBy, signingKeyIdOf } from '#lib/platform/keys/signing.ts';
import { log } from '#lib/platform/log/log.ts';
import { notificationMessage } from '#lib/platform/mail/messages.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import type { WitnessedOrigin } from '#lib/platform/settings/log-witnesses.ts';
import { headBody, type SignedHead } from '../model/document.ts';
import { hashOf, isEventKind, parseEvent, type SignedEvent } from '../model/log.ts';
import { findContradiction, type WitnessMessage } from '../model/witness.ts';

type WitnessRefusal = 'witness_unknown_origin' | 'witness_unknown_key' | 'witness_unsigned' | 'witness_contradiction';
interface PublicKey {
  id: string;
  publicKey: string;
}

/** Maximum clock difference of another instance: a head with a later day would block all heads before that day. */
const maxClockDifferenceMs = daysMs(1);

/**
 * Stores a head of another instance's log. The first key of an origin is pinned, if the operator has set it or the origin itself publishes
 * it; a later key is accepted if a chain of signed events leads to it from the pinned key. A head that contradicts a stored one is refused,
 * and the admins are notified.
 * @param publishedKeys the public keys that the origin publishes, read by `fetchFirstKeys`
 */
export async function witnessHead(
  tx: Writer,
  { origin, head, publicKey, keyEvents }: WitnessMessage,
  publishedKeys: readonly string[],
  accepted: readonly WitnessedOrigin[] = env().WITNESS_FOR,
): Promise<Outcome<'witnessed' | 'known', WitnessRefusal>> {
  const witnessedOrigin = accepted.find((each) => each.origin === origin);
  if (!witnessedOrigin) return refused('witness_unknown_origin');
  const signer = { id: head.keyId, publicKey };
  const isAhead = new Date(head.at) > addMs(now(), maxClockDifferenceMs);
  if (isAhead || signingKeyIdOf(publicKey) !== head.keyId || !isSignedBy(publicKey, headBody(head), head.signature))
    return refused('witness_unsigned');
  await tx.lock(`witness ${origin}`);
  const storedHeads = await tx.select().from(witnessedHeads).where(eq(witnessedHeads.origin, origin));
  const { key } = witnessedOrigin;
  const isFirstKey = ({ id }: PublicKey) => (key === null ? publishedKeys.includes(publicKey) : key === id || key === publicKey);
  if (!(await acceptKey(tx, origin, signer, isFirstKey, head.day, keyEvents, storedHeads))) return refused('witness_unknown_key');
  if (findContradiction(storedHeads, head)) {
    await reportContradiction(tx, origin, head);
    return refused('witness_contradiction');
  }
  const row = { ...head, origin, at: new Date(head.at), publicKey, receivedAt: now() };
  const [stored] = await tx.insert(witnessedHeads).values(row).onConflictDoNothing().returning({ day: witnessedHeads.day });
  return done(stored ? 'witnessed' : 'known');
}

const publishedKeysSchema = z.object({ keys: z.array(z.object({ publicKey: z.string() })) });

/**
 * Returns the public keys that an origin publishes with its log, if its first key is needed: otherwise the first to post could choose it.
 * Sends a request, so it runs outside a transaction; empty if the origin does not answer.
 */
export async function fetchFirstKeys(
  reader: Reader,
  origin: string,
  accepted: readonly WitnessedOrigin[] = env().WITNESS_FOR,
): Promise<string[]> {
  const witnessed = accepted.find((each) => each.origin === origin);
  if (!witnessed || witnessed.key !== null || (await hasRow(reader, witnessOrigins, eq(witnessOrigins.origin, origin)))) return [];
  const response = await fetchJson(`${origin}/trust/log.json`);
  const parsed = response.ok ? publishedKeysSchema.safeParse(response.value) : null;
  return parsed?.success ? parsed.data.keys.map(({ publicKey }) => publicKey) : [];
}

/** Pins the first key of an origin, and each later key that a chain of signed events names. */
async function acceptKey(
  tx: Writer,
  origin: string,
  signer: PublicKey,
  isFirstKey: (signer: PublicKey) => boolean,
  day: string,
  keyEvents: readonly SignedEvent[],
  storedHeads: readonly { keyId: string; publicKey: string; day: string }[],
): Promise<boolean> {
  const [row] = await tx.select().from(witnessOrigins).where(eq(witnessOrigins.origin, origin));
  if (!row) {
    if (!isFirstKey(signer)) return false;
    await tx.insert(witnessOrigins).values({ origin, keyId: signer.id, publicKey: signer.publicKey, pinnedAt: now() });
    return true;
  }
  if (row.keyId === signer.id) return true;
  // A head signed with an earlier key may arrive late. From the first day of the current key it is rejected: a retired key may be stolen.
  if (storedHeads.some(({ keyId }) => keyId === signer.id)) return storedHeads.every((each) => each.keyId !== row.keyId || day < each.day);
  const lastKey = keyEvents.reduce<PublicKey>(nextKey, { id: row.keyId, publicKey: row.publicKey });
  if (lastKey.id !== signer.id) return false;
  const pinnedKey = { keyId: lastKey.id, publicKey: lastKey.publicKey, pinnedAt: now() };
  await tx.update(witnessOrigins).set(pinnedKey).where(eq(witnessOrigins.origin, origin));
  return true;
}

/** Returns the next key if an event that this key has signed names it; otherwise this key. */
function nextKey(key: PublicKey, { body, hash, keyId, signature }: SignedEvent): PublicKey {
  if (keyId !== key.id || hashOf(body) !== hash || !isSignedBy(key.publicKey, body, signature)) return key;
  const event = parseEvent({ body });
  if (!isEventKind(event, 'key_changed') || event.facts.from !== key.id) return key;
  const { to, publicKey } = event.facts;
  return signingKeyIdOf(publicKey) === to ? { id: to, publicKey } : key;
}

async function reportContradiction(tx: Writer, origin: string, { day, number, hash }: SignedHead): Promise<void> {
  log.error({ origin, day, number }, 'another instance has published a head that contradicts one that is witnessed here');
  await tx.update(witnessOrigins).set({ conflict: { day, number, hash }, conflictAt: now() }).where(eq(witnessOrigins.origin, origin));
  if (!(await withinLimit(tx, 'witness-conflict', origin, { times: 1, minutes: 24 * 60 }))) return;
  const admins = await tx
    .select({ email: accounts.email })
    .from(roles)
    .innerJoin(accounts, eq(accounts.id, roles.accountId))
    .where(and(eq(roles.role, 'admin'), isNotNull(accounts.emailVerified)));
  const message = notificationMessage({
    title: 'The evidence log of another instance contradicts itself',
    sentence: `${origin} has sent a head of its log for ${day} that contradicts one that this instance has witnessed: its log was rewritten or cut. The head was refused. Ask its operator, and compare the heads that are kept here.`,
    link: `${env().PUBLIC_URL}/trust/witness.json`,
    label: 'The witnessed heads',
  });
  for (const { email } of admins) if (email) await enqueue(tx, { kind: 'send-mail', payload: { to: email, ...message } });
}
