import { and, eq, lt, not } from 'drizzle-orm';
import { askForDueErasures } from '../accounts/commands/erasure/ask.ts';
import { isOpenAt } from '../auth/sessions.ts';
import { logEarlierProofs } from '../claims/commands/carry-over.ts';
import { daysMs, later, now } from '../clock.ts';
import { rateLimits, sessions, signInTokens } from '../db/schema/accounts.ts';
import { jobs } from '../db/schema/jobs.ts';
import type { Writer } from '../db/store.ts';
import { env } from '../env.ts';
import { expireCopies } from '../exports/commands/expire.ts';
import { forgetLinks } from '../identity/commands/visibility.ts';
import { forgetKept } from '../invitations/commands/kept.ts';
import { askForDueDigests } from '../notifications/commands/digests.ts';
import { askAboutOpenReports } from '../reports/commands.ts';
import { askForDeliveries } from '../trust/commands/deliveries.ts';
import { enqueue } from './queue.ts';

const keepJobsMs = daysMs(7);

/** Removes what has run out: finished jobs, sign-in links, sessions, counters. */
export async function sweep(tx: Writer): Promise<void> {
  const at = now();
  await tx.delete(jobs).where(and(eq(jobs.state, 'done'), lt(jobs.finishedAt, later(at, -keepJobsMs))));
  // A mail that did not arrive for a week is of no use to anybody, and its address no business of ours.
  const unsent = and(eq(jobs.state, 'failed'), eq(jobs.kind, 'send-mail'), lt(jobs.finishedAt, later(at, -keepJobsMs)));
  await tx.delete(jobs).where(unsent);
  await tx.delete(signInTokens).where(lt(signInTokens.expires, at));
  await tx.delete(sessions).where(not(isOpenAt(tx, at)));
  await forgetLinks(tx);
  await forgetKept(tx);
  await expireCopies(tx);
  await tx.delete(rateLimits).where(lt(rateLimits.expire, at));
}

/** Asks for what recurs: digests that were missed, links to code and proofs that are due, the day's head of the evidence log, and an index in few pieces. */
export async function askForRounds(tx: Writer): Promise<void> {
  await logEarlierProofs(tx);
  await askForDueDigests(tx);
  await askForDueErasures(tx);
  await askAboutOpenReports(tx);
  await enqueue(tx, { kind: 'publish-head', payload: {}, onceKey: 'publish-head' });
  await askForDeliveries(tx);
  await enqueue(tx, { kind: 'merge-search', payload: {}, onceKey: 'merge-search' });
  await enqueue(tx, { kind: 'tend-proofs', payload: {}, onceKey: 'tend-proofs' });
  if (env().CODE_CHECKS === 'on') await enqueue(tx, { kind: 'check-code-links', payload: {}, onceKey: 'check-code-links' });
}
