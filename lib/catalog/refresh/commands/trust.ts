import { gt, inArray } from 'drizzle-orm';
import { enqueueRefresh } from '#lib/catalog/authors/commands/mark-changed.ts';
import { isPublicFlag } from '#lib/catalog/authors/model/identity-flags.ts';
import { upstreamsOf } from '#lib/catalog/sources/model.ts';
import type { ComputedSnapshot } from '#lib/catalog/trust/commands/snapshots.ts';
import { type CorpusFacts, nextChangeAt, recordFacts } from '#lib/catalog/trust/model/facts.ts';
import { canonicalJson, hashOf, type LogEvent } from '#lib/catalog/trust/model/log.ts';
import { trustSnapshot } from '#lib/catalog/trust/model/points.ts';
import { addMs, now } from '#lib/platform/clock.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { trustSnapshots } from '#lib/platform/db/schema/trust.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { enqueue } from '#lib/platform/jobs/queue.ts';
import type { AuthorFacts } from './author-facts.ts';

/** The data of an author record that the trust method uses. */
export interface RecordState {
  id: string;
  affiliation: { name: string; rorId?: string; source: string; year?: number } | null;
  /** The affiliation that gives points. It differs from the shown one only while a person is at risk. */
  counted: RecordState['affiliation'];
}

/** Maximum number of works named as the evidence of a rule: a snapshot gives examples, not the whole record. */
const maxExampleWorks = 3;

/** Returns the facts of the corpus about a record. Works that only the owner states are excluded. */
function corpusFactsOf(state: RecordState, facts: AuthorFacts): CorpusFacts {
  const works = facts.works.filter(({ source }) => source !== 'owner');
  const examples = works.slice(0, maxExampleWorks).map(({ work_id }) => work_id);
  const declared = facts.pages.flatMap(({ page, recordKey }) =>
    page.declared
      .filter(({ kind }) => kind === 'close_collaborators')
      .map(({ value }) => ({ value, because: `source-record:${recordKey}` })),
  );
  const largestDeclared = declared.sort((a, b) => b.value - a.value)[0];
  const recurring =
    largestDeclared && largestDeclared.value > facts.closeCollaborators
      ? { count: largestDeclared.value, because: [largestDeclared.because] }
      : { count: facts.closeCollaborators, because: examples };
  return {
    works: { count: works.length, because: examples },
    upstreams: upstreamsOf(facts.sources),
    identifiedWorks: works.filter(({ identified }) => identified).length,
    recurringCollaborators: recurring,
    openFlags: facts.flags.filter(isPublicFlag).map(({ rule }) => rule),
    frozen: facts.flags.some(({ rule }) => rule === 'two_person_ids'),
    affiliation: { stated: state.counted ? [`source:${state.counted.source}`] : [], rorId: state.counted?.rorId ?? null },
    reviewedEveryWork: facts.reviewedEveryWork,
  };
}

/**
 * Computes the trust snapshot of a record from the corpus and its events. This is the only caller of the trust method. If time alone will
 * change the result, a job is scheduled for that time.
 */
export async function computeSnapshot(
  tx: Writer,
  state: RecordState,
  facts: AuthorFacts,
  events: readonly LogEvent[],
  at: Date,
): Promise<ComputedSnapshot> {
  const corpus = corpusFactsOf(state, facts);
  const allFacts = recordFacts(corpus, events, at);
  const nextTurnAt = nextChangeAt(allFacts, events, at);
  if (nextTurnAt) {
    const onceKey = `turn:${state.id}:${nextTurnAt.getTime()}`;
    await enqueue(tx, { kind: 'refresh-trust', payload: { authorId: state.id }, onceKey, runAt: addMs(nextTurnAt, 1000) });
  }
  const lastEvent = events.at(-1);
  const recordHead = lastEvent ? hashOf(canonicalJson(lastEvent)) : null;
  return { authorId: state.id, snapshot: trustSnapshot(allFacts, at), corpus, events: events.length, recordHead };
}

/** Marks records as stale whose trust was computed at a future time, because the clock was ahead. */
export async function refreshFutureSnapshots(tx: Writer): Promise<void> {
  const futureKeys = tx.select({ key: trustSnapshots.authorKey }).from(trustSnapshots).where(gt(trustSnapshots.computedAt, now()));
  const updated = await tx.update(authors).set({ stale: true }).where(inArray(authors.key, futureKeys)).returning({ key: authors.key });
  if (updated.length > 0) await enqueueRefresh(tx);
}
