import { and, eq, inArray } from 'drizzle-orm';
import { latestSnapshots } from '#lib/catalog/trust/queries/snapshots.ts';
import { isUnsourcedProfile } from '#lib/catalog/visibility/model.ts';
import { now } from '#lib/platform/clock.ts';
import { columnsOf, firstOf, hasRow, rowsOf } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { claims, disputes, proofs } from '#lib/platform/db/schema/claims.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { controlLevel, hasPower, type LevelPower, type PowerErrorCode, powerRefusal, powers } from './model.ts';

const restLevel = 2;

/**
 * Returns the level whose powers the owner of a record has now; null without an accepted claim. A strong proof counts at once, before the
 * record is refreshed. While a strong objection is undecided that froze the record, or that proves the same domain as the owner, neither
 * side has powers from L3.
 * @param forItself false for powers that change another record
 */
export async function powerLevelOf(reader: Reader, authorId: string, forItself = true): Promise<number | null> {
  const columns = columnsOf(authors, 'key', 'ownerId', 'claimState', 'listedAs');
  const [author] = await reader.select(columns).from(authors).where(eq(authors.id, authorId)).limit(1);
  if (!author?.ownerId || author.claimState !== 'claimed') return null;
  const shown = await proofsOf(reader, { authorId, accountId: author.ownerId });
  const strong = shown.filter(
    ({ state, strength, expiresAt }) => state === 'valid' && strength === 'strong' && (!expiresAt || expiresAt > now()),
  );
  const hasStrong = strong.length > 0 || (shown.length === 0 && (await isClaimStrong(reader, authorId, author.ownerId)));
  const claimed = isUnsourcedProfile(author) ? 0 : restLevel;
  const snapshot = (await latestSnapshots(reader, [author.key])).get(author.key);
  const level = Math.max(claimed, hasStrong ? controlLevel : 0, snapshot?.level ?? 0);
  return level > restLevel && ((await isAtRest(reader, authorId, strong)) || (!forItself && isOnlyKept(strong))) ? restLevel : level;
}

type ProofRow = typeof proofs.$inferSelect;

/** Returns the proofs that an account has shown for a record, also those that have ended by time. */
const proofsOf = (reader: Reader, { authorId, accountId }: { authorId: string; accountId: string }): Promise<ProofRow[]> =>
  rowsOf(
    reader,
    proofs,
    and(eq(proofs.authorId, authorId), eq(proofs.accountId, accountId), inArray(proofs.state, ['observed', 'valid', 'stale', 'expired'])),
  );

/** Whether a claim from before proofs had rows of their own was accepted by a strong proof. */
const isClaimStrong = (reader: Reader, authorId: string, accountId: string): Promise<boolean> =>
  hasRow(
    reader,
    claims,
    and(eq(claims.authorId, authorId), eq(claims.accountId, accountId), eq(claims.state, 'accepted'), eq(claims.strength, 'strong')),
  );

const changesItself = (power: LevelPower): boolean => powers[power].changes !== 'another_record';

/** Whether all strong proofs would be fair by the current method: they count for a time, but without power over others. */
const isOnlyKept = (strong: readonly ProofRow[]): boolean => strong.length > 0 && strong.every(({ keptUntil }) => keptUntil !== null);

async function isAtRest(reader: Reader, authorId: string, strong: readonly ProofRow[]): Promise<boolean> {
  const isOpen = and(eq(disputes.authorId, authorId), eq(disputes.state, 'open'), eq(disputes.strength, 'strong'));
  const domains = new Set(strong.flatMap(({ facts }) => domainOf(facts) ?? []));
  return (await rowsOf(reader, disputes, isOpen)).some(({ marks, facts }) => marks || domains.has(domainOf(facts) ?? ''));
}

/** Returns the domain that a proof shows, if it shows one. */
export const domainOf = (facts: Record<string, unknown>): string | null => (typeof facts.domain === 'string' ? facts.domain : null);

/** Returns why the owner of a record does not have a power now, or null. */
export const powerRefusalOf = async (reader: Reader, authorId: string, power: LevelPower): Promise<PowerErrorCode | null> =>
  powerRefusal(await powerLevelOf(reader, authorId, changesItself(power)), power);

/** The same for an account, which may not own the record any more. */
export async function refuseToOwner(
  reader: Reader,
  { authorId, accountId }: { authorId: string; accountId: string },
  power: LevelPower,
): Promise<PowerErrorCode | 'not_your_record' | null> {
  const author = await firstOf(reader, authors, eq(authors.id, authorId));
  return author?.ownerId === accountId && author.claimState === 'claimed' ? powerRefusalOf(reader, authorId, power) : 'not_your_record';
}

/** Whether the owner of a record has a power now. */
export const mayUse = async (reader: Reader, authorId: string, power: LevelPower): Promise<boolean> =>
  hasPower(await powerLevelOf(reader, authorId, changesItself(power)), power);

/** Returns the accounts that own one of some records and have a power. */
export async function ownersWith(reader: Reader, authorIds: readonly string[], power: LevelPower): Promise<Set<string>> {
  const owners = new Set<string>();
  for (const id of authorIds) {
    const owner = (await mayUse(reader, id, power)) ? (await firstOf(reader, authors, eq(authors.id, id)))?.ownerId : null;
    if (owner) owners.add(owner);
  }
  return owners;
}
