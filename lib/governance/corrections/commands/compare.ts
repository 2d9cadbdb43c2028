import { and, eq, exists, gt, isNull, ne, type SQL, sql } from 'drizzle-orm';
import { findWorkWithRecords } from '#lib/catalog/ingest/queries.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { corrections } from '#lib/platform/db/schema/corrections.ts';
import { works } from '#lib/platform/db/schema/works.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { isEffective, type Subject, stateAfterComparison } from '../model.ts';
import { type Correction, isContestedByAuthor } from '../queries/corrections.ts';
import { correctedRecord } from '../queries/records.ts';
import { subjectQueries } from '../queries/subjects.ts';
import { applyBacking } from './backing.ts';
import {
  closeCorrectionReview,
  deleteCorrection,
  endCorrection,
  lockCorrection,
  logCorrection,
  showCorrection,
  updateCorrection,
} from './decide.ts';
import { notifyDeciders } from './notify.ts';

/**
 * Compares corrections with the current values of the sources. A correction is retired if the sources now have the same value. It is
 * contested if they changed to another value; it then stays visible until it is decided again. One that owners have accepted is also
 * compared with the current owners. Suggestions of a record go to its owner, or to reviewers if there is none.
 * @returns how many corrections were due, because their works or records had changed
 */
export async function compareCorrections(tx: Writer, subject: Subject, limit: number): Promise<number> {
  if (subject === 'author') await deleteEnded(tx);
  const isDue = and(eq(corrections.subject, subject), isStanding, subject === 'work' ? isOfChangedWork(tx) : isOfChangedRecord(tx));
  const dueRows = await tx.select({ id: corrections.id }).from(corrections).where(isDue).orderBy(corrections.id).limit(limit);
  for (const { id } of dueRows) {
    const correction = await lockCorrection(tx, id);
    if (correction) await compareCorrection(tx, correction);
  }
  return dueRows.length;
}

// As in the partial index.
const isStanding = sql`(state = 'suggested' or state = 'accepted' or state = 'contested')`;

function isOfChangedWork(tx: Writer): SQL | undefined {
  const isChanged = and(eq(works.id, corrections.subjectId), gt(works.revision, corrections.comparedRevision));
  return and(ne(corrections.state, 'suggested'), exists(tx.select({ key: works.key }).from(works).where(isChanged)));
}

function isOfChangedRecord(tx: Writer): SQL {
  const isSame = and(eq(authors.id, corrections.subjectId), isNull(authors.mergedInto));
  const isChanged = and(isSame, gt(authors.revision, corrections.comparedRevision));
  return exists(tx.select({ key: authors.key }).from(authors).where(isChanged));
}

/** Deletes the corrections of created profiles that have ended, because they may contain the name. */
async function deleteEnded(tx: Writer): Promise<void> {
  const ended = tx
    .select({ id: authors.id })
    .from(authors)
    .where(and(eq(authors.id, corrections.subjectId), eq(authors.name, '')));
  const isEnded = and(eq(corrections.subject, 'author'), exists(ended));
  for (const row of await tx.select().from(corrections).where(isEnded)) await deleteCorrection(tx, row);
}

async function compareCorrection(tx: Writer, correction: Correction): Promise<void> {
  const { subject, subjectId, field, state } = correction;
  const comparedRevision =
    subject === 'work' ? ((await findWorkWithRecords(tx, subjectId))?.revision ?? 0) : (await correctedRecord(tx, subjectId)).revision;
  await updateCorrection(tx, correction, { comparedRevision });
  const currentValue = await subjectQueries[subject].sourceValue(tx, subjectId, field);
  const newState = stateAfterComparison(correction, currentValue);
  if (newState === 'retired') return endCorrection(tx, correction, 'retired', null);
  if (await applyBacking(tx, correction, true)) {
    if (subject === 'author') await showCorrection(tx, correction, true);
    return;
  }
  if (!isEffective(state)) return notifyDeciders(tx, correction, 'suggested');
  if (newState === 'contested') return contestCorrection(tx, correction, subject === 'work' ? `${comparedRevision}` : `${currentValue}`);
  // An author contests it, whatever the sources say.
  if (state === 'contested' && (await isContestedByAuthor(tx, correction.id))) return;
  // The sources have reverted their change.
  if (state === 'contested') await updateCorrection(tx, correction, { state: 'accepted' });
  await closeCorrectionReview(tx, correction);
}

/** Those who agreed before the sources changed are asked again, and can end it (`agreementsByCorrection`). */
async function contestCorrection(tx: Writer, correction: Correction, change: string): Promise<void> {
  if (correction.state === 'accepted') {
    await updateCorrection(tx, correction, { state: 'contested' });
    await logCorrection(tx, correction, 'contested', null);
  } else if (correction.subject === 'work') return;
  await notifyDeciders(tx, { ...correction, state: 'contested' }, `contested ${change}`);
}
