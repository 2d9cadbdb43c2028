import { and, eq, lte } from 'drizzle-orm';
import { now } from '#lib/platform/clock.ts';
import { jobs } from '#lib/platform/db/schema/jobs.ts';
import type { Reader, Writer } from '#lib/platform/db/store.ts';
import { newId } from '#lib/platform/id.ts';
import type { Letter } from '#lib/platform/mail/messages.ts';

/** What each kind of job is given. Ids and plain values only: what a row says may have changed when its turn comes. */
export interface JobPayloads {
  /** One letter to one confirmed or just-given address. */
  /** `forget` where nothing is to be kept of it should it never arrive: the last letter of an account that is gone. */
  'send-mail': { to: string; forget?: true } & Letter;
  /** Sends what is new to an account whose digest was due at a moment, in milliseconds since 1970. */
  'send-digest': { accountId: string; due: number };
  /** Erases an account, once the days are over in which it can be called off. */
  'erase-account': { accountId: string };
  /** Erases what was just being written for an account while it was erased; `found` where searches found its own words. */
  'erase-rest': { accountId: string; found?: true };
  /** Ends the public notice of a claim, once its time is over. */
  'end-claim-notice': { claimId: string };
  /** Ends proofs whose time is over, warns before, and asks for further looks. */
  'tend-proofs': Record<string, never>;
  /** Looks again whether what a proof shows is still there. */
  'check-proof': { proofId: string };
  /** Judges proofs and records by a trust method that is new here, once after an upgrade. */
  'adopt-method': Record<string, never>;
  /** Looks again at what was shown for a record whose works have changed by a merge, a split, or an undo of one. */
  'check-bindings': { authorId: string };
  /** Sends the link of the way back in by a recovery contact, once the wait is over. */
  'open-way-back': { accountId: string };
  'expire-invitation': { invitationId: string };
  /** Packs all that is held of an account into the copy that it has asked for. */
  'make-export': { exportId: string };
  /** Brings every stale author record up to date: counters, flags, snapshot, search document. */
  'refresh-authors': Record<string, never>;
  /** Computes a record's trust anew, at a moment when time alone changes it. */
  'refresh-trust': { authorId: string };
  /** Signs and publishes the head of the evidence log, once a day. */
  'publish-head': Record<string, never>;
  /** Takes the head of a day to a witness, named as LOG_WITNESSES names it. */
  'deliver-head': { witness: string; day: string };
  /** Brings every stale topic, venue and institution up to date: counts, years, search document. */
  'refresh-contexts': Record<string, never>;
  /** Finds topics in all titles and puts the works under them. */
  'find-topics': Record<string, never>;
  /** Reads every affiliation anew against the ROR registry. */
  'match-affiliations': Record<string, never>;
  /** Computes the indicators of all works and authors anew: after an import, and at the start of each month. */
  'compute-indicators': Record<string, never>;
  /** Merges the pieces of the full-text index where they have become many. */
  'merge-search': Record<string, never>;
  /** Looks whether links to code answer, some at a time; `after` is the key of the last work seen. */
  'check-code-links': { after?: number };
  /** Asks of each of these records whether another one, a letter apart, may be the same person. */
  'index-works': { authorKeys: number[] };
  'suggest-same-people': { authorKeys: number[] };
  /** Takes back what a former owner said of a record's works. */
  'forget-opinions': { authorId: string };
  /** Tells those who decide that something waits, where nothing they have not read says so already. */
  'tell-reviewers': Record<string, never>;
  /** Hides a name as a colleague's address asked, once the time is over in which people could stop it. */
  'end-visibility-wait': { requestId: string };
  /** Ends the time in which a merge or split can be undone. */
  'settle-change': { changeId: string };
}

export type JobKind = keyof JobPayloads;

export interface JobRequest<Kind extends JobKind = JobKind> {
  kind: Kind;
  payload: JobPayloads[Kind];
  /** At most one waiting job bears a key: asking again while it waits does nothing. A job that has begun no longer bears it. */
  onceKey?: string;
  /** When its turn comes; now, unless given. */
  runAt?: Date;
}

/** Writes a job row in the caller's transaction, so that the effect leaves the house only if the change was kept. */
export async function enqueue<Kind extends JobKind>(tx: Writer, job: JobRequest<Kind>): Promise<void> {
  const at = now();
  await tx
    .insert(jobs)
    .values({
      id: newId(),
      kind: job.kind,
      payload: job.payload,
      state: 'waiting',
      onceKey: job.onceKey ?? null,
      runAt: job.runAt ?? at,
      createdAt: at,
    })
    .onConflictDoNothing();
}

/** Whether a job of this key waits. */
export async function isWaiting(reader: Reader, onceKey: string): Promise<boolean> {
  const waiting = and(eq(jobs.onceKey, onceKey), eq(jobs.state, 'waiting'));
  return (await reader.select({ id: jobs.id }).from(jobs).where(waiting).limit(1)).length > 0;
}

/** Closes a waiting job that somebody else has done meanwhile: one that was asked for before they began. */
export async function settle(tx: Writer, onceKey: string, begun: Date): Promise<void> {
  const done = and(eq(jobs.onceKey, onceKey), eq(jobs.state, 'waiting'), lte(jobs.createdAt, begun));
  await tx.update(jobs).set({ state: 'done', finishedAt: now() }).where(done);
}
