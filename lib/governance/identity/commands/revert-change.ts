import { and, eq, inArray, or } from 'drizzle-orm';
import { recountFollowers, setMergedInto, setOrcid, setProfileListing } from '#lib/catalog/authors/commands/fields.ts';
import { enqueueRefresh } from '#lib/catalog/authors/commands/mark-changed.ts';
import type { AuthorRow } from '#lib/catalog/authors/queries/find.ts';
import { personIdSourceOf, type SourceId } from '#lib/catalog/sources/model.ts';
import { logEvent } from '#lib/catalog/trust/commands/log.ts';
import { notify } from '#lib/community/notifications/commands/notify.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { passkeyRefusal } from '#lib/platform/auth/reauthentication.ts';
import { now } from '#lib/platform/clock.ts';
import { firstOf, rowsOf } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { identityChanges } from '#lib/platform/db/schema/identity.ts';
import { authorships } from '#lib/platform/db/schema/works.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { nameKey } from '#lib/platform/names/name-key.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import type { MovedRows } from '../model/changes.ts';
import { mayRevertAsOwner, mayRevertChange } from '../queries/records.ts';
import { moveAuthorships, revertAuthorships } from './authorships.ts';
import { changeAuthorships, enqueueProofChecks } from './changes.ts';
import { type ChangeRow, lockChange } from './lock.ts';
import { moveRows, movesNamed, type RecordRef, revertRows } from './moves.ts';
import { storeAnswer } from './questions.ts';
import { deletePins } from './split.ts';
import { deleteNewSuggestions } from './suggest-same-person.ts';

type RevertErrorCode = 'unknown_change' | 'change_closed' | 'revert_deadline_passed' | 'change_built_on' | 'record_claimed';

/**
 * Reverts an applied change within thirty days, unless another change in effect builds on it: the later one must be reverted first.
 * Restores both records exactly. The record that a split has created keeps its id and slug permanently, as a redirect to its origin.
 * @param byAppeal also after thirty days, because the appeal was filed in time
 */
export async function revertChange(
  tx: Writer,
  changeId: string,
  { byAppeal = false } = {},
): Promise<Outcome<{ author: string }, RevertErrorCode>> {
  const change = await lockChange(tx, changeId);
  if (!change) return refused('unknown_change');
  const code = await revertRefusal(tx, change, byAppeal);
  if (code) return refused(code);
  const [author, other] = [await recordOf(tx, change.authorId), await recordOf(tx, change.otherId ?? '')];
  if (change.kind === 'split' && other.claimState !== 'unclaimed') return refused('record_claimed');
  const isInEffect = and(eq(identityChanges.id, changeId), inArray(identityChanges.state, ['applied', 'settled']));
  await tx.update(identityChanges).set({ state: 'undone', endedAt: now() }).where(isInEffect);
  const moved = change.undo as MovedRows;
  if (change.kind === 'merge') await unmergeRecords(tx, author, other, moved);
  else await unsplitRecords(tx, author, other, moved, changeId);
  await logEvent(tx, { authorId: author.id, kind: 'change_undone', facts: { change: changeId } });
  await enqueueRefresh(tx);
  await enqueueProofChecks(tx, [author.id, other.id]);
  return done({ author: author.slug });
}

/**
 * The same on request of a person: an owner who has shown control of one of the records, or the operator after a recent sign-in with a
 * passkey.
 */
export async function revertChangeAsActor(
  tx: Writer,
  actor: Actor,
  changeId: string,
): Promise<Outcome<{ author: string }, RevertErrorCode | 'not_your_record' | 'passkey_sign_in_needed'>> {
  const [change] = await tx.select().from(identityChanges).where(eq(identityChanges.id, changeId));
  if (!change) return refused('unknown_change');
  if (!(await mayRevertChange(tx, actor, change))) return refused('not_your_record');
  const isOwner = await mayRevertAsOwner(tx, actor, change);
  const code = isOwner ? null : passkeyRefusal(actor);
  if (code) return refused(code);
  const outcome = await revertChange(tx, changeId);
  if (!outcome.ok) return outcome;
  await notifyOfRevert(tx, actor, change);
  if (change.kind === 'merge') {
    const pair = [await recordOf(tx, change.authorId), await recordOf(tx, change.otherId ?? '')] as const;
    await storeAnswer(tx, [pair[0].key, pair[1].key], { state: 'apart', decidedBy: isOwner ? 'owner' : 'reviewer' });
  }
  return outcome;
}

/** Notifies the owners of both records, and who asked for the change, except for the account that has reverted it. */
async function notifyOfRevert(tx: Writer, { accountId: by }: Actor, { id, kind, accountId, authorId, otherId }: ChangeRow): Promise<void> {
  const records = await rowsOf(tx, authors, inArray(authors.id, [authorId, otherId ?? '']));
  const facts = { author: authorId, path: `/authors/${authorId}/history`, change: kind, decision: 'undone' };
  for (const each of new Set([accountId, ...records.map(({ ownerId }) => ownerId)]))
    if (each && each !== by) await notify(tx, { accountId: each, kind: 'change_decided', facts, onceKey: `change_undone:${id}` });
}

async function revertRefusal(tx: Writer, row: ChangeRow, byAppeal: boolean): Promise<RevertErrorCode | null> {
  if (row.state !== 'applied' && row.state !== 'settled') return 'change_closed';
  if (!byAppeal && (row.state === 'settled' || (row.undoUntil && row.undoUntil <= now()))) return 'revert_deadline_passed';
  return (await hasDependentChange(tx, row)) ? 'change_built_on' : null;
}

/** Whether a later change of either record builds on this one and is in effect. */
async function hasDependentChange(tx: Pick<Writer, 'select'>, row: Pick<ChangeRow, 'id' | 'authorId' | 'otherId'>): Promise<boolean> {
  const authorIds = [row.authorId, row.otherId ?? ''];
  const isOfRecords = or(inArray(identityChanges.authorId, authorIds), inArray(identityChanges.otherId, authorIds));
  const isEffective = inArray(identityChanges.state, ['applied', 'settled']);
  const rows = await tx.select({ undo: identityChanges.undo }).from(identityChanges).where(and(isOfRecords, isEffective));
  return rows.some(({ undo }) => (undo as MovedRows | null)?.buildsOn.includes(row.id));
}

async function recordOf(tx: Writer, id: string): Promise<AuthorRow> {
  const row = await firstOf(tx, authors, eq(authors.id, id));
  if (!row) throw new Error('A record of a change is gone.');
  return row;
}

const movedWorkKeys = ({ authorships }: MovedRows): number[] => [...new Set(authorships.map(({ work }) => work))];

/** Moves back everything that a change has moved. */
async function revertMoves(tx: Writer, current: RecordRef, to: RecordRef, moved: MovedRows): Promise<void> {
  await revertAuthorships(tx, current, to, moved.authorships);
  await revertRows(tx, current, to, moved);
  await deleteNewSuggestions(tx, [current.key, to.key], new Set(moved.suggestions));
  await recountFollowers(tx, [current.id, to.id]);
}

async function unmergeRecords(tx: Writer, into: AuthorRow, from: AuthorRow, moved: MovedRows): Promise<void> {
  const newWorkKeys = await selectWorksSince(tx, into, moved);
  await changeAuthorships(tx, [...new Set([...movedWorkKeys(moved), ...newWorkKeys])], [into.key, from.key], async () => {
    await revertMoves(tx, into, from, moved);
    await moveAuthorships(tx, into, from, newWorkKeys);
    await moveRows(tx, into, from, movesNamed('listings'), newWorkKeys);
  });
  await setMergedInto(tx, from.key, null);
  // A created profile is listed again by the evidence that remains.
  if (into.listedAs === 'source') await setProfileListing(tx, into.key, { listedAs: 'nothing', visibility: into.visibility });
  // An owner who has authenticated the iD since keeps it.
  const isAuthenticatedByOwner = into.ownerId !== null && into.orcidAuthenticated && moved.orcid?.authenticated === false;
  if (moved.orcid && moved.orcid.id === into.orcid && !isAuthenticatedByOwner) {
    await setOrcid(tx, into.key, null, false);
  }
}

/**
 * Returns the works that imports have added since the merge by a name variant of the merged record: they move back with it. Works that a
 * source assigned by an id, or that came by other rules, stay until the next import.
 */
async function selectWorksSince(tx: Writer, into: AuthorRow, moved: MovedRows): Promise<number[]> {
  const mappings = new Set(moved.mappings.map(({ source, recordId }) => `${source} ${recordId}`));
  const isByName = and(eq(authorships.authorKey, into.key), inArray(authorships.resolvedBy, ['name_in_source', 'case_variant']));
  const rows = await rowsOf(tx, authorships, isByName);
  const movedBackKeys = new Set(movedWorkKeys(moved));
  const arrivedRows = rows.filter(
    ({ workKey, nameAsWritten, source }) =>
      !movedBackKeys.has(workKey) && mappings.has(`${personIdSourceOf(source as SourceId)} ${nameKey(nameAsWritten)}`),
  );
  return [...new Set(arrivedRows.map(({ workKey }) => workKey))];
}

/** Also moves works, followers and reports that the new record has gained since. */
async function unsplitRecords(tx: Writer, author: AuthorRow, created: AuthorRow, moved: MovedRows, changeId: string): Promise<void> {
  const rows = await rowsOf(tx, authorships, eq(authorships.authorKey, created.key));
  const workKeys = [...new Set([...movedWorkKeys(moved), ...rows.map(({ workKey }) => workKey)])];
  await changeAuthorships(tx, workKeys, [author.key, created.key], async () => {
    await deletePins(tx, changeId);
    await revertMoves(tx, created, author, moved);
    await moveAuthorships(tx, created, author);
    await moveRows(tx, created, author, movesNamed('listings', 'mappings', 'pinsTo', 'pinsFrom', 'follows', 'reports'));
  });
  await setMergedInto(tx, created.key, author.key);
  await recountFollowers(tx, [author.id, created.id]);
}
