import { and, eq, inArray, isNotNull, lte, ne } from 'drizzle-orm';
import { lockAuthors } from '#lib/catalog/authors/commands/lock.ts';
import { storeCorrection } from '#lib/catalog/ingest/commands/corrections.ts';
import { closeReview, openReview } from '#lib/governance/cases/commands/open.ts';
import { now } from '#lib/platform/clock.ts';
import { hasRow } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { correctionAgreements, corrections } from '#lib/platform/db/schema/corrections.ts';
import { authorships, works } from '#lib/platform/db/schema/works.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { isEffective, minAgreements } from '../model.ts';
import { agreementsByCorrection, type Correction, ownersAmongAuthors } from '../queries.ts';
import { acceptCorrection, lockCorrection, logCorrection } from './decide.ts';
import { notifyOwners } from './notify.ts';

/** Corrections accepted by authors, whether or not they are in effect. */
const isAcceptedByAuthors = and(eq(corrections.decidedBy, 'authors'), inArray(corrections.state, ['suggested', 'accepted', 'contested']));

const batchSize = 1000;

/**
 * Updates corrections that authors have accepted. A correction is in effect while at least two of those who agreed own a record among the
 * authors; otherwise it becomes a suggestion. Code that changes the authors of a work must call this in the same transaction; code that
 * changes the owner of a record must call `applyAgreementsOf`.
 */
export async function applyAgreements(tx: Writer, workKeys: readonly number[]): Promise<void> {
  for (let start = 0; start < workKeys.length; start += batchSize) {
    const isInBatch = inArray(works.key, workKeys.slice(start, start + batchSize));
    const rows = await tx
      .select({ id: corrections.id })
      .from(corrections)
      .innerJoin(works, eq(works.id, corrections.workId))
      .where(and(isInBatch, isAcceptedByAuthors))
      .orderBy(corrections.id);
    for (const { id } of rows) await applyAgreement(tx, id);
  }
}

/** The same for the works of one record whose ownership has changed. The caller has locked the record. */
export async function applyAgreementsOf(tx: Writer, authorId: string): Promise<void> {
  const rows = await tx
    .selectDistinct({ id: corrections.id })
    .from(authors)
    .innerJoin(authorships, eq(authorships.authorKey, authors.key))
    .innerJoin(works, eq(works.key, authorships.workKey))
    .innerJoin(corrections, eq(corrections.workId, works.id))
    .where(and(eq(authors.id, authorId), isAcceptedByAuthors))
    .orderBy(corrections.id);
  for (const { id } of rows) await applyAgreement(tx, id);
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

/** The same for one correction. */
export async function applyAgreement(tx: Writer, id: string): Promise<void> {
  const correction = await lockCorrection(tx, id);
  if (correction?.decidedBy !== 'authors') return;
  const owners = await ownersAmongAuthors(tx, correction.workId);
  const agreements = ((await agreementsByCorrection(tx, [id])).get(id) ?? []).filter(({ accountId }) => owners.includes(accountId));
  const isBacked = agreements.length >= minAgreements;
  if (isEffective(correction.state) && !isBacked) return reopenCorrection(tx, correction, owners);
  if (correction.state === 'suggested' && isBacked && !(await isReplaced(tx, correction))) {
    const notice = { reason: 'authors_agree', remedy: 'corrected', once: now().toISOString() };
    await acceptCorrection(tx, correction, { by: 'authors', accountId: null, notice });
    await closeReview(tx, 'correction', id);
  }
}

const isSameField = ({ workId, field }: Correction) => and(eq(corrections.workId, workId), eq(corrections.field, field));

/** Whether another correction of the field has been accepted since. */
async function isReplaced(tx: Writer, correction: Correction): Promise<boolean> {
  const isOtherEffective = and(isSameField(correction), inArray(corrections.state, ['accepted', 'contested']));
  return hasRow(tx, corrections, isOtherEffective);
}

/**
 * Turns an accepted correction into a suggestion: the page shows the value of the sources again, and reviewers and the remaining owners
 * decide. If the same value has been suggested since, that suggestion is used instead.
 */
async function reopenCorrection(tx: Writer, correction: Correction, owners: readonly string[]): Promise<void> {
  const { id, workId, field, value, state, suggesterId, decidedAt } = correction;
  await storeCorrection(tx, workId, { field, value: null, evidence: { url: null, note: null } });
  const isSameSuggestion = and(isSameField(correction), eq(corrections.value, value), eq(corrections.state, 'suggested'));
  const isSuggestedAgain = await hasRow(tx, corrections, isSameSuggestion);
  const at = now();
  const reopening = { state: isSuggestedAgain ? 'reverted' : 'suggested', decidedAt: at };
  await tx.update(corrections).set(reopening).where(eq(corrections.id, id));
  await logCorrection(tx, correction, 'reopened', null);
  if (isSuggestedAgain) return closeReview(tx, 'correction', id);
  const { correctionId, at: agreedAt } = correctionAgreements;
  // Agreements from before the sources changed do not apply to their new value.
  if (state === 'contested' && decidedAt) await tx.delete(correctionAgreements).where(and(eq(correctionId, id), lte(agreedAt, decidedAt)));
  await openReview(tx, { kind: 'correction', subjectId: id, authorId: null, parties: suggesterId ? [suggesterId] : [] });
  await notifyOwners(tx, { ...correction, state: 'reopened' }, owners, `reopened ${at.toISOString()}`);
}
