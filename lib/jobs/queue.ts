import { now } from '../clock.ts';
import { jobs } from '../db/schema/jobs.ts';
import type { Writer } from '../db/store.ts';
import { newId } from '../id.ts';

/** What each kind of job is given. Ids and plain values only: what a row says may have changed when its turn comes. */
export interface JobPayloads {
  /** One letter to one confirmed or just-given address. */
  'send-mail': { to: string; subject: string; text: string; html: string };
  /** Ends the public notice of a claim, once its time is over. */
  'end-claim-notice': { claimId: string };
  'expire-invitation': { invitationId: string };
  /** Brings every stale author record up to date: counters, flags, snapshot, search document. */
  'refresh-authors': Record<string, never>;
  /** Computes the indicators of all works and authors anew: after an import, and at the start of each month. */
  'compute-indicators': Record<string, never>;
  /** Asks of each of these records whether another one, a letter apart, may be the same person. */
  'suggest-same-people': { authorKeys: number[] };
  /** Tells everybody who follows a record, in portions. `after` is the last account already told. */
  notify: { authorId: string; kind: string; facts: Record<string, string>; onceKey: string; after?: string };
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
