import { authorIndicators, workIndicators } from '#lib/platform/db/schema/indicators.ts';
import { computed, corpus, lifecycleOf } from '#lib/platform/db/table-lifecycle.ts';

export const indicatorsLifecycle = [
  lifecycleOf(workIndicators, {}, corpus),
  lifecycleOf(authorIndicators, { authorKey: computed }, corpus),
];
