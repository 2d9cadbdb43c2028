import { authorIndicators, workIndicators } from '#lib/platform/db/schema/indicators.ts';
import { computed, corpus, ofNobody, type TableLifecycle } from '#lib/platform/db/table-lifecycle.ts';

export const indicatorsLifecycle: readonly TableLifecycle[] = [
  ...ofNobody(corpus, workIndicators),
  { table: authorIndicators, accounts: corpus, records: { authorKey: computed } },
];
