import { eq } from 'drizzle-orm';
import { rowsOf } from '#lib/platform/db/rows.ts';
import { correctionAgreements, corrections } from '#lib/platform/db/schema/corrections.ts';
import { accountIdColumn, cleared, deleted, type EraseRows, erasedBy, lifecycleOf } from '#lib/platform/db/table-lifecycle.ts';
import { deleteCorrection, reopenCorrection, updateCorrection } from './commands/decide.ts';
import { isEffective } from './model.ts';
import { parseCorrection } from './queries/corrections.ts';

/**
 * Deletes suggestions that nobody has decided, and those that the account has both suggested and accepted as the owner of the record. Keeps
 * value and evidence of corrections that others have accepted, because they are or were public; of the rest only the value stays.
 */
const eraseSuggestions: EraseRows = async (tx, { accountId }) => {
  for (const row of await rowsOf(tx, corrections, eq(corrections.suggesterId, accountId), corrections.id)) {
    const { subject, state, decidedBy, deciderId } = row;
    const wasAccepted = state === 'suggested' && (subject === 'work' ? decidedBy : deciderId) !== null;
    const evidence = isEffective(state) || wasAccepted ? {} : { note: null, evidenceUrl: null };
    if ((state === 'suggested' && !wasAccepted) || deciderId === accountId) await deleteCorrection(tx, row);
    else await updateCorrection(tx, row, { suggesterId: null, ...evidence });
  }
};

/** Turns corrections that the account has accepted as the owner of a record into suggestions for the current deciders. */
const eraseDecisions: EraseRows = async (tx, { accountId }) => {
  for (const row of await rowsOf(tx, corrections, eq(corrections.deciderId, accountId), corrections.id)) {
    const correction = parseCorrection(row);
    await updateCorrection(tx, row, { deciderId: null });
    if (correction && isEffective(row.state)) await reopenCorrection(tx, { ...correction, deciderId: null }, false);
  }
};

const fields = ['field', 'value', 'evidenceUrl', 'note', 'state', 'createdAt', 'decidedAt'];
const ofWorks = { where: eq(corrections.subject, 'work'), fields, renamedFields: { workId: 'subjectId' } };
const ofRecords = { where: eq(corrections.subject, 'author'), fields, renamedFields: { authorId: 'subjectId' } };

/**
 * SQL condition for corrections that follow a merge. A name stays with its record, so that a revert restores it. If both records have a
 * value for a field, the target keeps its own.
 */
const followsMerge = `(state = 'suggested' or (field <> 'name' and state in ('accepted', 'contested'))) and not exists (
  select 1 from corrections o where o.subject_id = ? and o.field = corrections.field and (
    (o.state = 'suggested' and corrections.state = 'suggested' and o.value = corrections.value)
    or (o.state in ('accepted', 'contested') and corrections.state in ('accepted', 'contested'))))`;

export const correctionsLifecycle = [
  lifecycleOf(correctionAgreements, {
    accountId: accountIdColumn(
      { file: 'reviews', list: 'correctionAgreements', fields: ['correctionId', 'at'], order: correctionAgreements.at },
      deleted('A correction that they accepted with others becomes a suggestion again, unless two of the others remain.'),
    ),
  }),
  lifecycleOf(corrections, {
    subjectId: { moves: { storedName: 'recordCorrections', identifiedBy: 'id', whereOnMerge: followsMerge } },
    suggesterId: accountIdColumn(
      [
        { file: 'reports', list: 'corrections', ...ofWorks, order: corrections.createdAt },
        { file: 'reports', list: 'recordCorrections', ...ofRecords, order: corrections.createdAt },
      ],
      erasedBy(eraseSuggestions, cleared('The decision is kept with its evidence, without the person who suggested it.')),
    ),
    deciderId: accountIdColumn(
      { file: 'reviews', list: 'decidedRecordCorrections', ...ofRecords, order: corrections.decidedAt },
      erasedBy(eraseDecisions, cleared('The decision depended on the owner’s statement and is made again without it.')),
    ),
  }),
];
