import { and, eq, inArray, isNotNull, ne, or, type SQL } from 'drizzle-orm';
import { lockAuthors } from '#lib/catalog/authors/commands/lock.ts';
import { now } from '#lib/platform/clock.ts';
import { hasRow } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { corrections } from '#lib/platform/db/schema/corrections.ts';
import { authorships, works } from '#lib/platform/db/schema/works.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { isEffective, isReopened, minAgreements } from '../model.ts';
import { agreementsByCorrection, type Correction, isContestedByAuthor, isInEffect, isOfSameField } from '../queries/corrections.ts';
import { subjectQueries } from '../queries/subjects.ts';
import { acceptCorrection, closeCorrectionReview, lockCorrection, logCorrection, reopenCorrection, updateCorrection } from './decide.ts';

/** Corrections accepted by owners, whether or not they are in effect. */
const isAcceptedByOwners = and(
  inArray(corrections.decidedBy, ['authors', 'owner']),
  inArray(corrections.state, ['suggested', 'accepted', 'contested']),
);

const batchSize = 1000;

/**
 * Updates corrections that authors have accepted. A correction is in effect while at least two of those who agreed own a record among the
 * authors; otherwise it becomes a suggestion. Code that changes the authors of a work must call this in the same transaction; code that
 * changes the owner of a record must call `applyChangeOfOwner`.
 */
export async function applyAgreements(tx: Writer, workKeys: readonly number[]): Promise<void> {
  for (let start = 0; start < workKeys.length; start += batchSize) {
    const ofWorks = tx
      .select({ id: works.id })
      .from(works)
      .where(inArray(works.key, workKeys.slice(start, start + batchSize)));
    await applyBackings(tx, inArray(corrections.subjectId, ofWorks));
  }
}

/**
 * The same for one record whose owner has changed, and for its works. A correction of a record is in effect while the owner who accepted it
 * owns it. The caller has locked the record and schedules its refresh.
 */
export async function applyChangeOfOwner(tx: Writer, authorId: string): Promise<void> {
  const ofWorks = tx
    .select({ id: works.id })
    .from(authors)
    .innerJoin(authorships, eq(authorships.authorKey, authors.key))
    .innerJoin(works, eq(works.key, authorships.workKey))
    .where(eq(authors.id, authorId));
  await applyBackings(tx, or(eq(corrections.subjectId, authorId), inArray(corrections.subjectId, ofWorks)));
}

async function applyBackings(tx: Writer, condition: SQL | undefined): Promise<void> {
  const rows = await tx.select({ id: corrections.id }).from(corrections).where(and(condition, isAcceptedByOwners)).orderBy(corrections.id);
  for (const { id } of rows) {
    const correction = await lockCorrection(tx, id);
    if (correction) await applyBacking(tx, correction, true);
  }
}

/** Locks the records of owners among the authors of a work, so that no ownership ends while a correction is decided. */
export async function lockOwners(tx: Writer, workId: string): Promise<void> {
  const signingAuthors = tx
    .select({ key: authorships.authorKey })
    .from(authorships)
    .innerJoin(works, eq(works.key, authorships.workKey))
    .where(and(eq(works.id, workId), ne(authorships.state, 'not_mine')));
  await lockAuthors(tx, and(isNotNull(authors.ownerId), inArray(authors.key, signingAuthors)));
}

/**
 * The same for one correction that the caller has locked. It does not replace a correction of the same field that was accepted since.
 * @returns whether the state has changed
 */
export async function applyBacking(tx: Writer, correction: Correction, isRefreshScheduled: boolean): Promise<boolean> {
  const { decidedBy, deciderId, state } = correction;
  if (decidedBy !== 'authors' && decidedBy !== 'owner') return false;
  const isBacked = await isStillBacked(tx, correction);
  if (isEffective(state) && !isBacked) {
    await reopenCorrection(tx, correction, isRefreshScheduled);
    return true;
  }
  if (
    !isReopened(correction) ||
    !isBacked ||
    (await isContestedByAuthor(tx, correction.id)) ||
    (await hasRow(tx, corrections, and(isOfSameField(correction), isInEffect())))
  )
    return false;
  if (decidedBy === 'authors') {
    const notice = { reason: 'authors_agree', remedy: 'corrected', once: now().toISOString() };
    await acceptCorrection(tx, correction, { by: 'authors', accountId: null, notice });
  } else {
    await updateCorrection(tx, correction, { state: 'accepted', decidedAt: now() });
    await closeCorrectionReview(tx, correction);
    await logCorrection(tx, correction, 'accepted', deciderId);
  }
  return true;
}

/** Whether enough of those who accepted it can still decide as owners. */
async function isStillBacked(tx: Writer, { id, subject, subjectId, deciderId }: Correction): Promise<boolean> {
  const owners = await subjectQueries[subject].owners(tx, subjectId);
  if (subject === 'author') return deciderId !== null && owners.includes(deciderId);
  const agreements = (await agreementsByCorrection(tx, [id])).get(id) ?? [];
  return agreements.filter(({ accountId, contests }) => !contests && owners.includes(accountId)).length >= minAgreements;
}
