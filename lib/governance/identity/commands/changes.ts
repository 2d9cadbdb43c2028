import { and, eq, inArray, or } from 'drizzle-orm';
import { enqueueRefresh, markAuthorsChangedByKey, markAuthorsStale } from '#lib/catalog/authors/commands/mark-changed.ts';
import type { AuthorRow } from '#lib/catalog/authors/queries/find.ts';
import { refreshWorkInstitutions, selectAuthorsHidingAffiliations } from '#lib/catalog/contexts/commands/rematch.ts';
import { CoauthorLists, recountEdges } from '#lib/catalog/graph/commands.ts';
import { recordAuthorships, selectAuthorsByWork } from '#lib/catalog/history/commands.ts';
import { areIndexedDifferently } from '#lib/catalog/search-index/documents.ts';
import { logEvent } from '#lib/catalog/trust/commands/log.ts';
import { isVisibleRecord } from '#lib/catalog/visibility/model.ts';
import { recordEvent } from '#lib/community/follows/commands/record-events.ts';
import { revertDays } from '#lib/community/limits.ts';
import { applyAgreements } from '#lib/governance/corrections/commands/backing.ts';
import { addMs, daysMs, now } from '#lib/platform/clock.ts';
import { isAnyOf } from '#lib/platform/db/prepared.ts';
import { columnsOf, firstOf, hasRow } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { disputes } from '#lib/platform/db/schema/claims.ts';
import { identityChanges } from '#lib/platform/db/schema/identity.ts';
import { authorships } from '#lib/platform/db/schema/works.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { newId } from '#lib/platform/id.ts';
import { enqueue } from '#lib/platform/jobs/queue.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { type MergeRefusal, type MovedRows, type SplitRefusal, splitRefusal } from '../model/changes.ts';
import { refuseMerge, worksOfAuthor } from '../queries/records.ts';
import { type ChangeRow, lockChange, rejectChange } from './lock.ts';
import { mergeRecords } from './merge.ts';
import { splitRecord } from './split.ts';

export type ApplyErrorCode = 'unknown_change' | 'change_closed' | 'unknown_author' | 'unknown_other' | MergeRefusal | SplitRefusal;

/**
 * Returns a record that is neither merged nor hidden; null otherwise. A merge with a record that was hidden since the proposal would show
 * its works, or hide those of the other.
 */
const activeRecord = async (tx: Writer, id: string | null): Promise<AuthorRow | null> => {
  const [row] = id === null ? [] : await tx.select().from(authors).where(eq(authors.id, id));
  return row && isVisibleRecord(row) ? row : null;
};

/**
 * Applies a proposed change that was decided by the owner, by reviewers or by a rule. A refusal changes nothing.
 * @param byRule true if a rule or the operator has decided that both records are of one person; then their owners prove nothing more
 */
export async function applyChange(tx: Writer, changeId: string, { byRule = false } = {}): Promise<Outcome<void, ApplyErrorCode>> {
  const proposal = await lockChange(tx, changeId);
  if (!proposal) return refused('unknown_change');
  if (proposal.state !== 'proposed') return refused('change_closed');
  const author = await activeRecord(tx, proposal.authorId);
  if (!author) return refused('unknown_author');
  return proposal.kind === 'merge' ? applyMerge(tx, proposal, { into: author, byRule }) : applySplit(tx, proposal, author);
}

async function applyMerge(
  tx: Writer,
  proposal: ChangeRow,
  { into, byRule }: { into: AuthorRow; byRule: boolean },
): Promise<Outcome<void, ApplyErrorCode>> {
  const from = await activeRecord(tx, proposal.otherId);
  if (!from) return refused('unknown_other');
  const code = await refuseMerge(tx, into, from);
  if (code && !(byRule && code === 'claim_other_first')) return refused(code);
  const workKeys = (await worksOfAuthor(tx, from.key)).map(({ key }) => key);
  const buildsOn = await appliedChanges(tx, [into.id, from.id]);
  const moved = await changeAuthorships(tx, workKeys, [into.key, from.key], async () =>
    (await areClaimedSince(tx, [into, from])) ? null : mergeRecords(tx, into, from),
  );
  if (!moved) return refused('claim_waits');
  return storeApplied(tx, proposal, { author: into, other: from, moved: { ...moved, buildsOn } });
}

async function applySplit(tx: Writer, proposal: ChangeRow, author: AuthorRow): Promise<Outcome<void, ApplyErrorCode>> {
  const ownKeysById = new Map((await worksOfAuthor(tx, author.key)).map(({ id, key }) => [id, key]));
  const code = splitRefusal(author, new Set(ownKeysById.keys()), proposal.workIds);
  if (code) return refused(code);
  const leavingKeys = [...new Set(proposal.workIds)].flatMap((id) => ownKeysById.get(id) ?? []);
  const buildsOn = await appliedChanges(tx, [author.id]);
  const name = proposal.otherName ?? author.name;
  const result = await changeAuthorships(tx, leavingKeys, [author.key], async () =>
    (await areClaimedSince(tx, [author])) ? null : splitRecord(tx, author, { changeId: proposal.id, name, works: leavingKeys }),
  );
  if (!result) return refused('claim_waits');
  const { created, moved } = result;
  return storeApplied(tx, proposal, { author, other: created, moved: { ...moved, buildsOn } });
}

/** Returns whether a record was claimed, released or disputed since it was read. The records are locked, so the answer stays valid. */
async function areClaimedSince(tx: Writer, records: readonly AuthorRow[]): Promise<boolean> {
  const keys = records.map(({ key }) => key);
  const { key, claimState, ownerId } = authors;
  const rows = await tx.select({ key, claimState, ownerId }).from(authors).where(inArray(key, keys));
  const ids = records.map(({ id }) => id);
  const isOpenDispute = and(inArray(disputes.authorId, ids), eq(disputes.state, 'open'));
  if (await hasRow(tx, disputes, isOpenDispute)) return true;
  return rows.some((row) => {
    const recordBefore = records.find((each) => each.key === row.key);
    return recordBefore?.claimState !== row.claimState || recordBefore.ownerId !== row.ownerId;
  });
}

/** Returns the ids of changes of some records that are in effect. */
async function appliedChanges(tx: Writer, ids: string[]): Promise<string[]> {
  const isOfRecords = or(inArray(identityChanges.authorId, ids), inArray(identityChanges.otherId, ids));
  const isInEffect = and(isOfRecords, inArray(identityChanges.state, ['applied', 'settled']));
  const rows = await tx.select({ id: identityChanges.id }).from(identityChanges).where(isInEffect);
  return rows.map(({ id }) => id).sort();
}

/**
 * Runs a change of the authorships on some works. First locks all records on these works, in the order of their keys. Afterwards recounts
 * their co-author edges, and updates agreements and what the records hide.
 */
export async function changeAuthorships<Value>(
  tx: Writer,
  workKeys: readonly number[],
  records: readonly number[],
  change: () => Promise<Value>,
): Promise<Value> {
  const circlesBefore = await selectCircles(tx, workKeys);
  const recordKeys = [...new Set([...records, ...circlesBefore.flat()])].sort((a, b) => a - b);
  await markAuthorsChangedByKey(tx, recordKeys);
  const authorshipsBefore = await selectAuthorsByWork(tx, workKeys);
  const value = await change();
  await recordAuthorships(tx, authorshipsBefore, workKeys, 'person');
  const circlesAfter = await selectCircles(tx, workKeys);
  const circles = new CoauthorLists();
  for (const circle of [...circlesBefore, ...circlesAfter]) circles.add(circle);
  await recountEdges(tx, circles);
  await markAuthorsStale(tx, circlesAfter.flat());
  await applyAgreements(tx, workKeys);
  const newKeys = circlesAfter.flat().filter((key) => !recordKeys.includes(key));
  await reindexHiddenFields(tx, workKeys, [...new Set([...records, ...newKeys])]);
  return value;
}

/** Updates institutions and indexed names of some works, because a record may show what another one hides. */
async function reindexHiddenFields(tx: Writer, workKeys: readonly number[], authorKeys: readonly number[]): Promise<void> {
  if ((await selectAuthorsHidingAffiliations(tx, authorKeys)).size > 0) await refreshWorkInstitutions(tx, workKeys);
  if (await areIndexedDifferently(tx, authorKeys)) await enqueue(tx, { kind: 'index-works', payload: { authorKeys: [...authorKeys] } });
}

async function selectCircles(tx: Writer, workKeys: readonly number[]): Promise<number[][]> {
  const columns = columnsOf(authorships, 'workKey', 'authorKey');
  const rows = await tx.select(columns).from(authorships).where(isAnyOf(authorships.workKey, workKeys));
  return [...Map.groupBy(rows, ({ workKey }) => workKey).values()].map((group) => group.map(({ authorKey }) => authorKey));
}

interface ChangeResult {
  author: AuthorRow;
  other: AuthorRow;
  moved: MovedRows;
}

async function storeApplied(
  tx: Writer,
  proposal: ChangeRow,
  { author, other, moved }: ChangeResult,
): Promise<Outcome<void, ApplyErrorCode>> {
  const at = now();
  const undoUntil = addMs(at, daysMs(revertDays));
  const values = { state: 'applied', otherId: other.id, undo: moved, appliedAt: at, undoUntil };
  const isProposed = and(eq(identityChanges.id, proposal.id), eq(identityChanges.state, 'proposed'));
  const [row] = await tx.update(identityChanges).set(values).where(isProposed).returning();
  if (!row) throw new Error('A change was decided twice.');
  const facts = { change: row.id, other: other.id };
  if (proposal.kind === 'merge') await logEvent(tx, { authorId: author.id, kind: 'merged', facts });
  else await logEvent(tx, { authorId: author.id, kind: 'split', facts: { ...facts, works: proposal.workIds } });
  await recordEvent(tx, { authorId: author.id, kind: proposal.kind === 'merge' ? 'merged' : 'split' });
  await enqueueFinalization(tx, row.id, undoUntil);
  await enqueueRefresh(tx);
  await enqueueProofChecks(tx, [author.id, other.id]);
  return done(undefined);
}

/** Enqueues a check of the proofs of records whose works have moved. */
export async function enqueueProofChecks(tx: Writer, authorIds: readonly string[]): Promise<void> {
  for (const authorId of authorIds) {
    await enqueue(tx, { kind: 'check-bindings', payload: { authorId }, onceKey: `check-bindings:${authorId}` });
  }
}

/**
 * Carries out the decision of reviewers. A change that can no longer be applied, because a record is gone or a claim is pending, ends as
 * rejected.
 */
export async function decideChange(tx: Writer, changeId: string, inFavour: boolean): Promise<{ applied: boolean }> {
  const result = inFavour ? await applyChange(tx, changeId) : null;
  if (!result?.ok) await rejectChange(tx, changeId);
  return { applied: result?.ok ?? false };
}

/**
 * Applies a rejected or reverted change after a granted appeal. Returns false if it can no longer be applied; its state then does not
 * change.
 */
export async function applyChangeAfterAppeal(tx: Writer, changeId: string): Promise<boolean> {
  const row = await lockChange(tx, changeId);
  if (row?.state === 'undone') return reapplyChange(tx, row);
  if (row?.state !== 'rejected' || (await isProposedAgain(tx, row))) return false;
  await tx.update(identityChanges).set({ state: 'proposed', endedAt: null }).where(eq(identityChanges.id, changeId));
  if ((await applyChange(tx, changeId)).ok) return true;
  await tx.update(identityChanges).set({ state: 'rejected', endedAt: row.endedAt }).where(eq(identityChanges.id, changeId));
  return false;
}

/** Applies a reverted change as a new change, so that the history has each step. A split creates a new record. */
async function reapplyChange(tx: Writer, row: ChangeRow): Promise<boolean> {
  const otherId = row.kind === 'split' ? null : row.otherId;
  if (await isProposedAgain(tx, { ...row, otherId })) return false;
  const clearedFields = { undo: null, appliedAt: null, undoUntil: null, endedAt: null };
  const newChange = { ...row, ...clearedFields, id: newId(), state: 'proposed', otherId, proposedAt: now() };
  await tx.insert(identityChanges).values(newChange);
  if ((await applyChange(tx, newChange.id)).ok) return true;
  await tx.delete(identityChanges).where(eq(identityChanges.id, newChange.id));
  return false;
}

async function isProposedAgain(tx: Writer, { kind, authorId, otherId }: ChangeRow): Promise<boolean> {
  const isSameProposal = and(
    eq(identityChanges.kind, kind),
    eq(identityChanges.authorId, authorId),
    otherId === null ? undefined : eq(identityChanges.otherId, otherId),
    eq(identityChanges.state, 'proposed'),
  );
  return hasRow(tx, identityChanges, isSameProposal);
}

const enqueueFinalization = (tx: Writer, changeId: string, runAt: Date): Promise<void> =>
  enqueue(tx, { kind: 'finalize-change', payload: { changeId }, onceKey: `finalize-change:${changeId}`, runAt });

/** Finalizes a change at the end of its revert period of thirty days. */
export async function finalizeChange(tx: Writer, { changeId }: { changeId: string }): Promise<void> {
  const isApplied = and(eq(identityChanges.id, changeId), eq(identityChanges.state, 'applied'));
  const row = await firstOf(tx, identityChanges, isApplied);
  if (!row?.undoUntil) return;
  // The clock was set back: the job runs again at the end of the period.
  if (row.undoUntil > now()) return enqueueFinalization(tx, changeId, row.undoUntil);
  await tx.update(identityChanges).set({ state: 'settled', endedAt: now() }).where(isApplied);
}
