import { gt, inArray } from 'drizzle-orm';
import { enqueueRefresh } from '#lib/catalog/authors/commands/mark-changed.ts';
import { upstreamsOf } from '#lib/catalog/sources/model.ts';
import type { Computed } from '#lib/catalog/trust/commands/snapshots.ts';
import { type CorpusFacts, nextTurn, recordFacts } from '#lib/catalog/trust/model/facts.ts';
import { canonical, hashOf, type LogEvent } from '#lib/catalog/trust/model/log.ts';
import { trustSnapshot } from '#lib/catalog/trust/model/snapshot.ts';
import { later, now } from '#lib/platform/clock.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { trustSnapshots } from '#lib/platform/db/schema/trust.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { enqueue } from '#lib/platform/jobs/queue.ts';
import type { AuthorFacts } from './author-facts.ts';

/** The parts of an author's row that the trust method looks at. */
export interface RecordState {
  id: string;
  affiliation: { name: string; rorId?: string; source: string; year?: number } | null;
}

/** At most so many works are named as the evidence of a rule: a snapshot names examples, not the whole record. */
const maxExamples = 3;

/** What the corpus says of one record. What its owner alone says of works counts for nothing. */
function corpusFactsOf(state: RecordState, facts: AuthorFacts): CorpusFacts {
  const works = facts.works.filter(({ source }) => source !== 'owner');
  const examples = works.slice(0, maxExamples).map(({ work_id }) => work_id);
  const declared = facts.pages.flatMap(({ page, recordKey }) =>
    page.declared
      .filter(({ kind }) => kind === 'close_collaborators')
      .map(({ value }) => ({ value, because: `source-record:${recordKey}` })),
  );
  const asserted = declared.sort((a, b) => b.value - a.value)[0];
  const recurring =
    asserted && asserted.value > facts.closeCollaborators
      ? { count: asserted.value, because: [asserted.because] }
      : { count: facts.closeCollaborators, because: examples };
  return {
    works: { count: works.length, because: examples },
    upstreams: upstreamsOf(facts.sources),
    identifiedWorks: works.filter(({ identified }) => identified).length,
    recurringCollaborators: recurring,
    openFlags: facts.flags.map(({ rule }) => rule),
    frozen: facts.flags.some(({ rule }) => rule === 'two_person_ids'),
    affiliation: {
      stated: state.affiliation ? [`source:${state.affiliation.source}`] : [],
      rorId: state.affiliation?.rorId ?? null,
    },
    reviewedEveryWork: facts.reviewedEveryWork,
  };
}

/**
 * The trust snapshot of one record, from what the corpus says and from its events: the one place where they meet the method.
 * Where time alone will change it, a job runs at that time.
 */
export async function computeSnapshot(
  tx: Writer,
  state: RecordState,
  facts: AuthorFacts,
  events: readonly LogEvent[],
  at: Date,
): Promise<Computed> {
  const corpus = corpusFactsOf(state, facts);
  const whole = recordFacts(corpus, events, at);
  const turn = nextTurn(whole, events, at);
  if (turn) {
    const onceKey = `turn:${state.id}:${turn.getTime()}`;
    await enqueue(tx, { kind: 'refresh-trust', payload: { authorId: state.id }, onceKey, runAt: later(turn, 1000) });
  }
  const last = events.at(-1);
  const recordHead = last ? hashOf(canonical(last)) : null;
  return { authorId: state.id, snapshot: trustSnapshot(whole, at), corpus, events: events.length, recordHead };
}

/** Asks for the trust of records again that was computed at a time which has not come yet: the clock was ahead. */
export async function refreshFutureSnapshots(tx: Writer): Promise<void> {
  const ahead = tx.select({ key: trustSnapshots.authorKey }).from(trustSnapshots).where(gt(trustSnapshots.computedAt, now()));
  const found = await tx.update(authors).set({ stale: true }).where(inArray(authors.key, ahead)).returning({ key: authors.key });
  if (found.length > 0) await enqueueRefresh(tx);
}
