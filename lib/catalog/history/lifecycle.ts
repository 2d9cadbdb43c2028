import { authorshipChanges, historyStart, pastAffiliations } from '#lib/platform/db/schema/history.ts';
import { corpus, of, type TableLifecycle } from '#lib/platform/db/table-lifecycle.ts';

const retained = 'It says what this record showed, and a merge changes nothing of that.';

export const historyLifecycle: readonly TableLifecycle[] = [
  of(authorshipChanges, { authorKey: { retained: retained } }, corpus),
  of(pastAffiliations, { authorKey: { retained: retained } }, corpus),
  of(historyStart, {}, 'It says nothing of anybody.'),
];
