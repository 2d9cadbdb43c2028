import { authorshipChanges, historyStart, pastAffiliations } from '#lib/platform/db/schema/history.ts';
import { corpusReason, lifecycleOf } from '#lib/platform/db/table-lifecycle.ts';

const retained = 'It states what this record showed at the time. A merge does not change that.';

export const historyLifecycle = [
  lifecycleOf(authorshipChanges, { authorKey: { retained: retained } }, corpusReason),
  lifecycleOf(pastAffiliations, { authorKey: { retained: retained } }, corpusReason),
  lifecycleOf(historyStart, {}, 'It contains no personal data.'),
];
