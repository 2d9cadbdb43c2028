import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { later, now } from '../clock.ts';
import { rateLimits } from '../db/schema/accounts.ts';
import type { Writer } from '../db/store.ts';

/** So many times in so many minutes. */
export interface Limit {
  times: number;
  minutes: number;
}

/**
 * Counts one use of a key and says whether it was within its limit. One statement, so that uses at the same moment, in any
 * process, are all counted. The key is kept as a hash: it may hold an address.
 */
export async function withinLimit(tx: Writer, name: string, subject: string, limit: Limit): Promise<boolean> {
  const key = `${name}:${createHash('sha256').update(subject).digest('base64url')}`;
  const at = now();
  const expire = later(at, limit.minutes * 60_000);
  const isOver = sql`${rateLimits.expire} <= ${sql.param(at, rateLimits.expire)}`;
  const [counted] = await tx
    .insert(rateLimits)
    .values({ key, points: 1, expire })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        points: sql`case when ${isOver} then 1 else ${rateLimits.points} + 1 end`,
        expire: sql`case when ${isOver} then ${sql.param(expire, rateLimits.expire)} else ${rateLimits.expire} end`,
      },
    })
    .returning({ points: rateLimits.points });
  return (counted?.points ?? 0) <= limit.times;
}
