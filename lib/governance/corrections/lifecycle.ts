import { eq } from 'drizzle-orm';
import { closeReview } from '#lib/governance/cases/commands/open.ts';
import { rowsOf } from '#lib/platform/db/rows.ts';
import { correctionAgreements, corrections } from '#lib/platform/db/schema/corrections.ts';
import { accountIdColumn, cleared, deleted, type EraseRows, erasedBy, lifecycleOf } from '#lib/platform/db/table-lifecycle.ts';
import { isEffective } from './model.ts';

/**
 * Deletes suggestions that nobody has decided. Keeps value and evidence of corrections that are in effect, or were while authors agreed,
 * because they are public; of the others only the value stays.
 */
const eraseSuggestions: EraseRows = async (tx, { accountId }) => {
  const isOwn = eq(corrections.suggesterId, accountId);
  const rows = await rowsOf(tx, corrections, isOwn, corrections.id);
  for (const { id, state, decidedBy } of rows) {
    const isCorrection = eq(corrections.id, id);
    if (state === 'suggested' && decidedBy === null) {
      await tx.delete(corrections).where(isCorrection);
      await closeReview(tx, 'correction', id);
    } else if (isEffective(state) || state === 'suggested') await tx.update(corrections).set({ suggesterId: null }).where(isCorrection);
    else await tx.update(corrections).set({ suggesterId: null, note: null, evidenceUrl: null }).where(isCorrection);
  }
};

const fields = ['workId', 'field', 'value', 'evidenceUrl', 'note', 'state', 'createdAt', 'decidedAt'];
const retentionReason = 'The decision is kept with its evidence, without the person who suggested it.';

export const correctionsLifecycle = [
  lifecycleOf(correctionAgreements, {
    accountId: accountIdColumn(
      { file: 'reviews', list: 'correctionAgreements', fields: ['correctionId', 'at'], order: correctionAgreements.at },
      deleted('A correction that they accepted with others becomes a suggestion again, unless two of the others remain.'),
    ),
  }),
  lifecycleOf(corrections, {
    suggesterId: accountIdColumn(
      { file: 'reports', list: 'corrections', fields, order: corrections.createdAt },
      erasedBy(eraseSuggestions, cleared(retentionReason)),
    ),
  }),
];
