import { hash } from 'node:crypto';
import { inArray, sql } from 'drizzle-orm';
import { addMs, now } from '#lib/platform/clock.ts';
import { rateLimits } from '#lib/platform/db/schema/accounts.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import type { Limit } from '#lib/platform/limits.ts';
import { logSecurityEvent } from '#lib/platform/log/security-events.ts';

/** A limit and its subject. */
export interface Counter {
  name: string;
  subject: string;
  limit: Limit;
}

const keyOf = ({ name, subject }: Pick<Counter, 'name' | 'subject'>): string => `${name}:${hash('sha256', subject, 'base64url')}`;

/**
 * Counts one use of a key, in one statement, so that concurrent uses in any process are all counted. The key is stored as a hash, because
 * it may contain an email address. A window that ends over an hour too late was started by a clock that was ahead; it counts as expired.
 */
async function countUse(tx: Writer, { limit, ...counter }: Counter): Promise<{ points: number; expire: Date }> {
  const at = now();
  const expire = addMs(at, limit.minutes * 60_000);
  const latest = addMs(expire, 3_600_000);
  const [row] = await tx.prepared(upsertUse, { key: keyOf(counter), at, expire, latest });
  return { points: row?.points ?? 0, expire: row?.expire ?? expire };
}

const upsertUse = (tx: Writer) => {
  const instant = (name: string) => sql.param(sql.placeholder(name), rateLimits.expire);
  const isOver = sql`(${rateLimits.expire} <= ${instant('at')} or ${rateLimits.expire} > ${instant('latest')})`;
  return tx
    .insert(rateLimits)
    .values({ key: sql.placeholder('key'), points: 1, expire: sql.placeholder('expire') })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        points: sql`case when ${isOver} then 1 else ${rateLimits.points} + 1 end`,
        expire: sql`case when ${isOver} then ${instant('expire')} else ${rateLimits.expire} end`,
      },
    })
    .returning({ points: rateLimits.points, expire: rateLimits.expire })
    .prepare();
};

/** Counts one use of a key, and returns how many there were within its period. */
export const countUses = async (tx: Writer, counter: Counter): Promise<number> => (await countUse(tx, counter)).points;

/** Counts one use of a key, and returns whether it was within its limit. */
export async function withinLimit(tx: Writer, name: string, subject: string, limit: Limit): Promise<boolean> {
  const isWithinLimit = (await countUse(tx, { name, subject, limit })).points <= limit.times;
  if (!isWithinLimit) logSecurityEvent('limit_reached', { limit: name });
  return isWithinLimit;
}

/**
 * Counts one use of several keys, or of none if a limit is exceeded.
 * @param counters always in the same order of names, so that transactions cannot deadlock
 * @returns the name of the exceeded limit, and the minutes until it resets; null if none is exceeded
 */
export async function countAgainstLimits(tx: Writer, counters: readonly Counter[]): Promise<{ name: string; minutes: number } | null> {
  for (const [index, counter] of counters.entries()) {
    const { points, expire } = await countUse(tx, counter);
    if (points <= counter.limit.times) continue;
    logSecurityEvent('limit_reached', { limit: counter.name });
    const countedKeys = counters.slice(0, index + 1).map(keyOf);
    const decrement = { points: sql`${rateLimits.points} - 1` };
    await tx.update(rateLimits).set(decrement).where(inArray(rateLimits.key, countedKeys));
    return { name: counter.name, minutes: Math.max(1, Math.ceil((expire.getTime() - now().getTime()) / 60_000)) };
  }
  return null;
}
