import { and, eq, lt } from 'drizzle-orm';
import { daysMs, later, now } from '../clock.ts';
import { rateLimits, sessions, signInTokens } from '../db/schema/accounts.ts';
import { jobs } from '../db/schema/jobs.ts';
import type { Writer } from '../db/store.ts';

const keepJobsMs = daysMs(7);

/** Removes what has run out: finished jobs, sign-in links, sessions, counters. */
export async function sweep(tx: Writer): Promise<void> {
  const at = now();
  await tx.delete(jobs).where(and(eq(jobs.state, 'done'), lt(jobs.finishedAt, later(at, -keepJobsMs))));
  await tx.delete(signInTokens).where(lt(signInTokens.expires, at));
  await tx.delete(sessions).where(lt(sessions.expires, at));
  await tx.delete(rateLimits).where(lt(rateLimits.expire, at));
}
