import { hash } from 'node:crypto';
import { inArray, sql } from 'drizzle-orm';
import { later, now } from '#lib/platform/clock.ts';
import { rateLimits } from '#lib/platform/db/schema/accounts.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { logSecurityEvent } from '#lib/platform/log/security-events.ts';

/** So many times in so many minutes. */
export interface Limit {
  times: number;
  minutes: number;
}

/** One limit, and for whom it counts. */
export interface Counter {
  name: string;
  subject: string;
  limit: Limit;
}

const keyOf = ({ name, subject }: Pick<Counter, 'name' | 'subject'>): string => `${name}:${hash('sha256', subject, 'base64url')}`;

/**
 * Counts one use of a key. One statement, so that uses at the same moment, in any process, are all counted. The key is kept as a hash: it
 * may hold an address. A window that ends more than an hour after one that begins now was begun by a clock that was ahead: it is over.
 */
async function countUse(tx: Writer, { limit, ...counter }: Counter): Promise<{ points: number; expire: Date }> {
  const at = now();
  const expire = later(at, limit.minutes * 60_000);
  const latest = later(expire, 3_600_000);
  const [counted] = await tx.prepared(oneMoreUse, { key: keyOf(counter), at, expire, latest });
  return { points: counted?.points ?? 0, expire: counted?.expire ?? expire };
}

const oneMoreUse = (tx: Writer) => {
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

/** Counts one use of a key and says whether it was within its limit. */
export async function withinLimit(tx: Writer, name: string, subject: string, limit: Limit): Promise<boolean> {
  const isWithin = (await countUse(tx, { name, subject, limit })).points <= limit.times;
  if (!isWithin) logSecurityEvent('limit_reached', { limit: name });
  return isWithin;
}

/**
 * Counts one use of several keys, or of none: what one limit refuses uses up no other.
 * @param counters always in the same order of names, so that no two transactions wait for each other
 * @returns the name of the limit that refuses, and the minutes until it no longer does; null if none does
 */
export async function refusingLimit(tx: Writer, counters: readonly Counter[]): Promise<{ name: string; minutes: number } | null> {
  for (const [index, counter] of counters.entries()) {
    const { points, expire } = await countUse(tx, counter);
    if (points <= counter.limit.times) continue;
    logSecurityEvent('limit_reached', { limit: counter.name });
    const counted = counters.slice(0, index + 1).map(keyOf);
    const oneLess = { points: sql`${rateLimits.points} - 1` };
    await tx.update(rateLimits).set(oneLess).where(inArray(rateLimits.key, counted));
    return { name: counter.name, minutes: Math.max(1, Math.ceil((expire.getTime() - now().getTime()) / 60_000)) };
  }
  return null;
}
