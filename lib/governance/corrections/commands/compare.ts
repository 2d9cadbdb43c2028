import { and, eq, gt, inArray } from 'drizzle-orm';
import { findWorkWithRecords } from '#lib/catalog/ingest/queries.ts';
import { sourceValue } from '#lib/catalog/works/model/corrections.ts';
import { closeReview, openReview } from '#lib/governance/cases/commands/open.ts';
import { corrections } from '#lib/platform/db/schema/corrections.ts';
import { works } from '#lib/platform/db/schema/works.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { isEffective, stateAfterComparison } from '../model.ts';
import { type Correction, ownersAmongAuthors } from '../queries.ts';
import { applyAgreement } from './agreements.ts';
import { contestCorrection, endCorrection, lockCorrection } from './decide.ts';
import { notifyOwners } from './notify.ts';

/**
 * Compares corrections with the current values of the sources. A correction is retired if the sources now have the same value. It is
 * contested if they changed to another value; it then stays visible until it is decided again.
 * @returns how many corrections were due, because their works had changed
 */
export async function compareCorrections(tx: Writer, limit: number): Promise<number> {
  const dueRows = await tx
    .select({ id: corrections.id })
    .from(corrections)
    .innerJoin(works, eq(works.id, corrections.workId))
    .where(and(inArray(corrections.state, ['accepted', 'contested']), gt(works.revision, corrections.comparedRevision)))
    .orderBy(corrections.id)
    .limit(limit);
  for (const { id } of dueRows) {
    // Somebody who agreed may no longer be an author of the work.
    await applyAgreement(tx, id);
    const correction = await lockCorrection(tx, id);
    if (correction && isEffective(correction.state)) await compareCorrection(tx, correction);
  }
  return dueRows.length;
}

async function compareCorrection(tx: Writer, correction: Correction): Promise<void> {
  const { id, workId, field, state } = correction;
  const work = await findWorkWithRecords(tx, workId);
  const newState = stateAfterComparison(correction, sourceValue(field, work?.records ?? []));
  const changes = { comparedRevision: work?.revision ?? 0 };
  await tx.update(corrections).set(changes).where(eq(corrections.id, id));
  if (newState === 'retired') {
    await endCorrection(tx, correction, 'retired', null);
    return closeReview(tx, 'correction', id);
  }
  if (newState === state) return;
  if (newState === 'accepted') {
    // The sources have reverted their change.
    await tx.update(corrections).set({ state: 'accepted' }).where(eq(corrections.id, id));
    return closeReview(tx, 'correction', id);
  }
  await contestCorrection(tx, correction);
  await openReview(tx, { kind: 'correction', subjectId: id, authorId: null, parties: [] });
  await notifyOwners(tx, { ...correction, state: 'contested' }, await ownersAmongAuthors(tx, workId), `contested ${work?.revision}`);
}
