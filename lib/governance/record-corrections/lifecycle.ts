import { eq } from 'drizzle-orm';
import { closeReview } from '#lib/governance/cases/commands/open.ts';
import { isEffective } from '#lib/governance/corrections/model.ts';
import { recordCorrections } from '#lib/platform/db/schema/corrections.ts';
import { accountIdColumn, cleared, type EraseRows, erasedBy, lifecycleOf } from '#lib/platform/db/table-lifecycle.ts';
import { applyToRecord } from './commands/decide.ts';
import { reopenRecordCorrection } from './commands/owner-decisions.ts';
import { parseRecordCorrection } from './queries.ts';

/**
 * Deletes suggestions that nobody has decided, and those that the account has both suggested and accepted as owner. Keeps value and
 * evidence of corrections that others have accepted, because they are or were public; of the rest only the value stays.
 */
const eraseSuggestions: EraseRows = async (tx, { accountId }) => {
  const isOwn = eq(recordCorrections.suggesterId, accountId);
  for (const { id, state, deciderId } of await tx.select().from(recordCorrections).where(isOwn).orderBy(recordCorrections.id)) {
    const isCorrection = eq(recordCorrections.id, id);
    const wasAccepted = state === 'suggested' && deciderId !== null;
    if ((state === 'suggested' && !wasAccepted) || deciderId === accountId) {
      await tx.delete(recordCorrections).where(isCorrection);
      await closeReview(tx, 'record_correction', id);
    } else if (isEffective(state) || wasAccepted) await tx.update(recordCorrections).set({ suggesterId: null }).where(isCorrection);
    else await tx.update(recordCorrections).set({ suggesterId: null, note: null, evidenceUrl: null }).where(isCorrection);
  }
};

/** Turns corrections that the account has accepted as owner into suggestions for the current deciders. */
const eraseDecisions: EraseRows = async (tx, { accountId }) => {
  const isOwn = eq(recordCorrections.deciderId, accountId);
  for (const row of await tx.select().from(recordCorrections).where(isOwn).orderBy(recordCorrections.id)) {
    const correction = parseRecordCorrection(row);
    await tx.update(recordCorrections).set({ deciderId: null }).where(eq(recordCorrections.id, row.id));
    if (!correction || !isEffective(row.state)) continue;
    await reopenRecordCorrection(tx, { ...correction, deciderId: null });
    await applyToRecord(tx, correction);
  }
};

const fields = ['authorId', 'field', 'value', 'evidenceUrl', 'note', 'state', 'createdAt', 'decidedAt'];
const suggestedExport = { file: 'reports', list: 'recordCorrections', fields, order: recordCorrections.createdAt };
const decidedExport = { file: 'reviews', list: 'decidedRecordCorrections', fields, order: recordCorrections.decidedAt };

/**
 * SQL condition for corrections that follow a merge. A name stays with its record, so that a revert restores it. If both records have a
 * value for a field, the target keeps its own.
 */
const followsMerge = `(state = 'suggested' or (field <> 'name' and state in ('accepted', 'contested'))) and not exists (
  select 1 from record_corrections o where o.author_id = ? and o.field = record_corrections.field and (
    (o.state = 'suggested' and record_corrections.state = 'suggested' and o.value = record_corrections.value)
    or (o.state in ('accepted', 'contested') and record_corrections.state in ('accepted', 'contested'))))`;

export const recordCorrectionsLifecycle = [
  lifecycleOf(recordCorrections, {
    authorId: { moves: { storedName: 'recordCorrections', identifiedBy: 'id', whereOnMerge: followsMerge } },
    suggesterId: accountIdColumn(
      suggestedExport,
      erasedBy(eraseSuggestions, cleared('The decision is kept with its evidence, without the person who suggested it.')),
    ),
    deciderId: accountIdColumn(
      decidedExport,
      erasedBy(eraseDecisions, cleared('The decision depended on the owner’s statement and is made again without it.')),
    ),
  }),
];
